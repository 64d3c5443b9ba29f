// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {Player} from '../../Sources/ControlServer/Page/player.js';
import {playerKeys} from '../../Sources/ControlServer/Page/player-keys.js';
import {useFakeDocument} from './fake-dom.js';
import {recording} from './support.js';

/** What a key does to a player: calls, and whether the page scrolls by it too. */
function press(key, {target = 'div', ...modifiers} = {}) {
  const calls = [];
  const call = (name) => (...values) => calls.push([name, ...values]);
  const player = Object.fromEntries(['toggle', 'step', 'skip', 'changeSpeed'].map((name) => [name, call(name)]));
  const event = {
    key, target: {matches: (list) => list.split(', ').includes(target)}, preventDefault: call('prevented'), stopPropagation: () => {}, ...modifiers,
  };
  playerKeys(player)(event);
  return calls;
}

test('the keys of the player', () => {
  const pressed = [' ', ',', '.', 'ArrowLeft', 'ArrowRight', '<', '>'].map((key) => press(key));
  assert.deepEqual(pressed.map(([first]) => first), Array(7).fill(['prevented']));
  assert.deepEqual(pressed.map(([, call]) => call),
    [['toggle'], ['step', -1], ['step', 1], ['skip', -10], ['skip', 10], ['changeSpeed', -1], ['changeSpeed', 1]]);
});

test('keys that a button, a menu or the browser uses itself do nothing to the player', () => {
  assert.deepEqual([press(' ', {target: 'button'}), press('.', {target: 'select'}), press('ArrowLeft', {altKey: true}), press('x')], [[], [], [], []]);
  assert.deepEqual(press('.', {target: 'button'}).at(-1), ['step', 1]);
});

describe('the player', () => {
  useFakeDocument({before, after});
  // Ten seconds of footage, a gap of ten, and ten more.
  const detail = {
    parts: [[0, 10_000], [20_000, 30_000]].map(([from, to], index) => (
      {from: from * 1e6, to: to * 1e6, frames: 101, epoch: index + 1, format: 'a', codec: 'h264', width: 640})),
    gaps: [{from: 10_100e6, to: 19_999e6, frames: 0, reason: 'camera-restarted'}],
  };

  async function playing(context, at) {
    context.mock.method(globalThis, 'fetch', async () => Response.json(detail));
    context.mock.timers.enable({apis: ['setInterval']});
    const player = new Player();
    context.after(() => player.close());
    let shown;
    player.onmoment = (moment) => { shown = moment; };
    const played = recording({state: 'stopped', startedAt: 0, capturedFrom: 0, duration: 30e9});
    await player.play(played, at);
    const stage = player.element.all('player-stage')[0];
    const [video] = stage.children;
    /** Lets the video play on to a moment of the recording. */
    const reach = (moment) => {
      video.currentTime += (moment - shown) / 1000;
      video.dispatchEvent(new Event('timeupdate'));
      return [shown, stage.classList.contains('in-gap')];
    };
    return {player, video, reach, played};
  }

  test('a jump into a gap while it plays shows the gap for two seconds, as playing into it does', async (context) => {
    const {player, reach} = await playing(context, 5_000);
    assert.deepEqual([10_500, 12_000, 12_200].map(reach), [[10_500, true], [12_000, true], [20_000, false]]);
    player.seek(15_000);
    assert.deepEqual([15_000, 16_900, 17_000].map(reach), [[15_000, true], [16_900, true], [20_000, false]]);
    player.skip(-4);
    assert.deepEqual([16_000, 17_900].map(reach), [[16_000, true], [17_900, true]]);
  });

  test('from a press on, only moments of where it was pressed are told, not the one that was played before', async (context) => {
    const {player, reach, played} = await playing(context, 2_000);
    reach(3_000);
    let told;
    player.onmoment = (moment) => told.add(moment);
    const toldBy = async (recording, at) => {
      told = new Set();
      await player.play(recording, at);
      return [...told];
    };
    assert.deepEqual([await toldBy(played, 9_000), await toldBy({...played, id: 'running', state: 'recording'}, 8_000)], [[9_000], [8_000]]);
    // The running one is being read again when another one is pressed.
    context.mock.timers.tick(10_000);
    assert.deepEqual([await toldBy({...played, id: 'other'}, 4_000), player.lead.isPlaying], [[4_000], true]);
  });

  test('a click on the picture pauses and plays', async (context) => {
    const {player, video} = await playing(context, 5_000);
    const click = () => { player.element.all('player-stages')[0].click(); return video.paused; };
    assert.deepEqual([video.paused, click(), click()], [false, true, false]);
  });
});

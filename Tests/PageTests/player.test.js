// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {playerKeys} from '../../Sources/ControlServer/Page/player-keys.js';

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

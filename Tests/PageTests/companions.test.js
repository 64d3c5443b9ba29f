// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {Together} from '../../Sources/ControlServer/Page/together.js';
import {useFakeDocument} from './fake-dom.js';
import {recording} from './support.js';

// The hooks are of these tests alone: all files run in one process.
describe('Cameras beside the player', () => {
  useFakeDocument({before, after});
  const real = globalThis.fetch;
  after(() => { globalThis.fetch = real; });

  test('a frame that is saved of each is of the moment of the press, and not of the last step', async (context) => {
    const detail = {parts: [{from: 1_000e9, to: 1_059e9, frames: 1_800, format: 'a', codec: 'h264', width: 640, epoch: 1}], gaps: []};
    globalThis.fetch = async () => Response.json(detail);
    const [porch, garden] = ['porch', 'garden'].map((camera) =>
      recording({id: camera, camera, cameraName: camera, startedAt: 1_000e9, duration: 59e9, codec: 'h264', width: 640, state: 'stopped'}));
    const together = new Together(() => [porch, garden].map((one) => ({id: one.camera, name: one.camera, recordings: [one]})));
    const end = new AbortController();
    together.show(() => null, end.signal);
    context.after(() => end.abort());
    const at = (moment) => together.shownWith({recording: porch, detail, at: moment, isPlaying: true, speed: 1});
    at(1_010_000);
    const buttons = (element) => [element, ...element.children.flatMap(buttons)].filter(({textContent}) => textContent === 'garden');
    buttons(together.choice).at(-1).click();
    at(1_010_000);
    for (let round = 0; round < 20; round += 1) await new Promise((resolve) => { setImmediate(resolve); });
    at(1_010_000);
    assert.deepEqual(at(1_020_123).map((one) => [one.recording.camera, one.at]), [['porch', 1_020_123], ['garden', 1_020_123]]);
  });
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {modesText, verdict} from '../../Sources/ControlServer/Page/devices.js';

test('of each format the largest size is named', () => {
  const modes = [['YUYV', 640, 480], ['MJPG', 1280, 720], ['YUYV', 1920, 1080], ['MJPG', 640, 480]];
  const device = {modes: modes.map(([format, width, height]) => ({format, width, height, rates: [30]}))};
  assert.equal(modesText(device), 'YUYV 1920x1080, MJPG 1280x720');
  assert.equal(modesText({}), '');
});

test('a camera says what is made of it, and who uses it', () => {
  const auto = {pipeline: 'v4l2-h264', why: '1280x720 at 30 a second'};
  assert.equal(verdict({auto, isCaptured: true}), 'captured now');
  assert.equal(verdict({auto, passedOver: 'not-first'}), 'suits v4l2-h264: 1280x720 at 30 a second');
  assert.match(verdict({passedOver: 'no-mode'}), /^no mode/);
  assert.equal(
    verdict({auto, passedOver: 'in-use', users: [{program: 'ffmpeg', process: 7}]}),
    'used by ffmpeg (process 7) · suits v4l2-h264: 1280x720 at 30 a second');
  assert.match(verdict({passedOver: 'in-use', users: []}), /another user/);
});

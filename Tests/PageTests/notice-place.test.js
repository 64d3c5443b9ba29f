// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {freePlace} from '../../Sources/ControlServer/Page/notice-place.js';

const element = (top, bottom, weight = 1) => ({top, bottom, weight});
const place = (height, ...elements) => freePlace(height, 0, 600, elements);

test('a message has the lowest place at which it covers no button', () => {
  assert.equal(place(50), 550);
  assert.equal(place(50, element(560, 600)), 510, 'directly above it');
  assert.equal(place(50, element(560, 600), element(470, 520)), 420, 'not in the space between, which is too low');
  assert.equal(place(50, element(560, 600), element(440, 500)), 510);
});

test('if each place covers something, the message covers as little as it can, and rather a button than another message', () => {
  assert.equal(place(300, element(500, 520), element(540, 560), element(100, 120), element(350, 370)), 200);
  assert.equal(place(500, element(80, 90), element(580, 590, 100)), 80);
  assert.equal(place(700, element(0, 10)), -100, 'one that is too high keeps its end in view');
});

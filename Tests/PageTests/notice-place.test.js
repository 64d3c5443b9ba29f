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

test('a message lies over text rather than over a picture, and over a picture rather than over a button', () => {
  const tile = [element(0, 200, 0.001), element(300, 350), element(360, 560, 0.001), element(560, 600)];
  assert.equal(place(50, ...tile), 250, 'over the words between the picture and its buttons');
  assert.equal(place(120, ...tile), 440, 'over the picture, if there is no other place');
});

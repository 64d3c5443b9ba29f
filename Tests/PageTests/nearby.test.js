// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as shapes from '../../Sources/ControlServer/Page/nearby-shapes.js';
import * as nearby from '../../Sources/ControlServer/Page/nearby-state.js';
import {viewNames} from '../../Sources/ControlServer/Page/views.js';
import {after, page} from './support.js';

const lens = {width: 1_280, height: 720, focalLength: [1_000, 1_000], centre: [639.5, 359.5]};
const position = {
  distance: 2.013, distanceUncertainty: 0.004, azimuth: -3.21, elevation: 1.07, direction: [0, 0, 1], directionUncertainty: 0.03,
};
const corners = [[0.25, 0.75], [0.5, 0.75], [0.5, 0.25], [0.25, 0.25]];
const seen = (fields = {}) => ({token: 'mine', phase: 'seen', age: 80e6, position, corners, lens: {origin: 'calibrated', lens}, ...fields});
const session = {id: 's', token: 'theirs', tag: 107, size: 0.04, lens: {origin: 'guessed', note: 'it is a guess'}};
const on = after(nearby.initial, [nearby.beginning, 1_000], [nearby.begun, session, 'mine', 1_000]);
const close = (one, other, within = 1e-9) => assert.ok(Math.abs(one - other) < within, `${one} is not ${other}`);

test('the view is shown to who may look at a camera that permits it', () => {
  const names = (role, grant, capabilities) => viewNames({...page(role, grant), node: {role, capabilities}}).includes('nearby');
  assert.deepEqual([names('camera', 'view', ['nearby']), names('camera', 'view', ['live']), names('camera', 'shoot', ['nearby']),
    names('recorder', 'view', ['nearby']), names('camera', 'view')], [true, false, false, false, false]);
});

test('the size of a tag on a screen, from the width of a card that is held against it', () => {
  const density = nearby.densityOf(340, nearby.card.short, 3);
  close(density, 18.896, 1e-3);
  const side = nearby.pictureSide(390, 3);
  assert.equal((side * 3) % 10, 0, 'the cells are equally wide');
  assert.ok(side <= 390 && side > 386);
  close(nearby.squareSize(side, density, 3), side * 0.8 / 340 * 0.05398);
  close(nearby.squareSize(side / 2, density, 6), nearby.squareSize(side, density, 3));
  close(nearby.squareSize(side, density, 3, 2), 2 * nearby.squareSize(side, density, 3));
  assert.deepEqual([320, 390, 599, 600, 1_280].map(nearby.cardSide), ['short', 'short', 'short', 'long', 'long']);
  assert.deepEqual(nearby.wish(after(nearby.initial, [nearby.sized, 0.04])), {size: 0.04, sizeUncertainty: 0.005});
});

test('a printed tag has the size and the number that were typed, or is refused with the reason', () => {
  const printed = after(nearby.initial, [nearby.sized, 0.04], [nearby.chosen, {mode: 'printed', millimetres: 120, tag: 7}]);
  assert.deepEqual(nearby.wish(printed), {size: 0.12, sizeUncertainty: 0.5 / 120, tag: 7});
  const problem = (fields) => nearby.settingProblem({millimetres: 120, tag: 7, ...fields});
  assert.equal(problem({}), null);
  assert.match(problem({millimetres: 9}), /10 to 2000/);
  for (const tag of [-1, 587, 1.5, NaN]) assert.match(problem({tag}), /0 to 586/);
});

test('settings are kept as far as they make sense', () => {
  const {settings} = nearby.initial;
  assert.deepEqual([nearby.keptSettings(null), nearby.keptSettings({mode: 'x', density: -1, millimetres: null, tag: 7})], [settings, settings]);
  const good = {mode: 'printed', density: 18.9, millimetres: 120, tag: 7};
  assert.deepEqual(nearby.keptSettings(good), good);
});

test('lengths, as on the command line', () => {
  assert.deepEqual([12.345, 2.013, 0.5, 0.004].map(nearby.length), ['12.3 m', '2.01 m', '50.0 cm', '4.0 mm']);
});

test('an update in words: where the tag is, how certain that is, and how old', () => {
  const state = after(on, [nearby.heard, seen(), 2_000], [nearby.ticked, 2_120]);
  const {status, distance, uncertainty, direction, age, needle, note, isOn, tag} = nearby.shown(state);
  assert.deepEqual({status, distance, uncertainty, direction, age, needle, note, isOn, tag}, {
    status: 'The camera sees the tag.', distance: '2.01 m', uncertainty: '±\u00a04.0 mm', direction: '3.2°\u00a0left, 1.1°\u00a0up (±\u00a00.03°)',
    age: 'seen from the camera 0.2\u00a0s ago', needle: -3.21, note: '', isOn: true, tag: 107,
  });
  const other = {...position, azimuth: 12, elevation: -0.5, directionUncertainty: 1.25};
  assert.equal(nearby.shown(after(on, [nearby.heard, seen({position: other}), 2_000])).direction, '12.0°\u00a0right, 0.5°\u00a0down (±\u00a01.3°)');
});

test('every stage says what happens and why; a position is shown only while the tag is seen', () => {
  const say = (...steps) => { const {status, distance, isOn, corners: outline} = nearby.shown(after(on, ...steps)); return {status, distance, isOn, outline}; };
  const update = (phase, reason) => [nearby.heard, {token: 'mine', phase, reason}, 3_000];
  const gone = {distance: '–', outline: null};
  const first = [nearby.heard, seen(), 2_000];
  assert.deepEqual(say(), {status: 'Looking for the tag…', isOn: true, ...gone});
  assert.deepEqual(say(first, update('absent')), {status: 'The camera does not see the tag.', isOn: true, ...gone});
  assert.equal(say(first, update('absent', 'two are there')).status, 'The camera does not see the tag: two are there.');
  assert.deepEqual(say(first, update('suspended', 'there is no picture')), {status: 'Suspended: there is no picture.', isOn: true, ...gone});
  assert.equal(say(first, update('suspended', 'x'), update('resumed')).status, 'Looking for the tag…');
  assert.deepEqual(say(first, update('invalidated', 'revoked')),
    {status: 'Ranging is over: this browser may no longer watch this camera.', isOn: false, ...gone});
  assert.equal(say([nearby.over, 'no tag is free']).status, 'Ranging is over: no tag is free.');
  assert.deepEqual(say(first, [nearby.stopped]), {status: 'Not started here.', isOn: false, ...gone});
  assert.equal(nearby.shown(on).note, 'It is a guess.');
});

test('without news for two seconds the last position is not shown as if it were true, except that a suspended search has none', () => {
  const state = after(on, [nearby.heard, seen(), 2_000]);
  assert.equal(nearby.shown(after(state, [nearby.ticked, 4_000])).distance, '2.01 m');
  const late = nearby.shown(after(state, [nearby.ticked, 5_100]));
  assert.deepEqual([late.status, late.distance, late.needle, late.corners], ['The camera has sent nothing for more than 2 s.', '–', null, null]);
  const suspended = after(state, [nearby.heard, {token: 'mine', phase: 'suspended', reason: 'x'}, 2_100], [nearby.ticked, 9_000]);
  assert.equal(nearby.shown(suspended).status, 'Suspended: x.');
});

test('updates of another session, and those after the end, change nothing', () => {
  assert.equal(nearby.heard(on, seen({token: 'other'}), 2_000), on);
  const over = after(on, [nearby.stopped]);
  assert.equal(nearby.heard(over, seen(), 2_000), over);
});

test('the field of view from above, and the needle in it', () => {
  const {left, right} = shapes.fan(lens);
  close(left, 32.62, 0.01);
  close(right, 32.62, 0.01);
  assert.ok(shapes.fan({...lens, centre: [500, 360]}).left < left, 'the axis is not always in the middle');
  assert.equal(shapes.fanPath({left: 30, right: 90}), 'M0 0L-50 -86.6A100 100 0 0 1 100 0z');
  assert.equal(shapes.fan(undefined), null);
});

test('the line of the last minute has gaps where the tag was not seen, and where there was no news', () => {
  const points = [[0, 9], [40_000, 1], [41_000, 2], [41_500, null], [42_000, 2], [58_000, 1.5], [59_000, 1]]
    .map(([at, distance]) => ({at, distance}));
  const {path, least, most} = shapes.minute(points, 70_000);
  assert.deepEqual([least, most].map((one) => one.toFixed(2)), ['0.90', '2.10'], 'what is older than a minute does not count');
  assert.equal(path, 'M300 91.7h0L310 8.3M320 8.3h0M480 50h0L490 91.7');
  assert.equal(shapes.minute([{at: 1, distance: null}], 2), null);
  const still = shapes.minute([{at: 1, distance: 2}], 2);
  close(still.most - still.least, 0.1);
  const close_ = shapes.minute([{at: 1, distance: 0.02}], 2);
  assert.equal(close_.least, 0, 'no distance is negative');
});

test('points older than a minute are dropped; a point is when the picture was captured', () => {
  const state = after(on, [nearby.heard, seen(), 2_000], [nearby.heard, {token: 'mine', phase: 'absent'}, 3_000], [nearby.heard, seen(), 62_500]);
  assert.deepEqual(state.points, [{at: 3_000, distance: null}, {at: 62_420, distance: 2.013}]);
});

test('the outline of a tag in a picture', () => {
  assert.equal(shapes.outline(corners, 1_280, 720), '320,540 640,540 640,180 320,180');
  assert.deepEqual([shapes.outline(null, 1_280, 720), shapes.outline(corners.slice(1), 1_280, 720)], [null, null]);
});

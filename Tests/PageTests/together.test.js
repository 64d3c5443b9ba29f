// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pace} from '../../Sources/ControlServer/Page/companion.js';
import {commonMoment, covers, deletedSpan, ownMoment, reach, wasDeleted} from '../../Sources/ControlServer/Page/places.js';
import {recording} from './support.js';

const part = (from, to, ahead, later = ahead) => ({
  from: from * 1e6, to: to * 1e6, frames: 10, ...(ahead === null ? {} : {recorderFrom: (from + ahead) * 1e6, recorderTo: (to + later) * 1e6}),
});
// An hour late at first, with a clock that loses 100 ms in 10 s; after a restart its clock is right, and then unknown.
const detail = {parts: [part(0, 10_000, 3_600_000, 3_600_100), part(3_620_000, 3_630_000, 0), part(3_640_000, 3_650_000, null)], gaps: []};

test('a moment of the camera is one of the recorder by the part that has it, and back', () => {
  for (const [own, common] of [[0, 3_600_000], [5_000, 3_605_050], [10_000, 3_610_100], [3_625_000, 3_625_000], [3_645_000, 3_645_000]]) {
    assert.equal(commonMoment(detail, own), common);
    assert.ok(Math.abs(ownMoment(detail, common) - own) < 1, `${own}`);
  }
  // Between two parts, and before all, the nearest one counts.
  assert.equal(commonMoment(detail, 11_000), 3_611_100);
  assert.equal(ownMoment(detail, 3_599_000), -1_000);
  assert.equal(commonMoment(null, 7), 7);
});

test('a recording has the moments from its first frame to the end of its last one, by the recorder\'s clock', () => {
  const one = recording({id: 'r', duration: 30e9, frames: {persisted: 30, missing: 0}});
  const found = [3_599_000, 3_600_000, 3_610_100, 3_650_500, 3_651_100].map((common) => covers(one, detail, common));
  assert.deepEqual(found, [false, true, true, true, false]);
  assert.equal(covers(null, detail, 3_600_000), false);
  assert.equal(covers(one, null, 3_600_000), false);
});

test('the deleted beginning of a recording reaches to its first frame, by the clock of the camera and by that of the recorder', () => {
  // 30 s of 10 frames a second are left, by the camera's clock from 100 s on. The camera's clock is an hour behind.
  const left = {parts: [part(100_000, 129_900, 3_600_000)], gaps: []};
  const one = (fields) => recording({startedAt: 3_680_000e6, duration: 30e9, frames: {persisted: 300, missing: 0}, ...fields});
  assert.equal(deletedSpan(one(), left), null);
  assert.deepEqual(reach(one(), left), [100_000, 130_000]);
  assert.deepEqual(deletedSpan(one({deletedFrames: 50}), left), [80_000, 100_000], 'from the start of the recording');
  assert.deepEqual(deletedSpan(one({deletedFrames: 500}), left), [50_000, 100_000], 'it began before it was started');
  assert.deepEqual(reach(one({deletedFrames: 500}), left), [50_000, 130_000]);
  const deleted = (common, fields = {deletedFrames: 500}) => wasDeleted(one(fields), left, common);
  assert.deepEqual([3_649_000, 3_650_000, 3_699_000, 3_700_000].map((common) => deleted(common)), [false, true, true, false]);
  assert.equal(deleted(3_699_000, {}), false);
});

test('a video that is behind plays faster, and never by more than a person would notice', () => {
  assert.equal(pace(0), 1);
  assert.ok(pace(15) > 1 && pace(-15) < 1);
  assert.equal(pace(10_000), 1.15);
  assert.equal(pace(-10_000), 0.85);
});

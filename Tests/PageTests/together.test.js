// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pace} from '../../Sources/ControlServer/Page/companion.js';
import {commonMoment, covers, ownMoment} from '../../Sources/ControlServer/Page/places.js';
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

test('a video that is behind plays faster, and never by more than a person would notice', () => {
  assert.equal(pace(0), 1);
  assert.ok(pace(15) > 1 && pace(-15) < 1);
  assert.equal(pace(10_000), 1.15);
  assert.equal(pace(-10_000), 0.85);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {measured} from '../../Sources/ControlServer/Page/clock.js';
import {momentWish, runningSeries, seriesEnd, seriesFollowed, seriesRead, seriesText} from '../../Sources/ControlServer/Page/series.js';
import {preferred, reported, seriesHeard} from '../../Sources/ControlServer/Page/state.js';
import {after, job, page} from './support.js';

const desk = after(page('recorder', 'view', 'shoot'), [measured, 0, 10, 505e6]);
const series = (fields = {}) => ({
  id: 'm1', count: 3, phase: 'taking', secondsLeft: 0,
  cameras: [{name: 'porch', job: job({taken: 2})}, {name: 'garden', job: job({taken: 1})}, {name: 'barn', problem: 'away'}], ...fields,
});

test('a press of all is one moment, or with a timer or a count a series on one interval', () => {
  const pressed = {pressedAt: 1_500e6, pressUncertainty: 5e6};
  assert.deepEqual(momentWish(desk, 1_000), {path: '/v1/moments', body: pressed});
  const timed = after(desk, [preferred, 'timer', '3']);
  assert.deepEqual(momentWish(timed, 1_000), {path: '/v1/moments/series', body: {...pressed, timerSeconds: 3, count: 1}});
  const lapse = after(desk, [preferred, 'burst', 'custom'], [preferred, 'lapseCount', 60], [preferred, 'lapseSeconds', 10]);
  assert.deepEqual(momentWish(lapse, 1_000),
    {path: '/v1/moments/series', body: {...pressed, timerSeconds: 0, count: 60, everyMilliseconds: 10_000}});
});

test('what became of a series stays until the next one begins, or the user has read it', () => {
  const begun = after(desk, [reported, {}, 0], [seriesHeard, series()], [seriesFollowed]);
  const over = after(begun, [seriesHeard, series({phase: 'done'})], [seriesFollowed], [reported, {}, 0], [seriesFollowed]);
  assert.deepEqual([begun.desk.told, over.desk.told?.phase], [null, 'done']);
  assert.equal(seriesFollowed(over), over, 'each report is followed');
  assert.equal(after(over, [seriesRead]).desk.told, null);
  const next = after(over, [seriesHeard, series({id: 'm2'})], [seriesFollowed]);
  assert.equal(next.desk.told, null);
  const both = after(next, [seriesHeard, series({id: 'm3'})], [seriesFollowed], [seriesHeard, series({id: 'm2', phase: 'cancelled'})], [seriesFollowed],
    [seriesHeard, series({id: 'm3'})], [seriesFollowed]);
  assert.equal(both.desk.told.phase, 'cancelled', 'the progress of another one does not replace it');
});

test('a series is shown until it is over, and then told', () => {
  const begun = after(desk, [reported, {recordings: []}, 0], [seriesHeard, series({phase: 'countdown', secondsLeft: 2})], [seriesHeard, series()]);
  assert.deepEqual(runningSeries(begun).map(({phase}) => phase), ['taking']);
  assert.equal(seriesText(series()), 'porch 2, garden 1 of 3 stills');
  const ended = [['porch', {phase: 'done', taken: 3}], ['garden', {phase: 'cancelled', taken: 1}]].map(([name, fields]) => ({name, job: job(fields)}));
  const over = after(begun, [seriesHeard, series({phase: 'cancelled', cameras: [...ended, {name: 'barn', problem: 'away'}]})]);
  assert.deepEqual(runningSeries(over), []);
  assert.deepEqual(seriesEnd(over.report.series[0]), {text: 'Series over: porch 3 of 3, garden 1 of 3 (cancelled).', isBad: true});
  const behind = series({phase: 'done', count: 8, cameras: [{name: 'a', job: job({phase: 'done', taken: 6, skipped: 2})}]});
  assert.deepEqual(seriesEnd(behind), {text: 'Series taken: a 6 of 8 (2 skipped: it was away, behind, or had no picture).', isBad: true});
  const jobs = (...list) => seriesEnd(series({phase: list.includes('done') ? 'done' : list[0], cameras: list.map((phase, index) => ({name: 'ab'[index], job: job({phase, taken: 3 - index})}))}));
  assert.deepEqual(jobs('cancelled', 'cancelled'), {text: 'Series cancelled: a 3 of 3 (cancelled), b 2 of 3 (cancelled).', isBad: true});
  assert.deepEqual(jobs('done', 'failed'), {text: 'Series over: a 3 of 3, b 2 of 3 (failed).', isBad: true});
  assert.deepEqual(jobs('done', 'done'), {text: 'Series taken: a 3 of 3, b 2 of 3.', isBad: false});
  assert.equal(seriesHeard(desk, series()), desk, 'before the first report nothing is shown');
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {derived, merged, toggled, without} from '../../Sources/ControlServer/Page/collections.js';
import {heard, kinds} from '../../Sources/ControlServer/Page/events.js';
import * as state from '../../Sources/ControlServer/Page/state.js';
import {addressed, keptView, viewNames} from '../../Sources/ControlServer/Page/views.js';
import {after, file, frozen, job, page, recording, still} from './support.js';

test('a browser that sees some cameras may look, and nothing else that `view` allows to others', () => {
  const bounded = {...page('recorder'), me: {grants: ['record'], viewOf: ['porch']}};
  assert.ok(state.may(bounded, 'view'));
  assert.ok(!state.may(bounded, 'shoot', 'admin'));
  assert.deepEqual(viewNames(bounded), ['cameras', 'timeline', 'gallery', 'settings']);
});

test('views follow from the role and the grants; an address that is not allowed leads to the first one', () => {
  assert.deepEqual(viewNames(page('camera', 'shoot')), ['live', 'gallery', 'settings']);
  assert.deepEqual(viewNames(page('camera', 'view')), ['live', 'gallery', 'transfers', 'settings']);
  assert.deepEqual(viewNames(page('recorder', 'view')), ['cameras', 'timeline', 'gallery', 'transfers', 'settings']);
  assert.deepEqual(addressed(page('camera', 'shoot'), '#timeline/x'), {name: 'live', detail: 'x'});
  assert.deepEqual(addressed(page('recorder', 'view'), '#timeline/a%2Fb'), {name: 'timeline', detail: 'a/b'});
});

test('if the grants change, the desk stays as long as it is permitted and named by the address; other views are made anew', () => {
  const narrowed = (...grants) => after(page('recorder', 'view', 'shoot', 'record'), [state.regranted, {grants}]);
  assert.equal(keptView(narrowed('view'), '#cameras', 'cameras'), 'cameras');
  assert.equal(keptView(narrowed('record'), '', 'cameras'), 'cameras');
  assert.equal(keptView(narrowed('shoot'), '#cameras', 'cameras'), null, 'it is not permitted any more');
  assert.equal(keptView(narrowed('view'), '#settings', 'cameras'), null, 'another view is about to be shown');
  assert.equal(keptView(narrowed('view'), '#timeline', 'timeline'), null);
  assert.equal(keptView(narrowed('view'), '#cameras', undefined), null, 'no view is shown yet');
});

test('preferences that were never chosen have their defaults', () => {
  const entered = after(state.initial, [state.entered, {grants: []}, {}, {timer: '3'}], [state.preferred, 'burst', '5']);
  assert.equal(entered.preferences.timer, '3');
  assert.equal(entered.preferences.burst, '5');
  assert.equal(entered.preferences.busy, 'queue');
});

test('a link that is lost keeps the clock, for the moment of a press; one that is back counts, so that lists are read again', () => {
  const up = {...page('camera', 'view'), clock: [{came: 1, roundTrip: 1, offset: 0}]};
  const down = after(up, [state.linked, false, 5]);
  assert.deepEqual([down.link, down.clock], [{isUp: false, times: 0, lostAt: 5}, up.clock]);
  assert.deepEqual(after(down, [state.linked, true, 6]).link, {isUp: true, times: 1, lostAt: null});
  assert.equal(state.linked(up, true), up);
});

test('the last four messages are kept, and each can be closed', () => {
  const five = after(page('camera'), ...['a', 'b', 'c', 'd', 'e'].map((text) => [state.noticed, text]));
  assert.deepEqual(five.notices.list.map((one) => one.text), ['b', 'c', 'd', 'e']);
  const closed = after(five, [state.noticeClosed, five.notices.list[1].id]);
  assert.deepEqual(closed.notices.list.map((one) => one.text), ['b', 'd', 'e']);
});

test('a report keeps ten minutes of statistics, and its recordings and jobs', () => {
  const report = (latency) => ({recordings: [recording({live: {latency}})], stills: {jobs: [job()]}});
  const now = after(page('recorder', 'view'), [state.reported, report(1), 0], [state.reported, report(2), 400_000], [state.reported, report(3), 700_000]);
  assert.deepEqual(now.history.get('porch').map((point) => point.live.latency), [2, 3]);
  assert.deepEqual([...now.recordings.keys()], ['20261121-041730-aa']);
  assert.deepEqual([...now.shutter.jobs.keys()], ['j1']);
  assert.equal(after(now, [state.reported, {recordings: []}, 0]).shutter.jobs.size, 0, 'what the camera has forgotten is over');
});

test('an equal report leaves the list of recordings as it is, so that nothing is drawn anew', () => {
  const report = {recordings: [recording()]};
  const first = after(page('recorder', 'view'), [state.reported, report, 0]);
  assert.equal(state.reported(first, frozen(report), 1).recordings, first.recordings);
});

test('lists grow page by page and lose what is missed; what is being read is known', () => {
  const read = after(page('camera', 'view'), [state.reading, 'stills', true], [state.listed, 'stills', [still({id: 'a'}), still({id: 'b'})]],
    [state.missed, 'stills', new Set(['a', 'unknown'])]);
  assert.deepEqual([...read.stills.keys()], ['b']);
  assert.deepEqual([...read.reading], ['stills']);
  assert.equal(after(read, [state.reading, 'stills', false]).reading.size, 0);
});

test('each kind of event goes to its part of the state and to the log, which keeps 500', () => {
  const values = {
    capture: {phase: 'running'}, fragment: {sequence: 1}, 'still-job': job(), still: still(), recording: recording(), transfer: file(),
    'camera-link': {address: 'a', phase: 'lost'}, peer: {peer: 'p', phase: 'lost'}, controls: {controls: [], presets: [], by: 'phone'},
    'recording-control': {recorders: [], request: {id: 'q', isOn: true}},
    'moment-series': {id: 'm1', count: 2, phase: 'taking', cameras: []},
  };
  assert.deepEqual(Object.keys(values).sort(), [...kinds].sort());
  const all = after(page('camera', 'view'), ...kinds.map((kind) => [heard, kind, values[kind], 1, 2]));
  assert.deepEqual(all.events.map((event) => event.kind), kinds);
  assert.deepEqual(all.capture, values.capture);
  assert.ok(all.shutter.jobs.has('j1') && all.stills.has('s1') && all.recordings.has(values.recording.id) && all.files.has(values.transfer.id));
  let many = all;
  for (let count = 0; count < 600; count += 1) many = heard(many, 'fragment', {sequence: count}, 1, 2);
  assert.equal(many.events.length, 500);
  assert.equal(many.events.at(-1).value.sequence, 599);
});

test('collections: copies differ, and what changes nothing is the same', () => {
  const map = frozen(new Map([['a', {id: 'a', size: 1}]]));
  assert.equal(merged(map, [{id: 'a', size: 1}]), map);
  assert.deepEqual([...merged(map, [{id: 'a'}]).values()], [{id: 'a'}], 'fields that are gone are gone');
  assert.equal(without(map, ['b']), map);
  assert.deepEqual([...toggled(toggled(frozen(new Set(['x'])), 'y'), 'x')], ['y']);
  let calls = 0;
  const length = derived((one) => [one.list], (one) => { calls += 1; return one.list.length; });
  const list = [1, 2];
  assert.deepEqual([length({list}), length({list, other: 1}), length({list: [1]}), calls], [2, 2, 1, 2]);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as desk from '../../Sources/ControlServer/Page/cameras.js';
import {moment} from '../../Sources/ControlServer/Page/formats.js';
import {glance} from '../../Sources/ControlServer/Page/glance.js';
import * as places from '../../Sources/ControlServer/Page/places.js';
import {removeQuestion} from '../../Sources/ControlServer/Page/recording-list.js';
import * as recordings from '../../Sources/ControlServer/Page/recordings.js';
import {linked, pictured, regranted, reported} from '../../Sources/ControlServer/Page/state.js';
import {missingFrames} from '../../Sources/ControlServer/Page/texts.js';
import {after, page, recording} from './support.js';

const link = (fields = {}) => ({address: '10.0.0.1:5664', camera: 'porch', name: 'Porch', phase: 'connected', ...fields});
const recorder = (report) => after(page('recorder', 'view', 'record'), [reported, {health: 'green', reasons: [], ...report}, 0]);
const only = (report) => { const state = recorder(report); return desk.tile(state, desk.cameras(state)[0]); };

test('each camera is there once, those with a link first, by name, with its link and the recording that runs', () => {
  const state = recorder({
    cameras: [link({camera: 'b', name: 'Cam 10'}), link({camera: 'a', name: 'Cam 9'}), link({camera: undefined, name: undefined, address: 'x:1', phase: 'lost'})],
    recordings: [recording({id: 'r1', camera: 'a'}), recording({id: 'r2', camera: 'a', state: 'stopped'}), recording({id: 'r3', camera: 'gone', cameraName: 'Gone'})],
  });
  assert.deepEqual(desk.cameras(state).map(({name, recording: one, canRecord}) => [name, one?.id, canRecord]),
    [['Cam 9', 'r1', false], ['Cam 10', undefined, true], ['x:1', undefined, false], ['Gone', 'r3', false]]);
  assert.equal(desk.deskText(state), '4 cameras, 1 recording, 0 bit/s');
  assert.equal(desk.deskText(page('recorder', 'view')), '0 cameras, none recording, 0 bit/s');
});

test('a tile says how the recording is, and what is wrong first', () => {
  const cameras = [link()];
  assert.equal(only({cameras, recordings: [recording()]}).status, '● recording 1:00');
  assert.equal(only({cameras, recordings: [recording({trouble: 'disk full'})]}).status, '● 1:00 · disk full');
  assert.equal(only({cameras}).status, '○ not recording');
  const away = only({cameras: [link({phase: 'lost', reason: 'no answer'})]});
  assert.deepEqual([away.status, away.phase, away.isLost, away.mood, away.offersRecord, away.note], ['no answer', 'not connected', true, 'bad', false, 'Not connected']);
  const ending = only({cameras: [link({phase: 'lost', reason: 'no answer'})], recordings: [recording({state: 'stopping'})]});
  assert.deepEqual([ending.status, ending.mood, ending.offersRecord], ['○ stopping, waiting for the camera', '', false]);
  const head = (...recordings) => glance(recorder({cameras: [link({phase: 'lost'}), link({camera: 'b', phase: 'lost'})], recordings})).chips[1];
  const [stopping, goingOn] = [recording({state: 'stopping'}), recording({id: 'r2', camera: 'b'})];
  assert.deepEqual(head(stopping), ['warn', 'Stopping when the camera is back']);
  assert.deepEqual(head(stopping, goingOn), ['warn', '0 of 2 recording']);
  const stop = (...recordings) => desk.forAll(recorder({}), recordings.map((one) => ({recording: one}))).stop;
  assert.deepEqual([stop(stopping, stopping), stop(stopping, goingOn)], [false, true]);
  const live = {jitter: 2e6, frames: 30, repeated: 3, bitsPerSecond: 1};
  assert.equal(only({cameras, recordings: [recording({live, backlog: {fragments: 2, secondsLeft: 200}})]}).figures,
    'jitter 2.0 ms · 30 frames/s · 3 packets resent · fetching 2 fragments, 3 min left');
});

test('a lost camera says since when, as far as the recorder knows', () => {
  const note = (fields, duration = 60e9) => only({cameras: [link(fields)], recordings: [recording({startedAt: 0, duration})]}).note;
  const lostSince = new Date(2026, 10, 21, 12).getTime() * 1e6;
  assert.match(note({phase: 'suspended', lostSince}), /^Not connected since .*2026, 12:00:00$/);
  assert.match(note({phase: 'lost'}), /^Not connected; last frame at .*1970, /, 'the recorder was restarted meanwhile');
  assert.equal(note({phase: 'lost'}, 0), 'Not connected', 'no frame was recorded yet');
  assert.equal(note({}), '');
});

test('a recording that does not grow is whole so far, and its picture is old; a camera whose name another one has shows its id', () => {
  const shown = (fields) => only({cameras: [link()], recordings: [recording(fields)]});
  const live = {bitsPerSecond: 1, frames: 1, jitter: 0, latency: 12e9};
  const [good, bad, back] = [shown({live}), shown({live, trouble: 'the disk is full'}), shown({})];
  assert.deepEqual([good.isOld, good.isComplete, bad.isOld, bad.isComplete], [false, true, true, false]);
  assert.equal(bad.complete, `so far ${good.complete}`);
  assert.deepEqual([back.isOld, back.isComplete, back.complete], [false, false, bad.complete], 'what a camera that is back has lost is not heard yet');
  const late = shown({live, liveTrouble: 'its pictures come 12 s late'});
  assert.deepEqual([late.isOld, late.isComplete, late.status, late.mood], [true, true, '● 1:00 · its pictures come 12 s late', 'bad']);
  assert.equal(shown({liveTrouble: 'no live video, what is recorded is fetched: it is refused'}).isOld, false);
  const two = desk.cameras(recorder({cameras: [link(), link({camera: 'other-camera', address: 'b:1'})]}));
  assert.deepEqual(two.map(({name}) => name.replace(/^.* /, '')), [two[0], two[1]].map(({id}) => `(${id.slice(0, 7)})`));
});

test('the line of lost cameras has their present names, although the list of peers was read before they were renamed', () => {
  const lost = (name, other) => recorder({
    cameras: [link({phase: 'lost', reason: 'gone', name}), link({camera: 'other', phase: 'connected', name: other})], reasons: [`${name}: gone`],
  });
  const peers = [{id: link().camera, name: 'Porch'}, {id: 'other', name: 'Porch'}];
  assert.equal(glance({...lost('Porch', 'Porch'), peers}).trouble, `Porch (${link().camera.slice(0, 7)}) is not connected`);
  assert.equal(glance({...lost('Veranda', 'Porch'), peers}).trouble, 'Veranda is not connected');
  const named = lost('Porch', 'Porch');
  named.report.reasons = [`Porch (${link().camera.slice(0, 7)}): gone`, 'Porch (other): the disk is full'];
  assert.equal(glance({...named, peers}).trouble, `Porch (${link().camera.slice(0, 7)}) is not connected. Porch (other): the disk is full`);
});

test('a revoked camera says since when in one form, wherever the reason is shown', () => {
  const reason = 'revoked: it has not let this recorder in since 2020-01-02T03:04:05Z; pair them again';
  const local = reason.replace('2020-01-02T03:04:05Z', moment(Date.UTC(2020, 0, 2, 3, 4, 5)));
  const camera = link({phase: 'lost', reason, revokedByPeerAt: 1_577_934_245, lostSince: Date.UTC(2020, 0, 2, 3, 4, 5) * 1e6});
  const {status, reason: title, note} = only({cameras: [camera]});
  assert.deepEqual([status, title], [local, local]);
  assert.ok(local.includes(note.replace('Not connected since ', '')), note);
  assert.equal(only({cameras: [link()], recordings: [recording({trouble: reason})]}).status, `● 1:00 · ${local}`);
  assert.equal(glance(recorder({cameras: [camera], reasons: [`Attic: ${reason}`]})).trouble, `Attic: ${local}`);
  assert.equal(glance(recorder({cameras: [camera], reasons: [`Porch: ${reason}`]})).trouble, `Porch: ${local}`, 'the line names the revocation');
});

test('at a glance: a recording whose camera was revoked does not wait for the camera', () => {
  const chip = (report) => glance(recorder(report)).chips[1];
  const lost = (fields) => ({cameras: [link({phase: 'lost', ...fields})], recordings: [recording()]});
  const revoked = ['bad', 'Pairing revoked'];
  assert.deepEqual(chip(lost({reason: 'x', revokedByPeerAt: 1_577_934_245})), revoked);
  assert.deepEqual(chip(lost({reason: 'x', revokedAt: 1_577_934_245})), revoked);
  assert.deepEqual(chip({recordings: [recording({trouble: 'x', cameraRevokedAt: 1_577_934_245})]}), revoked);
  assert.deepEqual(chip(lost({reason: 'revoked: of an unknown kind'})), ['warn', 'Waiting for the camera'], 'the words decide nothing');
  assert.deepEqual(chip(lost({reason: 'no answer', phase: 'suspended'})), ['warn', 'Waiting for the camera']);
  assert.deepEqual(chip({recordings: [recording({trouble: 'the disk is full'})]}), ['bad', 'Recording fails']);
});

test('of several cameras all can be recorded if one is not, and stopped if one is; of one camera the tile does', () => {
  const both = (cameras, recordings, ...grants) => {
    const state = after(page('recorder', ...(grants.length ? grants : ['view', 'record'])), [reported, {cameras, recordings}, 0]);
    const {record, stop} = desk.forAll(state, desk.cameras(state));
    return [record, stop];
  };
  const [porch, garden] = [link(), link({camera: 'garden', name: 'Garden'})];
  const [one, other] = [recording({id: 'r1'}), recording({id: 'r2', camera: 'garden', cameraName: 'Garden'})];
  assert.deepEqual(both([porch, garden], []), [true, false]);
  assert.deepEqual(both([porch, garden], [one]), [true, true]);
  assert.deepEqual(both([porch, garden], [one, other]), [false, true]);
  assert.deepEqual(both([porch, {...garden, phase: 'lost'}], [one]), [false, true]);
  assert.deepEqual(both([porch, {...garden, phase: 'lost'}], []), [true, false]);
  assert.deepEqual([both([porch], []), both([porch], [one])], [[false, false], [false, false]]);
  assert.deepEqual(both([porch, garden], [one], 'view'), [false, false]);
});

test('only who may record is offered it, and only what is recorded can be watched', () => {
  const report = {cameras: [link()], recordings: [recording()]};
  const viewer = after(page('recorder', 'view'), [reported, report, 0]);
  const {offersRecord, offersWatch} = desk.tile(viewer, desk.cameras(viewer)[0]);
  assert.deepEqual([offersRecord, offersWatch], [false, true]);
  assert.deepEqual([only(report).offersRecord, only({cameras: [link()]}).offersRecord, only({cameras: [link()]}).offersWatch], [true, true, false]);
});

test('a still is offered to who may take one, of each camera that is connected, recorded or not', () => {
  const offers = (phase, ...grants) => {
    const state = after(page('recorder', ...grants), [reported, {cameras: [link({phase})]}, 0]);
    return desk.tile(state, desk.cameras(state)[0]).offersStill;
  };
  assert.deepEqual([offers('connected', 'view', 'shoot'), offers('suspended', 'view', 'shoot'), offers('connected', 'view', 'record')], [true, false, false]);
});

test('a still is named to who may take one, where there is no picture', () => {
  const note = (...grants) => {
    const state = after(page('recorder', ...grants), [reported, {cameras: [link()]}, 0]);
    return desk.tile(state, desk.cameras(state)[0]).note;
  };
  assert.equal(note('view', 'shoot'), 'No picture, because this camera is not being recorded. Take a still to see one.');
  assert.equal(note('view'), 'No picture, because this camera is not being recorded.');
});

test('three cameras are watched at most; a recording that ends is not watched', () => {
  const on = ['a', 'b', 'c', 'a', 'd'].map((id) => [desk.watched, id, true]);
  assert.deepEqual(after(recorder({}), ...on).desk.watched, ['c', 'a', 'd']);
  assert.deepEqual(after(recorder({}), ...on, [desk.watched, 'a', false]).desk.watched, ['c', 'd']);
  const stopped = after(recorder({cameras: [link()]}), [desk.watched, 'porch', true]);
  assert.ok(!desk.tile(stopped, desk.cameras(stopped)[0]).isWatched);
});

test('a live picture goes on if other grants are withdrawn, and ends with the grant to watch', () => {
  const watching = after(page('recorder', 'view', 'shoot', 'record'), [reported, {cameras: [link()], recordings: [recording()]}, 0], [desk.watched, 'porch', true]);
  const tile = (...grants) => {
    const state = after(watching, [regranted, {grants}]);
    const {isWatched, offersStill, offersRecord} = desk.tile(state, desk.cameras(state)[0]);
    return [isWatched, offersStill, offersRecord];
  };
  assert.deepEqual([tile('view', 'shoot', 'record'), tile('view'), tile('record')], [[true, true, true], [true, false, false], [false, false, true]]);
});

test('a chart has ages and values, and leaves out what is not known', () => {
  const report = (latency) => ({recordings: [recording({live: {latency, bitsPerSecond: 2e6}})]});
  const state = after(page('recorder', 'view'), [reported, report(1e6), 1_000], [reported, report(undefined), 2_000], [reported, report(4e6), 3_000]);
  assert.deepEqual(desk.chart(state, 'porch', 'latency', 4_000), {points: [[3_000, 1e6], [1_000, 4e6]], most: 4e6, last: '4.0 ms', range: '4.0 ms'});
  assert.deepEqual(desk.chart(state, 'other', 'bitrate', 4_000), {points: [], most: 1, last: '–', range: '–'});
});

test('a chart says nothing as soon as nothing is live, and breaks its line there', () => {
  const report = (live, ...others) => ({recordings: [recording({live}), ...others]});
  const live = {latency: 1e6, bitsPerSecond: 2e6, lost: 0, late: 0};
  const running = after(page('recorder', 'view'), [reported, report(live), 1_000], [reported, report(live, recording({id: 'older', state: 'stopped'})), 2_000]);
  const texts = (state, now) => desk.seriesNames.map((name) => desk.chart(state, 'porch', name, now).last);
  assert.deepEqual(texts(running, 2_000), ['2.0 Mbit/s', '0 packets', '1.0 ms']);
  assert.equal(desk.chart(running, 'porch', 'loss', 2_000).range, '0 packets');
  const stopped = after(running, [reported, {recordings: []}, 3_000]);
  assert.deepEqual(texts(stopped, 3_000), ['–', '–', '–'], 'at once');
  const again = after(stopped, [reported, report(undefined), 4_000], [reported, report(live), 5_000]);
  assert.deepEqual(desk.chart(again, 'porch', 'bitrate', 5_000).points, [[4_000, 2e6], [3_000, 2e6], [2_000, null], [0, 2e6]]);
  assert.equal(texts(again, 5_000)[0], '2.0 Mbit/s');
  const later = after(stopped, [reported, {recordings: []}, 900_000]);
  assert.deepEqual(desk.chart(later, 'porch', 'bitrate', 900_000), {points: [], most: 1, last: '–', range: '–'}, 'ten minutes are kept');
  assert.equal(glance(after(stopped, [reported, {...report(live), disk: {free: 200e9, total: 500e9}}, 4_000])).chips.at(-1)[0], 'good');
});

test('completeness: all, less with reasons, and what could not be counted', () => {
  const gaps = [{reason: 'spool-overrun', frames: 2}, {reason: 'not-encoded', frames: 1}, {reason: 'spool-overrun', frames: 3}, {reason: 'new-one', frames: 0}];
  assert.equal(recordings.completeness(recording()), '100 %, nothing missing');
  assert.equal(recordings.completeness(recording({deletedFrames: 1_150})), '100 %, nothing missing; deleted to make room: 1,150 frames, from its start');
  assert.equal(recordings.completeness(recording({frames: {persisted: 94, missing: 6}, gaps})),
    "94.0 %, 6 frames missing: the camera's storage was full before the recorder fetched them (5), the encoder could not keep up (1)", 'nothing is missing of a pause');
  const killed = recording({gaps: [{reason: 'camera-restarted', frames: 0, isUncounted: true}]});
  assert.equal(recordings.completeness(killed), '100 % of what was counted, some frames missing that nobody counted: the camera restarted');
  assert.equal(recordings.completeness({...killed, frames: {persisted: 99, missing: 1}}),
    '99.0 % of what was counted, 1 frame missing, and some that nobody counted: the camera restarted');
  assert.deepEqual([recordings.isComplete(recording()), recordings.isComplete(killed), recordings.isComplete(undefined)], [true, false, true]);
});

test('uncounted frames have a limit if each gap has one, and the same words everywhere', () => {
  const gap = (atMost) => ({reason: 'camera-restarted', frames: 0, isUncounted: true, ...(atMost === undefined ? {} : {atMost})});
  const pause = {reason: 'camera-restarted', frames: 0};
  assert.deepEqual([[], [pause], [gap(32), pause, gap(1_000)], [gap(32), gap()]].map(recordings.uncounted), [undefined, undefined, 1_032, Infinity]);
  assert.deepEqual([undefined, pause, gap(1), gap(1_032), gap()].map((one) => missingFrames(0, recordings.uncounted(one ? [one] : []))),
    ['0 frames missing', '0 frames missing', 'at most 1 frame missing that nobody counted', 'at most 1,032 frames missing that nobody counted', 'some frames missing that nobody counted']);
  assert.deepEqual([missingFrames(2_713), missingFrames(1, 32), missingFrames(1, Infinity)],
    ['2,713 frames missing', '1 frame missing, and at most 32 that nobody counted', '1 frame missing, and some that nobody counted']);
  const killed = recording({gaps: [gap(32)]});
  const lost = glance(recorder({recordings: [killed, recording({id: 'b', gaps: [gap(8)]})]})).chips[2];
  assert.deepEqual(lost, ['warn', 'At most 40 frames missing that nobody counted']);
  const some = glance(recorder({recordings: [{...killed, frames: {persisted: 1, missing: 2}}]})).chips[2];
  assert.deepEqual(some, ['bad', '2 frames missing, and at most 32 that nobody counted']);
  assert.equal(recordings.completeness(killed), '100 % of what was counted, at most 32 frames missing that nobody counted: the camera restarted');
  assert.equal(places.placeText({gap: gap(32)}), 'at most 32 frames missing that nobody counted: the camera restarted');
  assert.equal(places.placeText({gap: {...gap(), frames: 3}}), '3 frames missing, and some that nobody counted: the camera restarted');
});

test('the gaps of a timeline get the limits of the recording, if both have the same gaps', () => {
  const hole = (fields) => ({from: 1, to: 2, reason: 'camera-restarted', frames: 0, ...fields});
  const detail = {parts: [], gaps: [hole({}), hole({isUncounted: true}), hole({isUncounted: true})]};
  const gaps = [{isUncounted: true, atMost: 32}, {frames: 1}, {isUncounted: true}];
  assert.deepEqual(places.bounded(detail, gaps).gaps.map(({atMost}) => atMost), [undefined, 32, undefined]);
  assert.equal(places.bounded(detail, gaps.slice(1)), detail);
  assert.equal(places.bounded(detail), detail);
});

test('a recording lies where its parts lie, or as long as it says', () => {
  assert.deepEqual(recordings.extent(recording({startedAt: 5e9, duration: 2e9})), [5_000, 7_000]);
  assert.deepEqual(recordings.extent(recording({startedAt: 5e9, duration: 0})), [5_000, 5_001]);
  assert.deepEqual(recordings.extent(recording({duration: 60e9, frames: {persisted: 1_500, missing: 0}}), {parts: [{from: 1e9, to: 2e9}, {from: 3e9, to: 4e9}]}), [1_000, 4_040], 'to the end of the last frame');
});

test('a moment of a recording is a frame of an epoch, or a gap with its reason', () => {
  const detail = {
    parts: [{from: 0, to: 9e6, frames: 10, epoch: 1}, {from: 20e6, to: 20e6, frames: 1, epoch: 2}],
    gaps: [{from: 9.5e6, to: 20e6, frames: 0, reason: 'pipeline-changed'}],
  };
  assert.deepEqual([0, 8.5, 9, 9.2, 20].map((at) => places.placeOf(detail, at).frame), [1, 9, 10, undefined, 11]);
  assert.deepEqual([places.placeText(places.placeOf(detail, 20.1, 0.2)), places.placeText(places.placeOf(detail, 5)), places.placeText(places.placeOf(null, 5))],
    ['nothing was captured, nothing is missing: the pipeline was changed', 'about frame 6, epoch 1', '']);
});

test('the last frame of a part is there for its length, and a step goes from a gap to the frame beside it', () => {
  const detail = {
    parts: [{from: 0, to: 900e6, frames: 10, epoch: 1}, {from: 1_000e6, to: 1_000e6, frames: 1, epoch: 1}, {from: 5_000e6, to: 5_900e6, frames: 10, epoch: 2}, {from: 6_100e6, to: 7_000e6, frames: 10, epoch: 2}],
    gaps: [{from: 1_100e6, to: 5_000e6, frames: 0, reason: 'camera-restarted'}, {from: 6_000e6, to: 6_000e6, frames: 1, reason: 'not-encoded'}],
  };
  const place = (at) => places.placeOf(detail, at, 0, 100);
  assert.deepEqual([950, 1_000, 1_050, 5_950, 6_050].map((at) => place(at).frame), [10, 11, 11, 21, undefined]);
  assert.deepEqual([place(1_050).gap, place(1_150).gap?.frames], [undefined, 0]);
  const walk = (from, direction, count) => {
    const list = [from];
    while (list.length <= count) list.push(places.stepFrom(detail, list.at(-1), direction, 100));
    return list;
  };
  // The gap is one step, however long it is; a single missing frame, which no moment belongs to, is none.
  assert.deepEqual(walk(850, 1, 5), [850, 950, 1_050, 1_150, 5_050, 5_150]);
  assert.deepEqual(walk(5_150, -1, 5), [5_150, 5_050, 4_950, 1_050, 950, 850]);
  assert.deepEqual([walk(3_000, 1, 1)[1], walk(3_000, -1, 1)[1]], [5_050, 1_050]);
  assert.deepEqual([walk(5_950, 1, 1)[1], walk(6_150, -1, 1)[1]], [6_150, 5_950]);
  assert.deepEqual([walk(6_950, 1, 2).at(-1), places.stepFrom(null, 500, -1, 100)], [7_150, 400]);
});

test('a length is cut to seconds, in the list and in the player', () => {
  const start = Date.UTC(2026, 10, 26, 12, 12, 38, 123);
  assert.equal(places.lengthText({duration: 1156.7e9}), '19:16');
  assert.equal(places.between(start, start + 1_156_700), '19:16');
  // 299 frames and the length of the last one are ten seconds, which no sum of fractions may lose.
  const [from, to] = recordings.extent(recording({duration: 10e9, frames: {persisted: 300, missing: 0}}), {parts: [{from: start * 1e6, to: start * 1e6 + 9_966_666_666}]});
  assert.deepEqual([places.between(from, to), places.lengthText({duration: 10e9})], ['0:10', '0:10']);
});

test('the question whether to delete a recording says which one', () => {
  const start = Date.UTC(2026, 10, 26, 12, 12, 38);
  assert.equal(removeQuestion({recordings: new Map()}, recording({capturedFrom: start * 1e6, duration: 72e9})), `Delete the recording of Porch from ${moment(start)} (1:12)?`);
});

test('the length of a frame is that of all frames, also of missing ones', () => {
  assert.equal(recordings.frameLength(recording({duration: 60e9, frames: {persisted: 1_700, missing: 100}})).toFixed(2), '33.33');
  assert.equal(recordings.frameLength(recording({duration: 60e9, frames: {persisted: 6, missing: 0}})), 1_000);
  assert.equal(recordings.frameLength(recording({frames: {persisted: 0, missing: 0}})), 40);
});

test('of a camera that is not recorded the newest still is shown', () => {
  const file = (fields) => ({kind: 'still', peer: 'a', phase: 'received', ...fields});
  const list = [file({id: '20261126T091300Z-1'}), file({id: '20261126T092800Z-2'}), file({id: '20261126T093000Z-3', peer: 'b'}),
    file({id: '20261126T094000Z-4', phase: 'transferring'}), file({id: '20261126T095000Z-5', kind: 'file'})];
  const state = {files: new Map(list.map((one) => [one.id, one]))};
  assert.deepEqual(['a', 'b', 'c'].map((id) => desk.lastStill(state, id)?.id), ['20261126T092800Z-2', '20261126T093000Z-3', undefined]);
});

test('at a glance: a camera says while somebody asks where somebody is', () => {
  const camera = {...recorder({disk: {free: 300e9, total: 500e9}, ranging: 1})};
  assert.deepEqual(glance(camera).chips.at(-1), ['plain', 'Ranging is on']);
  assert.ok(glance({...camera, report: {...camera.report, ranging: undefined}}).chips.every(([, text]) => text !== 'Ranging is on'));
});

test('at a glance: a recorder that is well', () => {
  const {chips, summary, trouble} = glance(recorder({
    cameras: [link()], recordings: [recording({live: {bitsPerSecond: 8e6}})], disk: {free: 200e9, reserve: 1e9, total: 500e9},
  }));
  assert.deepEqual(chips, [['good', '1 camera'], ['recording', 'Recording 1:00'], ['good', 'Nothing missing'], ['good', '199 GB left: 2 days']]);
  assert.deepEqual([summary, trouble], ['recorder · no problems', '']);
});

test('at a glance: who may see some cameras is not told how long the disk lasts, which others fill too', () => {
  const state = recorder({cameras: [link()], recordings: [recording({live: {bitsPerSecond: 8e6}})], disk: {free: 200e9, total: 500e9}});
  const bounded = {...state, me: {...state.me, grants: [], viewOf: ['a']}};
  assert.deepEqual([state, bounded].map((one) => glance(one).chips.at(-1)[1]), ['200 GB left: 2 days', '200 GB left']);
});

test('at a glance: the time that the disk lasts follows the rate of a minute, not of a second', () => {
  const report = (rate) => ({recordings: [recording({live: {bitsPerSecond: rate}})], disk: {free: 200e9, reserve: 1e9, total: 500e9}});
  const left = (...rates) => glance(rates.slice(1).reduce((state, rate, index) => after(state, [reported, report(rate), 1_500 * (index + 1)]), recorder(report(rates[0])))).chips.at(-1)[1];
  assert.equal(left(4e6, 12e6), left(8e6));
  assert.notEqual(left(12e6), left(8e6));
});

test('at a glance: a camera that is away counts for the disk with its last rate, and one that is not recorded does not', () => {
  const report = (...fields) => ({disk: {free: 200e9, reserve: 1e9, total: 500e9}, recordings: fields.map((one, index) => recording({id: `${index}`, camera: `c${index}`, ...one}))});
  const both = recorder(report({live: {bitsPerSecond: 8e6}}, {live: {bitsPerSecond: 8e6}}));
  const left = (...fields) => glance(after(both, [reported, report(...fields), 1_500])).chips.at(-1)[1];
  assert.equal(left({live: {bitsPerSecond: 8e6}}, {}), glance(both).chips.at(-1)[1]);
  assert.notEqual(left({live: {bitsPerSecond: 8e6}}, {state: 'stopped'}), glance(both).chips.at(-1)[1]);
});

test('at a glance: what is missing, awaited or full', () => {
  const levels = (report) => glance(recorder(report)).chips.map(([level]) => level);
  const text = (report) => glance(recorder(report)).chips.map(([, one]) => one);
  assert.deepEqual(text({cameras: [link(), link({phase: 'lost', camera: 'x'})]})[0], '1 of 2 cameras');
  assert.deepEqual(text({recordings: [recording({frames: {persisted: 1, missing: 2}})]})[2], '2 frames missing');
  assert.deepEqual(text({recordings: [recording({backlog: {fragments: 1}})]})[2], 'Fetching 1 fragment');
  assert.deepEqual(text({recordings: [recording({trouble: 'x'}), recording({id: 'b'})]})[1], '1 of 2 recording');
  assert.deepEqual(text({recordings: [recording({state: 'waiting'})]})[1], 'Waiting for the camera');
  assert.deepEqual(text({cameras: [link({phase: 'suspended'})], recordings: [recording()]})[1], 'Waiting for the camera');
  assert.deepEqual(text({cameras: [link({phase: 'suspended'})], recordings: [recording()]})[2], 'Nothing missing so far');
  assert.deepEqual(text({recordings: [recording({trouble: 'revoked'})]})[2], 'Nothing missing so far');
  assert.deepEqual(levels({disk: {free: 900e6, total: 100e9}}).at(-1), 'bad');
  assert.deepEqual(levels({disk: {free: 4e9, total: 100e9}}).at(-1), 'warn');
  // Of a recording that is over, its list tells what is missing.
  assert.deepEqual(text({recordings: []}), ['No cameras', 'Not recording']);
  assert.ok(!glance(recorder({health: 'yellow'})).summary.includes('no problems'));
});

test('lost cameras are named in one line, whose tiles have the reasons; other problems are there in full', () => {
  const lost = ['a', 'b', 'c', 'd'].map((name) => link({camera: name, name, phase: 'suspended', reason: `no answer from ${name}`}));
  const trouble = (count, ...others) => {
    const cameras = lost.slice(0, count);
    return glance(recorder({cameras, reasons: [...cameras.map(({name, reason}) => `${name}: ${reason}`), ...others]})).trouble;
  };
  assert.deepEqual([trouble(0), trouble(1), trouble(4)], ['', 'a is not connected', '4 cameras are not connected']);
  assert.equal(trouble(2, 'The disk is full'), 'a and b are not connected. The disk is full');
});

test('at a glance: a camera, its picture, and a link that is lost', () => {
  const report = {health: 'green', reasons: [], capture: {phase: 'running', width: 640, height: 480}, live: [], counters: {missing: 0}};
  const camera = after(page('camera', 'view'), [reported, report, 0]);
  assert.deepEqual(glance(camera).chips.map(([, text]) => text), ['Camera runs', 'Not being recorded', 'Nothing missing since its start']);
  const killed = glance({...camera, report: {...camera.report, counters: {missing: 0, isUncounted: true}}});
  assert.deepEqual(killed.chips.at(-1), ['warn', 'Last run: some frames missing that nobody counted']);
  const limited = glance({...camera, report: {...camera.report, counters: {missing: 0, isUncounted: true, atMost: 30}}});
  assert.deepEqual(limited.chips.at(-1), ['warn', `Last run: ${missingFrames(0, 30)}`]);
  assert.equal(glance(camera).summary, 'running, 640×480 · no problems');
  assert.deepEqual(glance(after(camera, [pictured, {isLive: false}])).chips[0], ['bad', 'Not live']);
  const recorded = after(camera, [reported, {...report, live: ['x'], peers: [{name: 'attic', phase: 'connected'}]}, 1]);
  // A recorder says that it records although the camera has no picture; and one that recorded it is away.
  const says = {...report, peers: [{peer: 'a', name: 'attic', phase: 'connected'}], recordingControl: {recorders: [{recorder: 'a', startedAt: 1}]}};
  assert.equal(glance(after(camera, [reported, says, 1])).chips[1][0], 'recording');
  const away = {...says, live: ['x'], peers: [{peer: 'a', name: 'attic', phase: 'lost'}]};
  assert.equal(glance(after(camera, [reported, away, 1])).chips[1][0], 'warn');
  assert.deepEqual(glance(recorded).chips[1], ['recording', 'Recorded by attic']);
  const lost = glance(after(camera, [linked, false]));
  assert.deepEqual([lost.chips, lost.trouble], [[['bad', 'No link']], 'The link to the node is lost. Reconnecting…']);
});

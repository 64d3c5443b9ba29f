// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as scene from '../../Sources/ControlServer/Page/scene.js';
import {drawLanes, gapMarks} from '../../Sources/ControlServer/Page/lanes.js';
import {noteOf, shownItems} from '../../Sources/ControlServer/Page/items.js';
import {told as completenessTold} from '../../Sources/ControlServer/Page/recording-list.js';
import {completed, linked, listed, reported} from '../../Sources/ControlServer/Page/state.js';
import {after, page, recording} from './support.js';

const hour = 3_600_000;
const lasting = (id, from, to, fields = {}) => recording({id, startedAt: from * 1e6, duration: (to - from) * 1e6, state: 'stopped', ...fields});
const timeline = (...list) => after(page('recorder', 'view'), [listed, 'recordings', list], [completed, 'recordings'], [scene.spanShown, 0, hour]);
const shown = ({timeline: {from, to}}) => [from, to];
const ids = (list) => list.map((one) => one.id);

test('a span moves by shares of itself and zooms around a place, which stays where it is', () => {
  assert.deepEqual(shown(after(timeline(), [scene.moved, 0.5])), [hour / 2, 1.5 * hour]);
  assert.deepEqual(shown(after(timeline(), [scene.zoomed, 0.5])), [hour / 4, 0.75 * hour]);
  assert.deepEqual(shown(after(timeline(), [scene.zoomed, 2, 1])), [-hour, hour]);
  assert.deepEqual(shown(after(timeline(), [scene.zoomed, 0.5, 0.2])), [0.1 * hour, 0.6 * hour]);
});

test('a chosen span ends at the present, or at the end of what is shown', () => {
  const day = after(timeline(), [scene.spanShown, 0, 24 * hour]);
  assert.deepEqual(shown(after(day, [scene.spanChosen, hour, 7 * hour])), [6.05 * hour, 7.05 * hour], 'nothing comes after the present');
  assert.deepEqual(shown(after(day, [scene.spanChosen, hour, 30 * hour])), [23 * hour, 24 * hour], 'of a day that is over, its end');
});

test('no span is shorter than 5 seconds or longer than 90 days, and a zoom at the limit does not move', () => {
  const [from, to] = shown(after(timeline(), [scene.zoomed, 1e-9, 0]));
  assert.deepEqual([from, to], [0, 5_000]);
  assert.deepEqual(shown(after(timeline(), [scene.spanShown, 0, 5_000], [scene.zoomed, 0.5, 0])), [0, 5_000]);
  assert.equal(scene.span(after(timeline(), [scene.zoomed, 1e9])), 90 * 24 * hour);
});

test('a recording is looked at with a margin; the present is near the right end', () => {
  assert.deepEqual(shown(after(timeline(), [scene.lookedAt, lasting('a', hour, 2 * hour)])), [0.9 * hour, 2.1 * hour]);
  assert.deepEqual(shown(after(timeline(), [scene.lookedAt, lasting('a', 100_000, 101_000)])), [70_000, 131_000]);
  assert.deepEqual(shown(after(timeline(), [scene.nowShown, 10 * hour])).map(Math.round), [10 * hour - 0.95 * hour, 10 * hour + 0.05 * hour]);
});

test('the present is followed until another span is chosen', () => {
  const now = after(timeline(), [scene.nowShown, 10 * hour], [scene.timePassed, 10.5 * hour]);
  assert.equal(Math.round(now.timeline.to), Math.round(10.5 * hour + 0.05 * hour));
  const chosen = after(now, [scene.moved, -0.1]);
  assert.equal(scene.timePassed(chosen, 11 * hour), chosen);
});

test('the first view follows what is being recorded, also when its details are read; no other recording is followed', () => {
  const running = lasting('a', 9 * hour, 10 * hour, {state: 'recording'});
  const looked = after(timeline(running), [scene.settled], [scene.detailRead, running, null]);
  const later = after(looked, [scene.timePassed, 10.5 * hour]);
  assert.deepEqual(shown(later).map(Math.round), [8.9 * hour, 8.9 * hour + 1.6 * hour / 0.95].map(Math.round));
  const over = after(timeline(lasting('b', 9 * hour, 10 * hour)), [scene.settled]);
  assert.equal(scene.timePassed(over, 10.5 * hour), over);
  const sought = after(timeline(running), [scene.sought, 'a'], [scene.settled]);
  assert.equal(scene.timePassed(sought, 10.5 * hour), sought);
});

test('the first view follows what is being recorded also if a recording that was begun after it is over', () => {
  const [running, over] = [lasting('a', 9 * hour, 10 * hour, {state: 'recording'}), lasting('b', 9.2 * hour, 9.5 * hour)];
  const looked = after(timeline(over, running), [scene.settled], [scene.detailRead, running, null], [scene.timePassed, 10.5 * hour]);
  assert.ok(shown(looked)[1] > 10.5 * hour);
});

test('cameras of one name have their ids beside it', () => {
  const [one, other] = [lasting('r', 0, 1), {...lasting('s', 0, 1), camera: 'other-camera'}];
  assert.equal(scene.cameraName(timeline(one), one), 'Porch');
  assert.deepEqual([one, other].map((recording) => scene.cameraName(timeline(one, other), recording)), [`Porch (${one.camera.slice(0, 7)})`, 'Porch (other-c)']);
  assert.deepEqual(shownItems(timeline(one, other)).map(({name}) => name).sort(), [`Porch (${one.camera.slice(0, 7)})-r.mp4`, 'Porch (other-c)-s.mp4'].sort());
});

test('a camera that is paired has its present name on its lane, in the list and in the gallery; another one that of its last recording', () => {
  const [one, other] = [lasting('r', 0, 1, {camera: 'c', cameraName: 'attic'}), lasting('s', 1, 2, {camera: 'c', cameraName: 'Porch'})];
  const gone = lasting('t', 0, 1, {camera: 'x', cameraName: 'old'});
  const named = (state, name) => reported(state, {cameras: [{camera: 'c', name}]}, 0);
  const before = named(timeline(one, other, gone), 'Porch');
  const [lane, item] = [scene.lanes(before), shownItems(before)];
  assert.deepEqual([scene.lanes(named(before, 'Porch')) === lane, shownItems(named(before, 'Porch')) === item], [true, true], 'nothing is drawn again');
  const renamed = named(before, 'Veranda');
  assert.notEqual(shownItems(renamed), item, 'the gallery draws its items again');
  const names = (state) => [scene.lanes(state).map(({name}) => name), ...[one, other, gone].map((recording) => scene.cameraName(state, recording))];
  assert.deepEqual(names(before), [['old', 'Porch'], 'Porch', 'Porch', 'old']);
  assert.deepEqual(names(renamed), [['old', 'Veranda'], 'Veranda', 'Veranda', 'old']);
  assert.match(noteOf(renamed, {kind: 'clip', at: 0, source: one}), /Veranda/);
});

test('the address of what is played finds it again, at the moment where it was', () => {
  const playing = after(timeline(lasting('a', hour, 2 * hour)), [scene.sought, 'a'], [scene.settled]);
  assert.deepEqual([playing.timeline.playing.at, scene.placeAddress(playing)], [hour, `#timeline/a@${hour}`]);
  const address = scene.placeAddress(after(playing, [scene.cursorMoved, 1.5 * hour + 0.4]));
  assert.equal(address, `#timeline/a@${1.5 * hour}`);
  const again = after(timeline(), [scene.sought, address.split('/')[1]]);
  assert.equal(scene.placeAddress(again), null, 'its list is not read yet');
  const found = scene.settled({...again, recordings: playing.recordings});
  assert.equal(found.timeline.playing.at, 1.5 * hour);
  assert.equal(scene.placeAddress(scene.played(found, null)), '#timeline');
});

test('while the first view follows the present, it keeps what it showed for an hour, and then moves on', () => {
  // Six recordings of some seconds in five minutes, the last of which is running.
  const list = Array.from({length: 6}, (_, index) => lasting(`r${index}`, 10 * hour + index * 50_000, 10 * hour + index * 50_000 + 20_000));
  const running = {...list[5], state: 'recording'};
  let state = after(timeline(...list.slice(0, 5), running), [scene.settled], [scene.detailRead, running, null]);
  const [from] = shown(state);
  const begun = 10 * hour + 270_000;
  for (let passed = 0; passed <= hour; passed += 5_000) {
    state = after(state, [scene.timePassed, begun + passed]);
    assert.ok(shown(state)[0] < from + 1 && shown(state)[1] > begun + passed);
  }
  assert.equal(scene.visible(state).length, 6);
  const later = after(state, [scene.timePassed, begun + 3 * hour]);
  assert.ok(scene.span(later) < 1.2 * hour, 'it does not grow for ever');
});

test('while a recording is played, the span that follows the present only grows; the list has what is played in any case', () => {
  const [old, running] = [lasting('a', 10 * hour, 10.01 * hour), lasting('b', 10.02 * hour, 10.03 * hour, {state: 'recording'})];
  const looked = after(timeline(old, running), [scene.settled], [scene.detailRead, running, null]);
  const playing = after(looked, [scene.played, {recording: old, at: 10 * hour}], [scene.timePassed, 20 * hour]);
  assert.deepEqual(ids(scene.visible(playing)), ['a', 'b']);
  assert.deepEqual(ids(scene.visible(after(playing, [scene.played, null], [scene.timePassed, 20 * hour]))), ['b'], 'it reaches the present');
  const away = after(playing, [scene.spanShown, 8 * hour, 9 * hour]);
  assert.deepEqual([ids(scene.visible(away)), ids(scene.recordingsInList(away))], [[], ['a']]);
  assert.deepEqual(ids(scene.recordingsInList(playing)), ['a', 'b'], 'each is there once');
});

test('the list says its span, how many recordings are outside it, and how to list them', () => {
  const at = (clock) => new Date(2026, 10, 21, ...clock).getTime();
  const now = at([21, 30]);
  const one = (id, clock) => lasting(id, at(clock), at(clock) + 10_000);
  const state = after(timeline(one('a', [20, 10]), one('b', [20, 20]), one('c', [18, 0])), [scene.spanShown, at([20, 0]), at([21, 0])]);
  const hint = 'outside this span. To list it, choose Now or a longer span above, or move with ‹ and ›.';
  assert.deepEqual(scene.listTexts(state, now), {title: '2 recordings between 20:00:00 and 21:00:00', hint: `1 other recording is ${hint}`});
  const two = after(state, [listed, 'recordings', [one('d', [17, 0])]]);
  assert.equal(scene.listTexts(two, now).hint, `2 other recordings are ${hint.replace('it,', 'them,')}`);
  assert.equal(scene.listTexts(after(state, [scene.spanShown, at([17, 0]), at([21, 0])]), now).hint, '');
  assert.deepEqual(scene.listTexts(after(state, [scene.nowShown, at([21, 30])]), now),
    {title: '0 recordings since 20:33:00', hint: '3 other recordings are outside this span. To list them, choose a longer span above, or move with ‹.'});
  assert.match(scene.listTexts(after(state, [scene.spanShown, at([0, 0]) - 48 * hour, at([21, 0])]), now).title, /^3 recordings between .*19, 2026 and .*21, 2026$/);
});

test('what began in the hour before the newest recording is looked at with it', () => {
  const [old, near, fresh] = [lasting('a', hour, 1.1 * hour), lasting('b', 4 * hour, 4.1 * hour), lasting('c', 4.8 * hour, 5 * hour)];
  const looked = after(timeline(old, near, fresh), [scene.settled]);
  assert.deepEqual(shown(looked).map(Math.round), [3.9 * hour, 5.1 * hour]);
  assert.deepEqual(shown(after(looked, [scene.detailRead, fresh, null])).map(Math.round), [3.9 * hour, 5.1 * hour]);
});

test('the first view waits for the list, because events tell of single recordings before', () => {
  const early = after(page('recorder', 'view'), [listed, 'recordings', [lasting('a', hour, 2 * hour)]], [scene.spanShown, 0, hour]);
  assert.equal(scene.settled(early), early);
  assert.deepEqual(shown(after(early, [completed, 'recordings'], [scene.settled])), [0.9 * hour, 2.1 * hour]);
});

test('the newest recording is looked at once; one that an address names is looked at and played as soon as it is known', () => {
  const [old, fresh] = [lasting('old', 0, 10), lasting('fresh', hour, 2 * hour)];
  const looked = after(timeline(old, fresh), [scene.settled]);
  assert.deepEqual([shown(looked), looked.timeline.playing], [[0.9 * hour, 2.1 * hour], null]);
  assert.equal(scene.settled(looked), looked);
  const waiting = after(looked, [scene.sought, 'late'], [scene.settled]);
  assert.deepEqual(shown(waiting), shown(looked));
  const late = lasting('late', 5 * hour, 6 * hour);
  const found = after(waiting, [listed, 'recordings', [late]], [scene.settled]);
  assert.deepEqual([shown(found), found.timeline.playing], [[4.9 * hour, 6.1 * hour], {recording: late, at: 5 * hour}]);
});

test('a recording that begins before its start is shown from there, as soon as its details are known, and once', () => {
  const recording = lasting('early', hour, 2 * hour);
  const detail = {parts: [{from: 0.5 * hour * 1e6, to: 1.5 * hour * 1e6}], gaps: []};
  const looked = after(timeline(recording), [scene.settled]);
  const read = after(looked, [scene.detailRead, recording, detail]);
  assert.deepEqual(shown(read).map((at) => Math.round(at / 1_000)), [1_440, 5_761], 'up to the end of its last frame');
  const away = after(read, [scene.nowShown, 10 * hour]);
  assert.deepEqual(shown(after(away, [scene.detailRead, recording, detail])), shown(away));
});

test('a lane for each camera by name, with its recordings from old to new', () => {
  const state = timeline(lasting('b', 20, 30), lasting('a', 0, 10), lasting('c', 0, 10, {camera: 'x', cameraName: 'Cam 9'}),
    lasting('d', 0, 10, {camera: 'y', cameraName: 'Cam 10'}));
  assert.deepEqual(scene.lanes(state).map((lane) => [lane.name, ids(lane.recordings)]), [['Cam 9', ['c']], ['Cam 10', ['d']], ['Porch', ['a', 'b']]]);
});

test('what lies in the span is visible, by its parts where they are known', () => {
  const state = timeline(lasting('before', -2 * hour, -hour), lasting('into', -hour, 1), lasting('in', 10, 20), lasting('after', hour + 1, 2 * hour));
  assert.deepEqual(ids(scene.visible(state)), ['into', 'in']);
  const detail = {parts: [{from: -9e12, to: -8e12}], gaps: []};
  assert.deepEqual(ids(scene.visible(after(state, [scene.detailRead, lasting('in', 10, 20), detail]))), ['into']);
});

test('a recording whose timeline was read before the span is in it if it goes on, or was stopped in it, until its timeline is read again', (context) => {
  const detail = {parts: [{from: 0, to: 100e9, frames: 2_500, origin: 'live'}], gaps: []};
  const running = lasting('a', 0, 100_000, {state: 'recording'});
  const read = after(timeline(running), [scene.detailRead, running, detail], [scene.spanShown, 150_000, 190_000]);
  context.mock.timers.enable({apis: ['Date'], now: 180_000});
  assert.deepEqual([ids(scene.visible(read)), scene.listTexts(read, 180_000).hint], [['a'], '']);
  assert.deepEqual(ids(scene.visible(after(read, [scene.spanShown, 200_000, 240_000]))), [], 'the future');
  const over = lasting('a', 0, 160_000, {stoppedAt: 160e9});
  const ended = after(read, [listed, 'recordings', [over]]);
  assert.deepEqual([ids(scene.visible(ended)), ids(scene.undetailed(ended))], [['a'], ['a']]);
  assert.deepEqual(ids(scene.visible(after(ended, [scene.detailRead, over, detail]))), [], 'it had no frames after that');
});

test('details are read of what is new or has ended, and of the longest if too much is seen', () => {
  const [a, b] = [lasting('a', 0, 10), lasting('b', 20, 30, {state: 'recording'})];
  const state = after(timeline(a, b), [scene.detailRead, a, null], [scene.detailRead, b, null]);
  assert.deepEqual(scene.undetailed(state), []);
  assert.deepEqual(ids(scene.undetailed(after(state, [listed, 'recordings', [{...b, state: 'stopped'}]]))), ['b']);
  // Retention has shortened it.
  const over = {...b, state: 'stopped', capturedFrom: 1_000};
  const kept = after(timeline(a, over), [scene.detailRead, a, null], [scene.detailRead, over, null]);
  assert.deepEqual(ids(scene.undetailed(kept)), []);
  assert.deepEqual(ids(scene.undetailed(after(kept, [listed, 'recordings', [{...over, capturedFrom: 2_000}]]))), ['b']);
  // Footage was found damaged, and restored.
  const harmed = {...over, frames: {persisted: 1_770, missing: 30}, gaps: [{reason: 'digest-mismatch', frames: 30}]};
  const found = after(kept, [listed, 'recordings', [harmed]]);
  assert.deepEqual(ids(scene.undetailed(found)), ['b']);
  const read = after(found, [scene.detailRead, harmed, null]);
  assert.deepEqual([ids(scene.undetailed(read)), ids(scene.undetailed(after(read, [listed, 'recordings', [over]])))], [[], ['b']]);
  assert.equal(scene.undetailed(timeline(...Array.from({length: 60}, (_, index) => lasting(`r${index}`, index, index + 1)))).length, 60);
  const many = timeline(...Array.from({length: 61}, (_, index) => lasting(`r${index}`, index, index + (index === 30 ? 1 : 2))));
  assert.equal(scene.undetailed(many).length, 60);
  assert.ok(!ids(scene.undetailed(many)).includes('r30'));
});

test('a recording for which nothing was captured is in no lane, no clip, and is not read', () => {
  const empty = lasting('a', 0, 1e6, {frames: {persisted: 0, missing: 0}, gaps: []});
  const lost = lasting('b', 2e6, 3e6, {frames: {persisted: 0, missing: 300}, gaps: [{reason: 'never-received', frames: 300}]});
  const state = timeline(empty, lost);
  assert.deepEqual(scene.undetailed(state), []);
  assert.deepEqual(ids(shownItems(state)), []);
  const [from, length] = [state.timeline.from, state.timeline.to - state.timeline.from];
  const there = (at) => scene.found(state, (at - from) / length * 1_000, scene.axisHeight + 5, 1_000);
  assert.equal(there(5e5).recording, undefined);
  assert.equal(there(5e5).lane.name, 'Porch');
  assert.match(scene.hoverText(state, there(5e5)).text, /^Porch, /);
  assert.equal(there(25e5).recording?.id, 'b');
  assert.match(scene.hoverText(state, there(25e5)).text, /300 frames missing/);
});

test('damage of a finished recording changes the reasons that are not about one camera, and the completeness in the list', () => {
  const cameras = [{camera: 'a', name: 'porch', phase: 'lost'}, {camera: 'b', address: '192.0.2.4:5664', phase: 'lost'}];
  const told = (...reasons) => scene.sharedReasons(after(page('recorder', 'view'), [reported, {cameras, reasons}, 0]));
  const damage = 'the footage of 1 recording is damaged: the list of recordings says which';
  assert.equal(told('porch: pictures arrive 3.4 s late', '192.0.2.4:5664: not connected', damage), damage);
  assert.equal(told('porch: pictures arrive 4.1 s late'), '');
  assert.equal(scene.sharedReasons(page('recorder', 'view')), '');
  const gaps = [{reason: 'digest-mismatch', frames: 30}];
  assert.deepEqual(completenessTold(lasting('a', 0, 10)), {text: '100 %, nothing missing', mood: 'good'});
  assert.deepEqual(completenessTold(lasting('a', 0, 10, {frames: {persisted: 1_770, missing: 30}, gaps})),
    {text: '98.3 %, 30 frames missing: a file of the archive was changed (30)', mood: 'bad'});
  assert.deepEqual(completenessTold(lasting('a', 0, 1e6, {frames: {persisted: 0, missing: 0}})).mood, 'hint');
  const unseen = {frames: {persisted: 0, missing: 0}, gaps: [{reason: 'camera-restarted', frames: 0, isUncounted: true, atMost: 260}]};
  assert.deepEqual(completenessTold(lasting('a', 0, 10, unseen)),
    {text: 'No picture was recorded. At most 260 frames missing that nobody counted.', mood: 'bad'});
  const state = timeline(lasting('a', 0, 10));
  assert.equal(completed(state, 'recordings'), state, 'a list that is read again without news draws nothing');
});

test('a gap is drawn with its length and at least one pixel; short ones beside each other do not hide the footage between them', () => {
  const gaps = (...list) => list.map(([from, to]) => ({from: from * 1e6, to: to * 1e6}));
  const marks = (...list) => gapMarks(gaps(...list), (at) => at);
  assert.deepEqual(marks([2.5, 12.5]), [[2.5, 12.5]]);
  assert.deepEqual(marks([2.5, 2.7]), [[2, 3]]);
  // 8:35 with eleven gaps of a second, in a day of 1,000 pixels.
  const eleven = Array.from({length: 11}, (_, index) => [(20 + index * 46) / 86.4, (21 + index * 46) / 86.4]);
  assert.deepEqual(marks(...eleven), [[0, 1]]);
  // Each is within some pixels of one that is drawn.
  const many = Array.from({length: 500}, (_, index) => [index, index + 0.02]);
  const drawn = marks(...many);
  assert.ok(drawn.length > 40 && drawn.length < 60, `${drawn.length}`);
  assert.ok(many.every(([at]) => drawn.some(([from, to]) => at >= from && at <= to + 8)));
  // What is longer than the rest of the pixel is drawn.
  assert.deepEqual(marks([0, 0.4], [1, 1.5], [2, 2.5], [5, 8]), [[0, 1], [2, 3], [5, 8]]);
  const area = (list) => list.reduce((sum, [from, to]) => sum + to - from, 0);
  for (const every of [0.3, 0.5, 0.9, 1.7]) {
    const list = Array.from({length: 20}, (_, index) => [index * every, index * every + every / 2]);
    assert.ok(area(marks(...list)) <= area(list) + 3, `of 20 gaps of ${every / 2} pixels`);
  }
});

test('a point finds lane, recording, part and gap, within three pixels', () => {
  const one = lasting('a', 600_000, 1_200_000);
  const detail = {parts: [{from: 600e9, to: 900e9, origin: 'live', frames: 9_001, epoch: 2}], gaps: [{from: 900e9, to: 1_200e9, reason: 'spool-overrun', frames: 4}]};
  const state = after(timeline(one), [scene.detailRead, one, {...detail, parts: [...detail.parts, {from: 1_199e9, to: 1_200e9, origin: 'live'}]}]);
  const y = scene.axisHeight + 1;
  const part = scene.found(state, 700, y, 3_600);
  assert.deepEqual([part.at, part.recording.id, part.part.origin, part.gap], [700_000, 'a', 'live', undefined]);
  const gap = scene.found(state, 1_000, y, 3_600);
  assert.deepEqual(scene.hoverText(state, gap).frame, null);
  assert.match(scene.hoverText(state, gap).text, /^Porch, .* · 4 frames missing: the camera's storage was full before the recorder fetched them$/);
  assert.match(scene.hoverText(state, part).text, / · about frame 3,001, epoch 2 · received live$/);
  assert.equal(scene.hoverText(state, part).frame, '/v1/recordings/a/frame?at=700000000000');
  assert.equal(scene.found(state, 598, y, 3_600).recording?.id, 'a');
  assert.equal(scene.found(state, 596, y, 3_600).recording, undefined);
  assert.equal(scene.found(state, 700, y + scene.laneHeight, 3_600).recording, undefined, 'there is one lane');
  assert.equal(scene.found(state, 700, 3, 3_600).recording, undefined, 'the axis');
});

test('the gaps of a recording are told where the pointer is in one or touches it, and nowhere else', () => {
  const gaps = [{from: 900e9, to: 901e9, reason: 'spool-overrun', frames: 4}];
  const one = lasting('a', 600_000, 1_200_000, {frames: {persisted: 17_996, missing: 4}, gaps});
  const parts = [[600e9, 900e9], [901e9, 1_200e9]].map(([from, to]) => ({from, to, origin: 'live', frames: 9_001, epoch: 1}));
  const state = after(timeline(one), [scene.detailRead, one, {parts, gaps}]);
  const isTold = (x) => /4 frames missing: the camera's storage was full/.test(scene.hoverText(state, scene.found(state, x, scene.axisHeight + 1, 3_600)).text);
  assert.deepEqual([700, 896, 898, 900.5, 903, 905, 1_100].map(isTold), [false, false, true, true, true, false, false]);
  const unread = scene.found(timeline(one), 900, scene.axisHeight + 1, 3_600);
  assert.match(scene.hoverText(state, unread).text, /^Porch, [^·]*$/, 'without a timeline, where its gaps are is unknown');
});

test('the deleted beginning of a recording is told under the pointer, where no other recording has footage, and is visible', () => {
  const [y, frames] = [scene.axisHeight + 20, {persisted: 1_000, missing: 0}];
  const state = timeline(lasting('a', 100_000, 200_000), lasting('b', 600_000, 700_000, {frames, deletedFrames: 4_500}));
  const at = (second) => scene.found(state, second, y, 3_600);
  assert.deepEqual([50, 150, 300, 590, 650].map((second) => [at(second).recording?.id, at(second).isDeleted]),
    [[undefined, false], ['a', false], ['b', true], ['b', true], ['b', false]]);
  assert.match(scene.hoverText(state, at(300)).text, /^Porch, .* · deleted to make room: 4,500 frames, from the start of the recording$/);
  assert.equal(scene.hoverText(state, at(300)).frame, null);
  assert.deepEqual(ids(scene.visible(after(state, [scene.spanShown, 300_000, 400_000]))), ['b']);
});

test('marks of the axis have room for their words, and days begin at local midnight', () => {
  const step = (from, to, width) => { const list = scene.marks(from, to, width, 0); return list[1].at - list[0].at; };
  assert.equal(step(0, hour, 780), 900_000);
  assert.equal(step(0, 60_000, 780), 10_000);
  assert.equal(step(0, 30 * 24 * hour, 780), 7 * 24 * hour);
  const berlin = scene.marks(0, 30 * hour, 400, -hour).filter((mark) => mark.isDay);
  assert.deepEqual(berlin.map((mark) => mark.at), [23 * hour]);
  assert.ok(scene.marks(0, 60_000, 780, 0).every((mark) => mark.isFine));
});

test('the playhead is there only while a recording is played', () => {
  const playing = after(page('recorder', 'view'), [scene.played, {recording: recording(), at: 0}], [scene.cursorMoved, 5]);
  assert.equal(playing.timeline.cursor, 5);
  const ended = after(playing, [scene.played, null], [scene.cursorMoved, 6]);
  assert.equal(ended.timeline.cursor, null);
});

test('the span follows a playhead that leaves it, but not one that the user has left, and shows where a recording is played from', () => {
  const running = lasting('a', 0, hour, {state: 'recording'});
  const playing = after(timeline(running), [scene.played, {recording: running, at: 0.9 * hour}], [scene.cursorMoved, 0.99 * hour]);
  assert.deepEqual(shown(playing), [0, hour], 'it is in the span');
  const on = after(playing, [scene.cursorMoved, 1.01 * hour]);
  assert.deepEqual(shown(on).map(Math.round), [0.06 * hour, 1.06 * hour].map(Math.round), 'it runs off the right end');
  const back = after(on, [scene.cursorMoved, 0]);
  assert.deepEqual(shown(back).map(Math.round), [-0.05 * hour, 0.95 * hour].map(Math.round), 'it was sought to the beginning');
  const left = after(playing, [scene.spanShown, 2 * hour, 3 * hour]);
  assert.deepEqual(shown(after(left, [scene.cursorMoved, 1.01 * hour])), [2 * hour, 3 * hour], 'the user looks at something else');
  assert.ok(shown(after(left, [scene.played, {recording: running, at: 0}]))[0] < 0, 'its play button was pressed in the list');
});

test('the playhead is drawn within the footage that is drawn, and with the footage that is read later', () => {
  const running = lasting('a', 0, 600_000, {state: 'recording'});
  const detail = (to) => ({parts: [{from: 0, to: to * 1e6, frames: 100, origin: 'live'}], gaps: []});
  const playing = after(timeline(running), [scene.detailRead, running, detail(600_000)], [scene.played, {recording: running, at: 0}]);
  const at = (...steps) => Math.round(scene.playhead(after(playing, ...steps)) / 1_000);
  assert.deepEqual([at(), at([scene.cursorMoved, 300_000]), at([scene.cursorMoved, 608_000])], [0, 300, 600]);
  assert.equal(at([scene.cursorMoved, 608_000], [scene.detailRead, running, detail(610_000)]), 608);
  assert.equal(scene.playhead(after(playing, [scene.played, null])), null);
});

test('the range of each recording is derived once for the visible span', () => {
  let reads = 0;
  const one = {...lasting('a', 0, hour), get duration() { reads += 1; return hour * 1e6; }};
  const state = timeline();
  assert.deepEqual([ids(scene.visible({...state, recordings: new Map([['a', one]])})), reads], [['a'], 1]);
});

/** Draws the lanes of a state on a canvas of 1,000 pixels: the filled rectangles as [colour, left, width], and the texts. */
function drawn(context, state) {
  const [rectangles, written] = [[], []];
  const noop = () => {};
  const pen = {
    ...Object.fromEntries(['setTransform', 'clearRect', 'beginPath', 'moveTo', 'lineTo', 'stroke', 'setLineDash', 'strokeRect'].map((name) => [name, noop])),
    createPattern: ({colour}) => `pattern of ${colour}`,
    fillRect(left, _, width) { rectangles.push([this.fillStyle, Math.round(left), Math.round(width)]); },
    fillText: (text) => written.push(text),
  };
  /** A tile of a pattern, which remembers the colour with which it is filled first. */
  class Tile {
    getContext() {
      const tile = this;
      return {...pen, arc: noop, fill: noop, fillRect() { tile.colour = this.fillStyle; }};
    }
  }
  const real = [globalThis.OffscreenCanvas, globalThis.devicePixelRatio];
  [globalThis.OffscreenCanvas, globalThis.devicePixelRatio] = [Tile, 1];
  context.after(() => { [globalThis.OffscreenCanvas, globalThis.devicePixelRatio] = real; });
  const names = ['live', 'backfilled', 'unconfirmed', 'gap', 'plain', 'ink', 'faint', 'line', 'lane', 'cursor'];
  drawLanes({clientWidth: 1_000, style: {}, getContext: () => pen}, state, Object.fromEntries(names.map((name) => [name, name])));
  return {rectangles, written};
}

test('if the recorder is lost, running recordings are grey, and their lanes say since when; what is over keeps its colours', (context) => {
  const [over, running] = [lasting('a', 0, 900_000), lasting('b', 1_800_000, hour, {state: 'recording'})];
  const detail = (from, to) => ({parts: [{from: from * 1e6, to: to * 1e6, frames: 100, origin: 'live'}], gaps: []});
  const other = lasting('c', 0, 10, {camera: 'x', cameraName: 'Shed'});
  const up = after(timeline(over, running, other), [scene.detailRead, over, detail(0, 900_000)], [scene.detailRead, running, detail(1_800_000, hour)]);
  const colours = (state) => drawn(context, state).rectangles.filter(([colour, , width]) => colour.startsWith('pattern') && width > 100).map(([colour]) => colour);
  const names = (state) => drawn(context, state).written.filter((text) => /Porch|Shed/.test(text));
  assert.deepEqual([colours(up), names(up)], [['pattern of live', 'pattern of live'], ['Porch', 'Shed']]);
  const down = after(up, [linked, false, new Date(2026, 10, 21, 12, 34, 56).getTime()]);
  assert.deepEqual(colours(down), ['pattern of live', 'pattern of plain']);
  assert.match(names(down)[0], /^Porch · recorder not connected since .*12:34:56$/);
  assert.equal(names(down)[1], 'Shed', 'nothing of it was running');
  assert.deepEqual([colours(after(down, [linked, true, 1])), names(after(down, [linked, true, 1]))], [colours(up), names(up)]);
});

test('the playhead is drawn on the canvas where the footage ends, if it is ahead of that', (context) => {
  const running = lasting('a', 0, 1_800_000, {state: 'recording'});
  const detail = {parts: [{from: 0, to: 1_800_000e6, frames: 45_001, origin: 'live'}], gaps: []};
  const state = after(timeline(running), [scene.detailRead, running, detail], [scene.played, {recording: running, at: 0}], [scene.cursorMoved, 1_900_000]);
  assert.deepEqual(drawn(context, state).rectangles.filter(([colour]) => colour === 'cursor'), [['cursor', 499, 2]]);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {leftOut, movieAddress, movieAt, movieFiles, movies, onceAt, onceIn, otherMoment, pieceFrom, refusalOf, shownFrame, stallCounter} from '../../Sources/ControlServer/Page/movies.js';
import {behindGap, frameLengthAt, lacksFrames, markAt, stepFrom, stepTo} from '../../Sources/ControlServer/Page/places.js';
import {setupTexts} from '../../Sources/ControlServer/Page/setup-texts.js';
import {recording} from './support.js';

const part = (from, to, format, fields = {}) => ({from: from * 1e6, to: to * 1e6, format, codec: 'h264', width: 640, ...fields});
const porch = recording({id: 'r', codec: 'h264', width: 640, duration: 72e9});
const detail = {
  parts: [part(1_000, 2_000, 'a'), part(2_033, 3_000, 'a'), part(9_000, 9_900, 'b', {width: 320}), part(12_000, 13_000, 'a')], gaps: [],
};
const list = movies(porch, detail);

test('a recording has a movie for each run of parts of one format, and a moment between two shows the former', () => {
  assert.deepEqual(list, [
    {from: 1_000, to: 8_999, last: 3_000, codec: 'h264', width: 640}, {from: 9_001, to: 11_999, last: 9_900, codec: 'h264', width: 320},
    {from: 12_001, to: 13_040, last: 13_000, codec: 'h264', width: 640},
  ]);
  const pieces = [2_000, 5_000, 9_950].map((at) => pieceFrom(movieAt(list, at), at));
  assert.deepEqual(pieces, [[2_000, 8_999], [3_000, 8_999], [9_900, 11_999]], 'each has a frame, also for a moment behind the last one');
  assert.deepEqual([0, 1_000, 5_000, 8_999, 9_000, 11_999, 20_000].map((at) => list.indexOf(movieAt(list, at))), [0, 0, 0, 1, 1, 2, 2]);
});

test('the frame that is saved is the one that is visible: in a gap the last one before it', () => {
  const {duration} = porch;
  const shown = (at, fields = {}) => shownFrame({
    recording: recording({id: 'r', duration, frames: {persisted: 720, missing: 0}}),
    detail: {parts: [part(1_000, 2_000, 'a'), part(5_000, 6_000, 'a')], gaps: [{from: 2_100e6, to: 4_900e6, reason: 'camera-restarted', frames: 0}]}, at, ...fields,
  });
  // Half a frame earlier, of frames of 100 ms.
  assert.match(shown(1_550).address, /at=1500000000&full=1$/);
  assert.deepEqual([shown(1_550).name, shown(1_550, {frame: 1_500}).name], ['Porch-r-19700101T000001550Z.jpg', 'Porch-r-19700101T000001500Z.jpg']);
  assert.equal(shown(1_780, {frame: 1_500.7}).name, 'Porch-r-19700101T000001501Z.jpg', 'the moment that the player shows');
  assert.match(shown(1_780, {frame: 1_500}).address, /at=1500000000&full=1$/, 'the video is ahead of its displayed frame');
  assert.match(shown(3_000, {frame: 3_000}).address, /at=2050000000&full=1$/);
  assert.equal(shown(3_000, {frame: 3_000}).name, 'Porch-r-19700101T000002000Z.jpg');
  const told = (at) => otherMoment({recording: recording({id: 'r', duration}), detail: {parts: [], gaps: [{from: 2_100e6, to: 4_900e6, reason: 'x', frames: 5}]}, at});
  assert.match(told(3_000), /^Porch has no frame of this moment: saved is the last one before, of .*02\.1/);
  assert.equal(told(1_550), null);
});

test('a recording without a timeline is one movie', () => {
  const [one, ...others] = movies(porch, null);
  assert.deepEqual([one.codec, one.width, one.to - one.from, others.length], ['h264', 640, 72_000, 0]);
});

test('a range is saved as one file for each format in it', () => {
  const files = (...range) => movieFiles(porch, detail, ...range).map(({name, address}) => [name, address.split('?')[1]]);
  assert.deepEqual(files(), [
    ['Porch-r-1.mp4', 'to=8999000000&frames=whole'], ['Porch-r-2.mp4', 'from=9001000000&to=11999000000&frames=whole'],
    ['Porch-r-3.mp4', 'from=12001000000&frames=whole'],
  ]);
  assert.deepEqual(files(2_000, 3_000), [['Porch-r-19700101T000002000Z.mp4', 'from=2000000000&to=3000000000&frames=whole']]);
  assert.deepEqual(files(9_500), [
    ['Porch-r-19700101T000009500Z-1.mp4', 'from=9500000000&to=11999000000&frames=whole'], ['Porch-r-19700101T000009500Z-2.mp4', 'from=12001000000&frames=whole'],
  ]);
  assert.equal(files(1_500.8, 1_900)[0][0], 'Porch-r-19700101T000001500Z.mp4', 'marked within the frame at 1,500.3 ms');
  assert.equal(movieFiles(porch, null)[0].address, '/v1/recordings/r/media?frames=whole');
  assert.equal(movieAddress({id: 'a/b'}, 1, 2), '/v1/recordings/a%2Fb/media?from=1000000&to=2000000');
});

test('a video has failed after ten seconds without new data, however often the same bytes are read', () => {
  const counted = stallCounter();
  const video = (fields = {}) => ({
    src: '/a', paused: false, seeking: false, readyState: 2, currentTime: 5, buffered: {length: 1, end: () => 7}, ...fields,
  });
  const reaching = (second) => ({buffered: {length: 1, end: () => second}});
  const counts = (...list) => list.map((fields) => counted(video(fields)));
  assert.deepEqual(counts({}, {}, reaching(6), {}), [0, 1, 2, 3], 'less is there while it is read again');
  assert.deepEqual(counts(reaching(8), {}, reaching(8)), [0, 1, 2], 'more data is progress');
  assert.deepEqual(counts({currentTime: 6}, {currentTime: 6}, {currentTime: 6, readyState: 3}, {currentTime: 6}), [0, 1, 0, 1]);
  assert.deepEqual(counts({src: '/b'}, {src: '/b'}), [0, 1], 'another movie begins anew');
  assert.deepEqual(counts({src: ''}, {src: ''}).map(Boolean), [false, false], 'nothing is loaded');
  assert.deepEqual(counts({paused: true}, {paused: true}).map(Boolean), [false, false], 'paused, it may load no more than it shows');
  assert.deepEqual(counts({paused: true, seeking: true}, {paused: true, seeking: true}), [1, 2], 'paused, it loads what is sought');
});

test('why the node does not send a movie is asked with one byte: in its words, except for a fault of its own', async (context) => {
  const ask = async (answer) => {
    const fetched = context.mock.method(globalThis, 'fetch', async () => answer);
    const text = await refusalOf('/v1/recordings/r/media', 'damaged');
    assert.equal(fetched.mock.calls.at(-1).arguments[1].headers.Range, 'bytes=0-0');
    fetched.mock.restore();
    return text;
  };
  const problem = (status, type, detail) => new Response(JSON.stringify({type: `tag:longshot,2026:${type}`, detail}), {status});
  assert.equal(await ask(new Response('x', {status: 206})), null);
  assert.equal(await ask(problem(404, 'not-found', 'no such recording')), 'no such recording');
  assert.equal(await ask(problem(500, 'internal-error', 'its log says why')), 'damaged');
});

test('after a failure a moment is tried once more, and others that are not just there', () => {
  const mayRetry = onceAt();
  assert.deepEqual([5_000, 5_400, 6_001, 6_001, 1_000].map(mayRetry), [true, false, true, false, true]);
});

test('the timeline is read again if the video shows one frame where the timeline has several, at most once in a time', () => {
  // Frames last 100 ms.
  const whole = {parts: [part(1_000, 9_000, 'a', {frames: 80}), part(12_000, 13_000, 'a', {frames: 10})], gaps: []};
  const known = {...whole, gaps: [{from: 5_000e6, to: 5_900e6, reason: 'digest-mismatch', frames: 10}]};
  const lacks = (detail, at, age, speed = 1) => lacksFrames(detail, at, age, speed);
  assert.deepEqual([lacks(whole, 5_500, 600), lacks(whole, 5_800, 800)], [false, true]);
  assert.deepEqual([lacks(known, 5_800, 800), lacks(whole, 11_000, 2_000), lacks(null, 5_800, 800)], [false, false, false], 'nothing is expected there');
  assert.deepEqual([lacks(whole, 5_800, 800, 0.25), lacks(whole, 5_800, 800, 8)], [true, false], 'at a high speed a browser skips frames');
  assert.deepEqual([0, 4_999, 5_000, 6_000, 10_500].map(onceIn(5_000)), [true, false, true, false, true]);
});

test('a movie begins behind footage that cannot be read, and a step leaves it for the frame beside it', () => {
  const hole = (from, to, fields = {}) => ({from: from * 1e6, to: to * 1e6, frames: 10, reason: 'file-missing', ...fields});
  const damaged = {parts: [part(1_000, 9_000, 'a')], gaps: [hole(1_000, 2_960), hole(5_000, 5_960, {reason: 'digest-mismatch'})]};
  const one = recording({id: 'r', codec: 'h264', width: 640, duration: 8_040e6, frames: {persisted: 201, missing: 0}});
  assert.deepEqual(movies(one, damaged).map(({from}) => from), [3_000], 'frames last 40 ms');
  assert.deepEqual([stepFrom(damaged, 5_400, 1, 40), stepFrom(damaged, 5_400, -1, 40)], [6_020, 4_980]);
  // The gap begins while the last frame before it is still shown.
  const early = {parts: [part(1_000, 2_000, 'a'), part(9_000, 9_900, 'a')], gaps: [hole(2_010, 8_960, {reason: 'spool-overrun'})]};
  assert.deepEqual([stepFrom(early, 4_000, -1, 40), stepFrom(early, 4_000, 1, 40)], [2_009, 9_020]);
});

test('a step goes to the next frame that there is, however long frames last, and to a gap between once', () => {
  // A camera begins with a frame of 16 ms and one of 50; usual are 33. Its restart took a second.
  const times = [1_000, 1_033, 2_033, 2_049, 2_099, 2_132];
  const detail = {
    parts: [part(1_000, 1_033, 'a', {frames: 2}), part(2_033, 2_132, 'a', {frames: 4})],
    gaps: [{from: 1_066e6, to: 2_033e6, reason: 'camera-restarted', frames: 0}],
  };
  const around = (at) => {
    const index = times.findLastIndex((one) => one <= at + 0.5);
    const time = (one) => (times[one] === undefined ? undefined : times[one] * 1e6);
    return {previous: time(index - 1), shown: time(index), next: time(index + 1)};
  };
  const walk = (at, direction, count) => Array.from({length: count}, () => { at = stepTo(detail, at, direction, 33, around(at)); return at; });
  assert.deepEqual(walk(1_000, 1, 6), [1_033.5, 1_082.5, 2_033.5, 2_049.5, 2_099.5, 2_132.5]);
  assert.deepEqual(walk(2_132, -1, 6), [2_099.5, 2_049.5, 2_033.5, 2_016.5, 1_033.5, 1_000.5]);
  // The moment of the frame itself, as the video has it, is the end of the gap.
  assert.deepEqual([2_032.999, 2_033, 2_033.001].map((at) => walk(at, -1, 2)), Array(3).fill([2_016.5, 1_033.5]));
  assert.deepEqual(stepTo(detail, 2_049, 1, 33), 2_098.5, 'estimated, if the node does not list them');
});

test('playing goes on behind a gap that has been shown for two seconds, unless the gap is about to end', () => {
  const hole = (from, to, fields = {}) => ({from: from * 1e6, to: to * 1e6, frames: 10, reason: 'file-missing', ...fields});
  const paused = {parts: [part(1_000, 2_000, 'a'), part(9_000, 9_900, 'b')], gaps: [hole(2_000, 9_000, {reason: 'pipeline-changed'})]};
  const moments = [1_500, 3_000, 4_000, 7_900, 8_200, 9_500];
  assert.deepEqual(moments.map((at) => behindGap(paused, at, 1, 0)), [null, null, 9_000, 9_000, null, null]);
  assert.deepEqual([behindGap(paused, 4_000, 4, 0), behindGap(null, 4_000, 1, 0)], [null, null], 'two seconds of who looks at it');
  const damaged = {parts: [part(1_000, 9_000, 'a')], gaps: [hole(2_000, 7_000)]};
  assert.equal(behindGap(damaged, 4_500, 1, 0), 7_000);
  const last = {parts: [part(1_000, 2_000, 'a')], gaps: [hole(2_000, 9_000)]};
  assert.equal(behindGap(last, 5_000, 1, 0), null, 'no footage is behind it');
  // A jump into the gap is seen for two seconds too, at the speed of the user.
  assert.deepEqual([[6_000, 5_900, 1], [7_900, 5_900, 1], [7_900, 5_900, 2]].map(([at, since, speed]) => behindGap(paused, at, speed, since)), [null, 9_000, null]);
});

test('a frame lasts as long as in its own part, whose rate may be another one than that of the whole recording', () => {
  const one = recording({id: 'r', duration: 9_000e6, frames: {persisted: 90, missing: 0}});
  const mixed = {parts: [part(1_000, 2_000, 'a', {frames: 31}), part(3_000, 11_000, 'b', {frames: 81}), part(12_000, 12_000, 'c', {frames: 1})], gaps: []};
  assert.deepEqual([1_500, 2_500, 5_000].map((at) => Math.round(frameLengthAt(one, mixed, at))), [33, 33, 100]);
  assert.deepEqual([frameLengthAt(one, mixed, 12_000), frameLengthAt(one, mixed, 0), frameLengthAt(one, null, 5)], [100, 100, 100], 'that of the recording');
});

test('a download says how many frames it leaves out because files of the archive are damaged', () => {
  const hole = (from, to, reason, frames = 30) => ({from: from * 1e6, to: to * 1e6, frames, reason});
  const damaged = {parts: [part(1_000, 9_000, 'a')], gaps: [
    hole(2_000, 2_960, 'digest-mismatch'), hole(4_000, 4_960, 'spool-overrun'), hole(6_000, 6_960, 'file-missing', 10), hole(8_000, 8_960, 'file-missing', 10),
  ]};
  const of = (...range) => { const found = leftOut(porch, damaged, ...range); return found && Object.values(found); };
  assert.deepEqual(of(), [50, false, ['digest-mismatch', 'file-missing']]);
  assert.deepEqual(of(null, 3_000), [30, false, ['digest-mismatch']]);
  assert.deepEqual(of(6_500), [20, true, ['file-missing']], 'a part of a gap');
  assert.deepEqual([of(3_000, 5_500), of(9_000, 9_500), leftOut(porch, {parts: [], gaps: []})], [null, null, null], 'other gaps are not damage of the recorder');
  // Without a timeline, only the number of all frames is known.
  const described = recording({gaps: [{firstTick: 1, lastTick: 2, frames: 30, reason: 'digest-mismatch'}]});
  assert.deepEqual(['frames', 'isAtMost'].map((name) => leftOut(described, null)[name]), [30, false]);
  assert.deepEqual(['frames', 'isAtMost'].map((name) => leftOut(described, null, 1_000, 2_000)[name]), [30, true]);
  assert.equal(setupTexts.player.leftOut('r', 30, false, ['a file of the archive was changed']),
    '30 frames are left out: a file of the archive was changed. On the recorder, `longshot verify r --repair` fetches again what the camera still has.');
  assert.match(setupTexts.player.leftOut('r', 1, true, ['x', 'y']), /^At most 1 frame is left out: x and y\./);
});

test('a range is marked within the frame shown, and in a gap at the frame beside it', () => {
  const detail = {
    parts: [{from: 0, to: 2e9, frames: 51, epoch: 1}, {from: 9e9, to: 12e9, frames: 76, epoch: 2}],
    gaps: [{from: 2.04e9, to: 9e9, frames: 0, reason: 'camera-restarted'}],
  };
  assert.deepEqual([markAt(detail, 1_999.999, false), markAt(detail, 1_999.999, true)], [2_000.499, 2_000.499]);
  assert.deepEqual([markAt(detail, 5_000, false), markAt(detail, 5_000, true)], [9_000.5, 2_000.5]);
  const damaged = {parts: [{from: 0, to: 9e9, frames: 226, epoch: 1}], gaps: [{from: 3e9, to: 4e9, frames: 25, reason: 'digest-mismatch'}]};
  assert.equal(markAt(damaged, 3_500, true), 3_500.5);
  assert.equal(markAt(null, 7, false), 7.5);
});

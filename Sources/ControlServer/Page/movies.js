// SPDX-License-Identifier: Apache-2.0
// The movies of a recording. A movie holds one format, and the format changes if the camera's picture size or encoder changes.
import {ask, path, request} from './api.js';
import {every, make, say, written} from './dom.js';
import {saveLink} from './downloads.js';
import {fineTime, nanoseconds} from './formats.js';
import {notice} from './notices.js';
import {bounded, placeOf} from './places.js';
import {confirmed} from './questions.js';
import {capturedFrom, extent, frameLength, reasonText} from './recordings.js';
import {cameraName, fileStem} from './scene.js';
import {setupTexts} from './setup-texts.js';
import {store} from './store.js';

const words = setupTexts.player;
/** Why footage of a part cannot be read. */
const damage = ['file-missing', 'digest-mismatch'];

/** The timeline of a recording; null if it cannot be read. */
export const readDetail = ({id, gaps}) => ask(path`/v1/recordings/${id}/timeline`).then((detail) => bounded(detail, gaps)).catch(() => null);

/** The moments of the frames around a moment of a recording, in nanoseconds; empty if they cannot be read. */
export const framesAround = ({id}, at) => ask(path`/v1/recordings/${id}/frames?at=${nanoseconds(at)}`).catch(() => ({}));

/**
 * The ranges of one format, which follow one another: {from, to, last, codec, width}, in milliseconds since 1970. The time between two
 * formats belongs to the former, whose last frame, captured at `last`, is shown there.
 */
export function movies(recording, detail) {
  const [start, end] = extent(recording, detail);
  const list = [];
  for (const {from, to, format, codec, width} of detail?.parts ?? []) {
    if (list.at(-1)?.format !== format) list.push({from: from / 1e6, format, codec, width});
    list.at(-1).last = to / 1e6;
  }
  if (!list.length) list.push({codec: recording.codec, width: recording.width});
  // A movie cannot begin with footage that cannot be read: it would begin later than it says.
  const readable = (at) => {
    const gap = detail?.gaps.find(({reason, from, to}) => damage.includes(reason) && from / 1e6 <= at + 1 && to / 1e6 >= at);
    return gap ? gap.to / 1e6 + frameLength(recording) : at;
  };
  // A millisecond between two ranges, because rounded moments must not reach a frame of the other format.
  return list.map(({from, last = end, codec, width}, index) => ({
    from: readable(index ? from + 1 : start), to: index + 1 < list.length ? list[index + 1].from - 1 : end, last, codec, width,
  }));
}

/** The movie that shows a moment. */
export const movieAt = (list, at) => list.find(({to}) => at < to) ?? list.at(-1);

/**
 * The piece of a movie that is requested for a moment: {from, to} as an array, at most ten minutes, in milliseconds. It has a frame, so
 * that for a moment behind the last one it begins before the moment.
 */
export const pieceFrom = (movie, at) => [Math.min(at, movie.last), Math.min(movie.to, at + 600_000)];

/**
 * The address of a range of a recording as a movie; null is the recording's own beginning or end. With `frames` "whole" it has the
 * whole of the frames visible at the two moments.
 */
export const movieAddress = ({id}, from, to, frames = null) => path`/v1/recordings/${id}/media` + `?${new URLSearchParams(
  [['from', from && nanoseconds(from)], ['to', to && nanoseconds(to)], ['frames', frames]].filter(([, value]) => value !== null))}`;

/** The address of the frame of a moment as a picture, at its full size or smaller. */
export const frameAddress = ({id}, at, isFull) => path`/v1/recordings/${id}/frame?at=${nanoseconds(at)}` + (isFull ? '&full=1' : '');

/** The moment as names of files have it, rounded like that on the screen. */
const stamp = (at) => new Date(Math.round(at)).toISOString().replace(/[-:.]/g, '');

/** The frame that is visible at a moment of a recording: its address at full size, and the name of a file. */
export function shownFrame({recording, detail, at, frame}) {
  const length = frameLength(recording);
  // In a gap the last frame before it is visible.
  const gap = placeOf(detail, at).gap;
  const end = gap ? Math.min(at, gap.from / 1e6) : at;
  // The node gives the frame nearest to a moment. A frame is visible until the next one, so half a frame earlier it is that one. Where a
  // video is paused, its position may be some frames away from the displayed one.
  const address = frameAddress(recording, (gap ? null : frame) ?? end - length / 2, true);
  return {address, name: `${fileStem(store.state, recording)}-${stamp(gap ? end - length : frame ?? at)}.jpg`};
}

/** What to say of the frame that is saved of a recording: in a gap it is of another moment. Null if it is of that moment. */
export function otherMoment({recording, detail, at}) {
  const {gap} = placeOf(detail, at);
  return gap ? setupTexts.together.before(cameraName(store.state, recording), fineTime(Math.min(at, gap.from / 1e6))) : null;
}

/** Downloads the frames that are visible at moments of recordings: {recording, detail, at, frame}. */
export function saveFrames(shown) {
  for (const one of shown) {
    const {address, name} = shownFrame(one);
    saveLink(address, name);
    const told = otherMoment(one);
    if (told) notice(told);
  }
}

/** The files of a range of a recording, one for each format: {name, address}. */
export function movieFiles(recording, detail, from = null, to = null) {
  // The moment at which a part begins, as the command line names it: parts of one recording have names of their own.
  const start = from ?? (to === null ? null : capturedFrom(recording));
  const part = start === null ? '' : `-${stamp(from === null ? start : Math.floor(from))}`;
  const list = movies(recording, detail).filter((one) => (from === null || one.to > from) && (to === null || one.from < to));
  return list.map((one, index) => ({
    name: `${fileStem(store.state, recording)}${part}${list.length > 1 ? `-${index + 1}` : ''}.mp4`,
    address: movieAddress(recording, index ? one.from : from, index + 1 < list.length ? one.to : to, 'whole'),
  }));
}

/**
 * The frames that the movie of a range leaves out, because a file of the recorder is damaged or gone: {frames, isAtMost, reasons}; null
 * if there are none. `isAtMost` says that the range has only a part of a gap, or that the timeline cannot be read.
 */
export function leftOut(recording, detail, from = null, to = null) {
  const [begin, end] = [from ?? -Infinity, to ?? Infinity];
  // Without the timeline, the moments of the gaps are unknown.
  const gaps = (detail ?? recording).gaps.filter((gap) => damage.includes(gap.reason) && !(gap.to / 1e6 < begin || gap.from / 1e6 > end));
  if (!gaps.length) return null;
  const isWhole = ({from: first, to: last}) => (from === null && to === null) || (first / 1e6 >= begin && last / 1e6 <= end);
  return {
    frames: gaps.reduce((sum, gap) => sum + gap.frames, 0), isAtMost: !gaps.every(isWhole), reasons: [...new Set(gaps.map(({reason}) => reason))],
  };
}

/**
 * Asks before the movie of a range leaves out damaged footage, with the question and the answer of `{leaveOut, rest}`. Returns whether the
 * movie is wanted; true without damaged footage.
 */
export async function isWanted(recording, detail, {leaveOut, rest}, from = null, to = null) {
  const lacking = leftOut(recording, detail, from, to);
  if (!lacking) return true;
  const {frames, isAtMost, reasons} = lacking;
  const hint = words.leftOut(recording.id, frames, isAtMost, reasons.map(reasonText));
  return confirmed(leaveOut(cameraName(store.state, recording)), written(hint), rest);
}

/** Downloads a range of a recording; null is its own beginning or end. If the movie leaves out damaged footage, it asks before. */
export async function saveMovies(recording, from = null, to = null) {
  const detail = await readDetail(recording);
  if (!await isWanted(recording, detail, words, from, to)) return;
  for (const {address, name} of movieFiles(recording, detail, from, to)) saveLink(address, name);
}

/** The range of a recording that is exported: buttons that mark its ends at the moment shown, and the range in words. */
export class RangeMarks {
  #text = make('span.hint.player-range');
  /** The moments of the two ends; null is the recording's own beginning or end. */
  ends = [null, null];

  /** @param {(isEnd: boolean) => number[]} shown the moment to mark, and the beginning and end of the recording */
  constructor(shown) {
    const button = (index, text) => make('button.quiet.small', {onclick: () => this.#mark(index, ...shown(index === 1))}, text);
    this.elements = [button(0, words.from), button(1, words.to), this.#text];
  }

  clear() {
    this.ends = [null, null];
    say(this.#text, words.whole);
  }

  #mark(index, at, begin, end) {
    this.ends[index] = at;
    if (this.ends[0] !== null && this.ends[1] !== null && this.ends[0] > this.ends[1]) {
      this.ends[1 - index] = null;
      notice(words.dropped);
    }
    const [from, to] = this.ends;
    // A mark is half a millisecond within its frame, whose moment the player shows.
    const text = (mark, own) => fineTime(mark === null ? own : Math.floor(mark));
    say(this.#text, words.range(text(from, begin), text(to, end)));
  }
}

/** Ends a video, and what it loads. */
export function unload(video) {
  video.pause();
  video.removeAttribute('src');
  video.load();
}

/**
 * Why the node does not send an address, in its words; null if it sends the first byte.
 *
 * @param {string} fault the words for a fault of the node itself, of which only its log has more
 */
export const refusalOf = (address, fault) => request(address, {headers: {Range: 'bytes=0-0'}})
  .then(() => null, (error) => (error.type === 'internal-error' ? fault : error.message));

/** A trouble with an address, whose text becomes that of the node once it has come. */
export function explained(trouble, address) {
  refusalOf(address, trouble.text).then((text) => { trouble.text = text ?? trouble.text; });
  return trouble;
}

/** Permits one more attempt at a moment after a failure; another one only a second away from it. */
export function onceAt() {
  let last = -Infinity;
  return (at) => {
    if (Math.abs(at - last) <= 1_000) return false;
    last = at;
    return true;
  };
}

/** Permits one call in a time, in milliseconds. */
export function onceIn(time) {
  let last = -Infinity;
  return (now = performance.now()) => {
    if (now - last < time) return false;
    last = now;
    return true;
  };
}

/** The seconds without any new data after which a video has failed. */
const longest = 10;

/** Counts the seconds for which a video waits for data and gets none: call it once a second. */
export function stallCounter() {
  let [count, place, end] = [0, null, 0];
  return ({src, paused, seeking, readyState, currentTime, buffered}) => {
    const isWaiting = src && (paused ? seeking : readyState < 3);
    const now = `${src} ${currentTime}`;
    // A browser that reads the same bytes again has less in between.
    const reach = buffered.length ? buffered.end(buffered.length - 1) : 0;
    const isStill = isWaiting && now === place && reach <= end;
    [count, place, end] = [isStill ? count + 1 : 0, now, now === place ? Math.max(end, reach) : reach];
    return count;
  };
}

/**
 * Calls `failed` if a video reports an error, or waits for data without getting any. A browser that waits requests the same bytes
 * without end.
 *
 * @param {(isUnknown: boolean) => void} failed called with whether the browser cannot play the format
 */
export function watchFailures(video, failed, signal) {
  const counted = stallCounter();
  video.addEventListener('error', () => { if (video.hasAttribute('src')) failed(video.error?.code === 4); }, {signal});
  every(1_000, () => { if (counted(video) >= longest) failed(false); }, signal);
}

// SPDX-License-Identifier: Apache-2.0
// The moments of a recording: what its timeline has there, and its lengths.
import {elapsed} from './formats.js';
import {extent, frameLength, isPause, reasonText, uncounted} from './recordings.js';
import {setupTexts} from './setup-texts.js';
import {missingFrames} from './texts.js';

/**
 * What a recording's timeline has at a moment in milliseconds: {part?, gap?, frame?}. The number of the frame counts stored frames
 * from 1; within a part it is estimated, because the timeline does not list single frames.
 *
 * @param {number} slack how far the part or gap may be from the moment, in milliseconds
 * @param {number} length how long the last frame of a part is visible, in milliseconds
 */
export function placeOf(detail, at, slack = 0, length = 0) {
  const isThere = (one, after = slack) => at >= one.from / 1e6 - slack && at <= one.to / 1e6 + after;
  const index = detail?.parts.findLastIndex((part) => isThere(part, Math.max(slack, length))) ?? -1;
  const gap = detail?.gaps.find((one) => isThere(one));
  if (index < 0) return {gap};
  const part = detail.parts[index];
  const share = part.to > part.from ? Math.min(1, Math.max(0, (at * 1e6 - part.from) / (part.to - part.from))) : 0;
  const before = detail.parts.slice(0, index).reduce((sum, one) => sum + one.frames, 0);
  return {part, gap, frame: before + 1 + Math.floor(share * (part.frames - 1) + 0.1)};
}

/**
 * The middle of the frame after a moment, or before it with a negative direction; from a gap that of the frame beside it. It may lie in a
 * gap. Frames of `length` milliseconds.
 */
export function stepFrom(detail, at, direction, length) {
  const next = at + direction * length;
  const there = placeOf(detail, next, 0, length);
  const {gap} = placeOf(detail, at);
  if (!gap && (there.part || there.gap)) return next;
  const [begin, end] = gap ? [gap.from / 1e6, gap.to / 1e6] : [at, at];
  // Footage that cannot be read is a gap within a part.
  if (gap && detail.parts.some((one) => one.from < gap.from && one.to > gap.to)) return direction > 0 ? end + 1.5 * length : begin - length / 2;
  const part = direction > 0 ? detail?.parts.find(({from}) => from / 1e6 > at) : detail?.parts.findLast(({to}) => to / 1e6 < at);
  if (!part) return next;
  // A gap may begin before the last frame has been shown for its whole length.
  return direction > 0 ? part.from / 1e6 + length / 2 : Math.min(part.to / 1e6 + length / 2, gap ? begin - 1 : Infinity);
}

/**
 * The moment to which a step goes: 0.5 ms into the next frame, or into the one before. A gap between is a step of its own, and from there
 * it goes to the frame beside the gap. Without `around`, the place is estimated from the length of a frame.
 *
 * @param {number} at a moment of the frame shown, or in a gap
 * @param {{previous?: number, shown?: number, next?: number}} around the frames there as the node lists them, in nanoseconds
 */
export function stepTo(detail, at, direction, length, {previous, shown, next} = {}) {
  // The video's time may be a microsecond before the frame shown, with which a gap ends.
  const isFrame = ({from, to}) => Math.abs(at * 1e6 - shown) < 1e5 && [from, to].some((end) => Math.abs(end - shown) < 1e5);
  const {part, ...place} = placeOf(detail, at);
  const gap = place.gap && !isFrame(place.gap) ? place.gap : undefined;
  const target = direction > 0 ? next : gap ? shown : previous;
  // Footage that cannot be read is a gap within a part, and its frames are listed, too.
  if (target === undefined || (gap && part)) return stepFrom(detail, gap ? at : (shown ?? at * 1e6) / 1e6 + length / 2, direction, length);
  const [early, late] = direction > 0 ? [shown, next] : [previous, shown];
  const between = gap ? null : detail?.gaps.find(({from, to}) => from < late && to > early && to - from > 1e6);
  if (!between) return target / 1e6 + 0.5;
  const half = Math.min(length / 2, (between.to - between.from) / 2e6);
  return direction > 0 ? between.from / 1e6 + half : between.to / 1e6 - half;
}

/**
 * The moment of an end of a range that is marked at a moment: 0.5 ms into the frame shown, because the video's time may be a microsecond
 * before it. In a gap, a range begins with the first frame behind it, and ends with the last one before it.
 *
 * @param {number} at a moment in a gap, or that of a frame
 */
export function markAt(detail, at, isEnd) {
  const {gap, part} = placeOf(detail, at);
  // Footage that cannot be read is a gap within a part.
  const beside = gap && !part ? (isEnd ? detail.parts.findLast(({to}) => to / 1e6 < at)?.to : detail.parts.find(({from}) => from / 1e6 > at)?.from) : undefined;
  return (beside === undefined ? at : beside / 1e6) + 0.5;
}

/** How long the frames around a moment of a recording last, in milliseconds: its rate may change from part to part. */
export function frameLengthAt(recording, detail, at) {
  const part = detail?.parts.findLast(({from}) => from / 1e6 <= at);
  return part?.frames > 1 ? (part.to - part.from) / 1e6 / (part.frames - 1) : frameLength(recording);
}

/**
 * The moment of the footage behind a gap that has been shown for two seconds, where playing goes on; null elsewhere, and shortly before
 * the gap's end.
 *
 * @param {number} since where playing began, which may be within the gap
 */
export function behindGap(detail, at, speed, since) {
  const {part, gap} = placeOf(detail, at);
  if (!gap || at - Math.max(gap.from / 1e6, since) < 2_000 * speed) return null;
  // Footage that cannot be read is a gap within a part.
  const end = part ? gap.to / 1e6 : (detail.parts.find(({from}) => from / 1e6 > at)?.from ?? 0) / 1e6;
  return end - at > 1_000 * speed ? end : null;
}

/**
 * Whether a video's frame is shown for so long at a moment that the video lacks frames which the timeline has.
 *
 * @param {number} age how long it has been shown, in milliseconds of video
 */
export function lacksFrames(detail, at, age, speed) {
  const {part, gap} = placeOf(detail, at);
  // A busy browser skips frames too, and more of them at a higher speed.
  return Boolean(part) && !gap && age > 500 * Math.max(1, speed) + 2 * (part.to - part.from) / 1e6 / part.frames;
}

/** A place in words: the gap with its reason, or the frame and its epoch; empty if it is unknown. */
export function placeText({part, gap, frame}) {
  if (gap && isPause(gap)) return setupTexts.timeline.pause(reasonText(gap.reason));
  if (gap) return setupTexts.timeline.gap(reasonText(gap.reason), missingFrames(gap.frames, uncounted([gap])));
  return part ? setupTexts.timeline.frame(frame, part.epoch) : '';
}

/** The time between two moments, cut to seconds like on the command line; moments in milliseconds are exact to less than a microsecond. */
export const between = (from, to) => elapsed((to - from + 1e-3) / 1000);

/** A timeline whose gaps have the limits of their uncounted frames, which only the gaps of the recording have. */
export function bounded(detail, gaps = []) {
  const limits = gaps.filter((gap) => gap.isUncounted).map(({atMost}) => atMost);
  // Both lists are in the order of time, but one of them may be newer.
  if (!limits.length || limits.length !== detail.gaps.filter((gap) => gap.isUncounted).length) return detail;
  return {...detail, gaps: detail.gaps.map((gap) => (gap.isUncounted ? {...gap, atMost: limits.shift()} : gap))};
}

/** The length of a recording's video; says so if the player's is longer, because a pause counts there. */
export function lengthText({duration, gaps}) {
  const isShorter = (gaps ?? []).some((gap) => !gap.frames && gap.firstTick === gap.lastTick);
  return setupTexts.recordings.length(elapsed(duration / 1e9), isShorter);
}

/** Converts a moment of a recording by the part that has it, or is nearest to it: to the camera's own clock, or from it. */
function converted(detail, at, isOwn) {
  const limits = (part) => (isOwn ? [part.from, part.to] : [part.recorderFrom ?? part.from, part.recorderTo ?? part.to]);
  const target = at * 1e6;
  const distance = (part) => Math.max(limits(part)[0] - target, target - limits(part)[1], 0);
  const part = (detail?.parts ?? []).reduce((nearest, one) => (nearest && distance(nearest) <= distance(one) ? nearest : one), null);
  if (!part || part.recorderFrom === undefined) return at;
  const [from, to] = limits(part);
  const share = to > from ? Math.min(1, Math.max(0, (target - from) / (to - from))) : 0;
  const ahead = (part.recorderFrom - part.from) * (1 - share) + (part.recorderTo - part.to) * share;
  return at + (isOwn ? ahead : -ahead) / 1e6;
}

/** A moment of a recording by the recorder's clock, which all of its cameras share; unchanged where the clocks were never compared. */
export const commonMoment = (detail, at) => converted(detail, at, true);
/** A moment by the recorder's clock as one by the clock of a recording's camera. */
export const ownMoment = (detail, common) => converted(detail, common, false);

/**
 * When the footage was captured that was deleted from the beginning of a recording, by the camera's clock in milliseconds since 1970;
 * null if none was. The beginning is estimated from the number of frames and the recording's start.
 */
export function deletedSpan(recording, detail) {
  if (!recording.deletedFrames) return null;
  const [to] = extent(recording, detail);
  return [Math.min(to - recording.deletedFrames * frameLength(recording), ownMoment(detail, recording.startedAt / 1e6)), to];
}

/** Whether the footage of a moment by the recorder's clock was deleted from the beginning of a recording. */
export function wasDeleted(recording, detail, common) {
  const [at, span] = [ownMoment(detail, common), deletedSpan(recording, detail)];
  return span !== null && at >= span[0] && at < span[1];
}

/** The range of a recording with its deleted beginning, in milliseconds since 1970. */
export function reach(recording, detail) {
  const [from, to] = extent(recording, detail);
  return [deletedSpan(recording, detail)?.[0] ?? from, to];
}

/** Whether a recording has a moment by the recorder's clock. */
export function covers(recording, detail, common) {
  if (!recording || !detail) return false;
  const [at, [from, to]] = [ownMoment(detail, common), extent(recording, detail)];
  return at >= from - 1 && at < to;
}

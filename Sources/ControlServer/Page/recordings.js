// SPDX-License-Identifier: Apache-2.0
// Recordings as text: completeness, gap reasons and range.
import {elapsed, percent, shownName} from './formats.js';
import {texts} from './texts.js';

const words = texts.recordings;

export const isRunning = (recording) => Boolean(recording) && recording.state !== 'stopped';

/**
 * What the connected recorders of a camera do: {there, reports, running, isOn, names}. `there` has all their names
 * by id, `names` those of the recorders that record it.
 *
 * A recorder of an earlier version reports nothing; it records if the camera sends live video.
 */
export function recorders(report) {
  const there = new Map((report?.peers ?? []).filter((peer) => peer.phase === 'connected').map((peer) => [peer.peer, shownName(peer.name)]));
  const reports = (report?.recordingControl?.recorders ?? []).filter((one) => there.has(one.recorder));
  const running = reports.filter((one) => one.startedAt !== undefined);
  const isOld = !reports.length && there.size > 0 && Boolean(report.live?.length);
  const names = isOld ? there : new Map([...there].filter(([id]) => running.some((one) => one.recorder === id)));
  return {there, reports, running, isOn: isOld || running.length > 0, names: [...names.values()]};
}

/** When a recording's first frame was captured, or else when it was started, in milliseconds since 1970. */
export const capturedFrom = (recording) => (recording.capturedFrom ?? recording.startedAt) / 1e6;

/** The range of a recording, in milliseconds since 1970. */
export function extent(recording, detail) {
  if (detail?.parts.length) return [detail.parts[0].from / 1e6, detail.parts.at(-1).to / 1e6];
  const from = capturedFrom(recording);
  return [from, from + Math.max(recording.duration / 1e6, 1)];
}

/**
 * What a recording's timeline has at a moment in milliseconds: {part?, gap?, frame?}. The number of the frame counts stored frames
 * from 1; within a part it is estimated, because the timeline does not list single frames.
 *
 * @param {number} slack how far the part or gap may be from the moment, in milliseconds
 */
export function placeOf(detail, at, slack = 0) {
  const isThere = (one) => at >= one.from / 1e6 - slack && at <= one.to / 1e6 + slack;
  const index = detail?.parts.findIndex(isThere) ?? -1;
  const gap = detail?.gaps.find(isThere);
  if (index < 0) return {gap};
  const part = detail.parts[index];
  const share = part.to > part.from ? Math.min(1, Math.max(0, (at * 1e6 - part.from) / (part.to - part.from))) : 0;
  const before = detail.parts.slice(0, index).reduce((sum, one) => sum + one.frames, 0);
  return {part, gap, frame: before + 1 + Math.floor(share * (part.frames - 1))};
}

/** Whether nothing was captured then, so that nothing is missing. */
export const isPause = (gap) => !gap.frames && !gap.isUncounted;

/** A place in words: the gap with its reason, or the frame and its epoch; empty if it is unknown. */
export function placeText({part, gap, frame}) {
  if (gap) return isPause(gap) ? texts.timeline.pause(reasonText(gap.reason)) : texts.timeline.gap(reasonText(gap.reason), gap.frames);
  return part ? texts.timeline.frame(frame, part.epoch) : '';
}

/** A gap reason in words; a reason of a later version as it is. */
export const reasonText = (reason) => texts.gaps[reason] ?? reason;

/** The length of a recording's video; says so if the player's is longer, because a pause counts there. */
export function lengthText({duration, gaps}) {
  const isShorter = (gaps ?? []).some((gap) => !gap.frames && gap.firstTick === gap.lastTick);
  return words.length(elapsed(duration / 1e9), isShorter);
}

/** The time from one frame of a recording to the next, in milliseconds. */
export function frameLength({duration, frames}) {
  const count = frames.persisted + frames.missing;
  return count > 1 ? Math.min(1_000, duration / 1e6 / count) : 40;
}

/** The gap reasons, each with its number of frames. */
function reasons(gaps) {
  const counts = new Map();
  for (const gap of gaps) counts.set(gap.reason, (counts.get(gap.reason) ?? 0) + gap.frames);
  return [...counts].map(([reason, frames]) => words.reason(reasonText(reason), frames)).join(', ');
}

/** Whether an unknown number of frames may be missing: the camera was killed, or has forgotten an epoch. */
export const isUncounted = (recording) => (recording?.gaps ?? []).some((gap) => gap.isUncounted);

export const isComplete = (recording) => !recording?.frames.missing && !isUncounted(recording);

/** The completeness of a recording as a short text. */
export function completeness(recording) {
  const {frames, gaps} = recording;
  const share = percent(frames.persisted, frames.persisted + frames.missing);
  if (frames.missing) return words.incomplete(share, frames.missing, isUncounted(recording), reasons(gaps ?? []));
  return isUncounted(recording) ? words.uncounted(share) : words.complete(share);
}

// SPDX-License-Identifier: Apache-2.0
// Recordings as text: completeness, gap reasons and range.
import {percent, shownName} from './formats.js';
import {texts} from './texts.js';

const words = texts.recordings;

export const isRunning = (recording) => Boolean(recording) && recording.state !== 'stopped';

/** Whether its camera may still tell of frames that are missing: no live video has come since it was connected. */
export const isUnheard = (recording) => isRunning(recording) && !recording.live && !recording.liveTrouble;

/**
 * What the recorders of a camera do: {there, reports, running, isOn, names, away}. `there` has the names of the connected ones
 * by id. `names` has the names of the recorders that record it now, and `away` of the ones that did when their connection was lost.
 *
 * A recorder of an earlier version reports nothing; it records if the camera sends live video.
 */
export function recorders(report) {
  const there = new Map((report?.peers ?? []).filter((peer) => peer.phase === 'connected').map((peer) => [peer.peer, shownName(peer.name)]));
  const all = report?.recordingControl?.recorders ?? [];
  const reports = all.filter((one) => there.has(one.recorder));
  const running = reports.filter((one) => one.startedAt !== undefined);
  const isOld = !reports.length && there.size > 0 && Boolean(report.live?.length);
  const names = isOld ? there : new Map([...there].filter(([id]) => running.some((one) => one.recorder === id)));
  const isAway = ({peer, phase}) => phase !== 'connected' && all.some((one) => one.recorder === peer && one.startedAt !== undefined);
  const away = (report?.peers ?? []).filter(isAway);
  return {there, reports, running, isOn: isOld || running.length > 0, names: [...names.values()], away: away.map((peer) => shownName(peer.name))};
}

/** Whether something of a recording is stored: it can be played and downloaded. */
export const hasFootage = ({frames}) => frames.persisted > 0;

/** When a recording's first frame was captured, or else when it was started, in milliseconds since 1970. */
export const capturedFrom = (recording) => (recording.capturedFrom ?? recording.startedAt) / 1e6;

/** The time from one frame of a recording to the next, in milliseconds. */
export function frameLength({duration, frames}) {
  const count = frames.persisted + frames.missing;
  return count > 1 ? Math.min(1_000, duration / 1e6 / count) : 40;
}

/** The range of a recording up to the end of its last frame, in milliseconds since 1970. */
export function extent(recording, detail) {
  if (detail?.parts.length) return [detail.parts[0].from / 1e6, detail.parts.at(-1).to / 1e6 + frameLength(recording)];
  const from = capturedFrom(recording);
  return [from, from + Math.max(recording.duration / 1e6, 1)];
}

/** A gap reason in words; a reason of a later version as it is. */
export const reasonText = (reason) => texts.gaps[reason] ?? reason;

/** Whether nothing was captured then, so that nothing is missing. */
export const isPause = (gap) => !gap.frames && !gap.isUncounted;

/** The reasons of missing frames, each with its number of counted frames. */
function reasons(gaps) {
  const counts = new Map();
  for (const gap of gaps) if (!isPause(gap)) counts.set(gap.reason, (counts.get(gap.reason) ?? 0) + gap.frames);
  return [...counts].map(([reason, frames]) => words.reason(reasonText(reason), frames)).join(', ');
}

/**
 * The most frames of gaps that nobody counted: the camera was killed, or forgot an epoch. Infinity without a limit, undefined for none.
 */
export const uncounted = (gaps = []) => gaps.filter((gap) => gap.isUncounted).reduce((sum, {atMost = Infinity}) => (sum ?? 0) + atMost, undefined);
export const isUncounted = (recording) => uncounted(recording?.gaps) !== undefined;

/** Whether nothing was captured for a recording, as far as is known: it was stopped before its camera had footage for it, or has just begun. */
export const isNothing = (recording) => recording.frames.persisted + recording.frames.missing + (recording.deletedFrames ?? 0) === 0 && !isUncounted(recording);

export const isComplete = (recording) => !recording?.frames.missing && !isUncounted(recording);

/** The completeness of a recording as a short text. */
export function completeness(recording) {
  const {frames, gaps, deletedFrames} = recording;
  const share = percent(frames.persisted, frames.persisted + frames.missing);
  const text = isComplete(recording) ? words.complete(share) : words.incomplete(share, frames.missing, uncounted(gaps), reasons(gaps ?? []));
  return text + (deletedFrames ? words.deleted(deletedFrames) : '');
}

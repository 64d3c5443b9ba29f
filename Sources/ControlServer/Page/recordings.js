// SPDX-License-Identifier: Apache-2.0
// Recordings as text: completeness, gap reasons and range.
import {percent} from './formats.js';
import {texts} from './texts.js';

const words = texts.recordings;

export const isRunning = (recording) => Boolean(recording) && recording.state !== 'stopped';

/** The range of a recording, in milliseconds since 1970. */
export function extent(recording, detail) {
  if (detail?.parts.length) return [detail.parts[0].from / 1e6, detail.parts.at(-1).to / 1e6];
  const from = recording.startedAt / 1e6;
  return [from, from + Math.max(recording.duration / 1e6, 1)];
}

/** A gap reason in words; a reason of a later version as it is. */
export const reasonText = (reason) => texts.gaps[reason] ?? reason;

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

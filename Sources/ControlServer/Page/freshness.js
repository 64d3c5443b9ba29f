// SPDX-License-Identifier: Apache-2.0
// The age of a picture, and its description.
import {uncertainty} from './clock.js';
import {texts} from './texts.js';

const words = texts.live;
/** The age in milliseconds from which a picture is not live. */
const fresh = 1_000;
/** The uncertainty of the clock in milliseconds up to which an age is a number, and not a bound. */
const exact = 50;
/** Ticks in a millisecond. */
const ticks = 90;

/**
 * The tick nearest to the clock whose lower 32 bits are the RTP timestamp.
 *
 * @param {number} now the node's monotonic clock in milliseconds
 */
export function tickOf(timestamp, now) {
  const [clock, range] = [now * ticks, 2 ** 32];
  const behind = (((clock - timestamp) % range) + range) % range;
  return Math.round(clock - (behind > range / 2 ? behind - range : behind));
}

/** The capture time of a tick, in milliseconds of the camera's monotonic clock. */
export const momentOfTick = (tick) => tick / ticks;

/** A readable age: it moves smoothly, but jumps when the age jumps. */
export const smoothed = (before, age) => (before !== null && Math.abs(age - before) < 300 ? before + (age - before) / 8 : age);

/**
 * The state of a picture: {isLive, how, age, isAbout, old, reason}.
 *
 * @param {{how: string|null, shownAt: number, age: number|null, isAbout: boolean, reason: string}} picture `shownAt` is 0 before
 *   the first one
 * @param {number} sinceCapture milliseconds; NaN while unknown
 */
export function pictureNow({how, shownAt, age, isAbout, reason}, now, sinceCapture, isLinked) {
  const old = Math.max(now - shownAt, Number.isFinite(sinceCapture) ? sinceCapture : 0);
  // WebRTC goes on while the link stalls, and its frames say when they were captured.
  return {isLive: shownAt > 0 && (isLinked || Number.isFinite(sinceCapture)) && old < fresh, how, age, isAbout, old: shownAt > 0 ? old : null, reason};
}

/** The text on the picture, and its explanation. */
export function badge(state, {isLive, how, age, isAbout, old, reason}) {
  if (!isLive) {
    const why = state.link.isUp ? reason : words.linkLost;
    return {text: old === null ? reason : words.stale(Math.max(1, Math.round(old / 1000)), why), title: ''};
  }
  const [milliseconds, error] = [Math.max(0, Math.round(age)), uncertainty(state)];
  const ageText = age === null ? words.ageUnknown : isAbout ? words.about(milliseconds)
    : error > exact ? words.atMost(Math.ceil(Math.max(0, age + error))) : words.age(milliseconds);
  return {
    text: words.badge(how === 'pictures' ? words.pictures : words.webrtc, ageText),
    title: isAbout ? words.sum : words.uncertainty(error.toFixed(1)),
  };
}

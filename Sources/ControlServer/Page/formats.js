// SPDX-License-Identifier: Apache-2.0
// Numbers and moments as text.
import {texts} from './texts.js';

const byteNames = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

function scaled(value, names) {
  let rank = 0;
  while (Math.abs(value) >= 999.5 && rank < names.length - 1) { value /= 1000; rank += 1; }
  return `${rank === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${names[rank]}`;
}

export const bytes = (count) => scaled(count, byteNames);
export const rate = (bytesPerSecond) => `${bytes(bytesPerSecond)}/s`;
export const bitrate = (bits) => scaled(bits, ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']);

/** A duration: 1:02:03, or 2:03. */
export function elapsed(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** An approximate duration: `3 days`, `4 h`, `12 min`, `20 s`. */
export function roughly(seconds) {
  for (const [unit, length] of [['days', 86_400], ['h', 3600], ['min', 60]]) {
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`;
  }
  return `${Math.round(seconds)} s`;
}

export const milliseconds = (nanoseconds) => {
  const value = nanoseconds / 1e6;
  return `${Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value)} ms`;
};

/** How long before or after the press a still's frame was captured. */
export const fromPress = (skew) => (skew === 0 ? texts.press.exact : texts.press.skew(milliseconds(Math.abs(skew)), skew < 0));

/** A percentage that is 100 % only if nothing is missing. */
export function percent(part, whole) {
  if (!whole) return '–';
  return part < whole ? `${(Math.floor((part * 1_000) / whole) / 10).toFixed(1)} %` : '100 %';
}

const times = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const days = new Intl.DateTimeFormat(undefined, {year: 'numeric', month: 'short', day: 'numeric', weekday: 'short'});

// Moments are rounded to milliseconds, like on the command line, so that the same one has the same second everywhere.

/** The time of day of a moment in milliseconds since 1970. */
export const time = (moment) => times.format(Math.round(moment));
/** The time of day with milliseconds, to tell one frame from the next. */
export const fineTime = (moment) => `${time(moment)}.${String(Math.round(moment) % 1000).padStart(3, '0')}`;
export const day = (moment) => days.format(Math.round(moment));
export const moment = (at) => `${day(at)}, ${time(at)}`;
/** A moment, without its day if that is the day of `now`. */
export const shortMoment = (at, now) => (day(at) === day(now) ? time(at) : moment(at));
/** A text of a node whose moments, like 2026-11-27T10:02:06Z, are in local time. */
export const withLocalTimes = (text) => text?.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z/g, (at) => shortMoment(Date.parse(at), Date.now()));
/** The time since a moment in seconds since 1970. */
export const ago = (seconds) => roughly(Math.max(0, Date.now() / 1000 - seconds));

/** The moment in the id of a still, a recording or a file, in milliseconds. */
export function momentOf(id) {
  const parts = /^(\d{4})(\d\d)(\d\d)[T-](\d\d)(\d\d)(\d\d)/.exec(id);
  if (parts) {
    const [year, month, date, hour, minute, second] = parts.slice(1).map(Number);
    return Date.UTC(year, month - 1, date, hour, minute, second);
  }
  const hexadecimal = parseInt(/^[0-9a-f]{10,12}(?=-)/.exec(id)?.[0] ?? '', 16);
  return Number.isFinite(hexadecimal) ? hexadecimal : 0;
}

/** Converts milliseconds to nanoseconds for a query. */
export const nanoseconds = (milliseconds) => String(Math.round(milliseconds * 1e6));

/** The short form of a node's id. */
export const short = (id) => String(id ?? '').slice(0, 7);
/** {id, name}, with the id in names that several have. */
export const distinct = (list) => list.map((one) => (list.some(({id, name}) => name === one.name && id !== one.id) ? {...one, name: `${one.name} (${short(one.id)})`} : one));

/** Quotes a name that could be mistaken for an id, because a node chooses its own name. */
export function shownName(name, ids = []) {
  const text = name.toLowerCase();
  const isLikeAnother = text.length >= 4 && ids.some((id) => id.startsWith(text) || text.startsWith(id.slice(0, 7)));
  const isLikeOne = /^[a-z2-7]{52}$/.test(text) || (/^[a-z2-7]{7,51}$/.test(text) && /[2-7]/.test(text));
  return isLikeAnother || isLikeOne ? `“${name}”` : name;
}

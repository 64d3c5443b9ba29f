// SPDX-License-Identifier: Apache-2.0
// The state of the timeline: the visible span, the recordings in it, and their positions.
import {path} from './api.js';
import {derived, withEntry} from './collections.js';
import {day, distinct, moment, nanoseconds, shortMoment, shownName, time} from './formats.js';
import {isAbout} from './glance.js';
import {deletedSpan, placeOf, placeText, reach} from './places.js';
import {capturedFrom, completeness, extent, hasFootage, isNothing, isRunning} from './recordings.js';
import {setupTexts} from './setup-texts.js';
import {texts} from './texts.js';

const words = setupTexts.timeline;
const dayLength = 86_400_000;
export const axisHeight = 26;
export const laneHeight = 46;
/** The spans of the buttons, in milliseconds. */
export const spans = [600_000, 3_600_000, dayLength, 7 * dayLength, 30 * dayLength];
const [least, most] = [5_000, 90 * dayLength];
/** The share of a span that is past, if the span follows the present. */
const pastShare = 0.95;
/** The most recordings whose details are read; if more are visible, the shorter ones are plain blocks. */
const detailed = 60;
/** The possible distances between marks of the axis, in milliseconds. */
const steps = [1, 5, 10, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400, 2 * 86_400, 7 * 86_400].map((s) => s * 1000);

const changed = (state, fields) => ({...state, timeline: {...state.timeline, ...fields}});
export const span = ({timeline}) => timeline.to - timeline.from;

/** Shows a span of time, which then stays; limits its length around its middle. */
export function spanShown(state, from, to) {
  const half = Math.min(most, Math.max(least, to - from)) / 2;
  const middle = (from + to) / 2;
  return changed(state, {from: middle - half, to: middle + half, follows: 0});
}

/** Moves by a share of the span. */
export function moved(state, share) {
  const by = share * span(state);
  return spanShown(state, state.timeline.from + by, state.timeline.to + by);
}

/** Zooms around a position of the canvas, from 0 to 1, which does not move. */
export function zoomed(state, factor, around = 0.5) {
  const length = Math.min(most, Math.max(least, span(state) * factor));
  const from = state.timeline.from + around * (span(state) - length);
  return spanShown(state, from, from + length);
}

/**
 * Shows a whole recording, and what was recorded since `earliest`, if that is given: the recording of its detail, if that is known,
 * because a recording may begin before its start.
 */
export function lookedAt(state, recording, detail, earliest = Infinity) {
  const [start, to] = extent(recording, detail);
  const from = Math.min(start, earliest);
  const margin = Math.max(30_000, (to - from) * 0.1);
  return spanShown(state, from - margin, to + margin);
}

/** Wants what the address names: the id of a recording, and perhaps `@` and a moment, in milliseconds since 1970; or null. */
export function sought(state, place) {
  const [id, at] = place?.split('@') ?? [];
  return changed(state, {wanted: id ? {id, at: Number(at) || 0} : null});
}
/** What `sought` reads, as an address: what is played, and its moment; null while a recording is looked for. */
export function placeAddress({timeline: {playing, cursor, wanted}}) {
  if (wanted) return null;
  return playing ? `#timeline/${playing.recording.id}@${Math.round(cursor)}` : '#timeline';
}

/**
 * Shows and plays the wanted recording as soon as it is known. If no recording is wanted, shows the newest one once, with the
 * recordings that began in the hour before it.
 */
export function settled(state) {
  const {wanted, hasLooked} = state.timeline;
  // An event may tell of a recording before the list is read.
  const all = wanted ? [state.recordings.get(wanted.id)] : hasLooked || !state.complete.has('recordings') ? [] : [...state.recordings.values()];
  // What is being recorded reaches the present, also if something else was begun after it.
  const recording = all.reduce((last, one) => (last && (isRunning(last) - isRunning(one) || last.startedAt - one.startedAt) > 0 ? last : one), undefined);
  if (!recording) return state;
  const begun = capturedFrom(recording);
  const starts = wanted ? [] : [...state.recordings.values()].map(capturedFrom).filter((one) => one > begun - spans[1]);
  const earliest = Math.min(...starts);
  const shown = lookedAt(state, recording, detailOf(state, recording), earliest);
  // Follows what is being recorded, and for an hour keeps all that it shows now.
  const follows = !wanted && isRunning(recording) ? (span(shown) + spans[1]) / pastShare : 0;
  const looked = changed(shown, {wanted: null, hasLooked: true, looked: {id: recording.id, earliest}, follows});
  return wanted ? played(looked, {recording, at: wanted.at || extent(recording)[0]}) : looked;
}

/** Shows the present near the right end of a span. `follows` is the length with which the span moves on. */
const presentShown = (state, now, length, follows) => changed(spanShown(state, now - length * pastShare, now + length * (1 - pastShare)), {follows});
/** Shows the present near the right end, and follows it until another span is chosen. */
export const nowShown = (state, now) => presentShown(state, now, span(state), span(state));
/**
 * Shows a span of this length: the end of what is shown, or the present if that is within it, because nothing comes after it. A longer span
 * that reaches the present ends there too, so that it has what was recorded meanwhile.
 */
export function spanChosen(state, length, now) {
  const {from, to} = state.timeline;
  const isPresent = from < now && (now < to || now - length <= from);
  return isPresent ? nowShown(spanShown(state, now - length, now), now) : spanShown(state, to - length, to);
}
/**
 * Shows the present again, if the span follows it. A shorter span grows before it moves; while a recording is played, it only grows, so that
 * the recording stays visible.
 */
export function timePassed(state, now) {
  const {from, follows, playing} = state.timeline;
  if (!follows) return state;
  return presentShown(state, now, Math.min(playing ? most : follows, Math.max(span(state), (now - from) / pastShare)), follows);
}

/** Moves the span as little as possible so that it shows a moment, at some distance from its ends. */
function momentShown(state, at) {
  const {from, to} = state.timeline;
  if (at >= from && at <= to) return state;
  const margin = span(state) * (1 - pastShare);
  const by = at > to ? at + margin - to : at - margin - from;
  return spanShown(state, from + by, to + by);
}
/**
 * Moves the playhead, which is there only while a recording is played. The span follows a playhead that leaves it, until the user moves the
 * span away from the playhead.
 */
export function cursorMoved(state, cursor) {
  const {playing, cursor: before, from, to} = state.timeline;
  if (!playing) return state;
  const next = changed(state, {cursor});
  return before >= from && before <= to ? momentShown(next, cursor) : next;
}
/** Plays a recording from a moment, which is then visible; null stops it. */
export const played = (state, playing) =>
  (playing ? momentShown(changed(state, {playing, cursor: playing.at}), playing.at) : changed(state, {playing, cursor: null}));
/** Where the playhead is drawn: within the footage that the lanes show, although the player may have read newer footage; null without one. */
export function playhead(state) {
  const {cursor, playing} = state.timeline;
  if (cursor === null) return null;
  const recording = state.recordings.get(playing.recording.id) ?? playing.recording;
  const [from, to] = extent(recording, detailOf(state, recording));
  return Math.min(to, Math.max(from, cursor));
}
export const hovered = (state, hover) => changed(state, {hover});
/**
 * What a timeline was read for: retention shortens a finished recording, its footage may be found damaged or be repaired, and a running
 * one is read again and again.
 */
const phaseOf = (one) => (isRunning(one) ? one.state : [one.state, one.capturedFrom, one.frames.missing, one.gaps.length].join(' '));
/** Stores the timeline of a recording; null if it cannot be read. Shows all of it, if the view has just been opened on it. */
export function detailRead(state, recording, detail) {
  const {id} = recording;
  const read = changed(state, {details: withEntry(state.timeline.details, id, {phase: phaseOf(recording), detail})});
  const {follows, looked} = state.timeline;
  return looked?.id === id ? changed(lookedAt(read, recording, detail, looked.earliest), {looked: null, follows}) : read;
}
/** The last read detail of a recording. */
export const detailOf = ({timeline}, {id}) => timeline.details.get(id)?.detail;

/** The present names of a recorder's cameras, by id. */
const presentNames = ({report}) => (report?.cameras ?? []).map(({camera, name}) => [camera, name]);
/** The same as one text, to notice that one was renamed. */
export const linkNames = (state) => JSON.stringify(presentNames(state));

/** One lane per camera, sorted by name, with its recordings from oldest to newest. */
export const lanes = derived((state) => [state.recordings, linkNames(state)], ({recordings, report}) => {
  const present = new Map(presentNames({report}));
  const byCamera = new Map();
  for (const one of recordings.values()) {
    if (!byCamera.has(one.camera)) byCamera.set(one.camera, {recordings: []});
    byCamera.get(one.camera).recordings.push(one);
  }
  for (const [id, lane] of byCamera) {
    lane.id = id;
    lane.recordings.sort((one, other) => capturedFrom(one) - capturedFrom(other));
    // A camera that is not paired any more has the name of its last recording.
    lane.name = present.get(id) ?? lane.recordings.at(-1).cameraName;
  }
  return distinct([...byCamera.values()]).sort((one, other) => one.name.localeCompare(other.name, undefined, {numeric: true}));
});

const laneName = (state, {camera, cameraName}) => lanes(state).find(({id}) => id === camera)?.name ?? cameraName;

/** Whether a recording may have changed since the link to the recorder was lost: what is shown of it as live may be over. */
export const isUnknown = ({link}, recording) => !link.isUp && isRunning(recording);

/** What stands on a lane: the camera's name, and since when nothing is known of its running recording. */
export const laneText = (state, {name, recordings}) =>
  (recordings.some((one) => isUnknown(state, one)) ? words.unlinked(name, shortMoment(state.link.lostAt, Date.now())) : name);

/** The name of a recording's camera, with its id where two cameras have the same one. */
export const cameraName = (state, recording) => shownName(laneName(state, recording));
/** What the names of a recording's files begin with: its camera, named likewise, and its id. */
export const fileStem = (state, recording) => `${laneName(state, recording)}-${recording.id}`;

/**
 * The range of a recording as far as is known: a running one reaches the present, also if its timeline was read long ago, and one that has
 * ended since then reaches the moment when it was stopped.
 */
function knownReach(state, one) {
  const read = state.timeline.details.get(one.id);
  const [from, end] = reach(one, read?.detail);
  if (isRunning(one)) return [from, Math.max(end, Date.now())];
  return [from, read && read.phase !== phaseOf(one) ? Math.max(end, (one.stoppedAt ?? 0) / 1e6) : end];
}

/** The recordings in the visible span. */
export const visible = derived((state) => [state.recordings, state.timeline.details, state.timeline.from, state.timeline.to], (state) => {
  const {from, to} = state.timeline;
  return lanes(state).flatMap((lane) => lane.recordings).filter((one) => {
    const [start, end] = knownReach(state, one);
    return end >= from && start <= to;
  });
});

/** The recordings of the list: those in the visible span, and the one that is played. */
export const recordingsInList = (state) => [...new Set([...visible(state), state.recordings.get(state.timeline.playing?.recording.id)])].filter(Boolean);

/** The heading of the list, which says its span, and how to list the other recordings. */
export function listTexts(state, now) {
  const {from, to, follows} = state.timeline;
  const isOneDay = day(from) === day(to);
  const text = (at) => (to - from > 2 * dayLength ? day(at) : isOneDay ? shortMoment(at, now) : moment(at));
  const count = visible(state).length;
  const others = state.recordings.size - count;
  return {title: setupTexts.recordings.title(count, text(from), follows ? null : text(to)), hint: others ? setupTexts.recordings.others(others, follows > 0) : ''};
}

/** The visible recordings whose details are drawn: of many, the longest. */
const longest = derived((state) => [visible(state)], (state) => {
  const length = (one) => { const [start, end] = knownReach(state, one); return end - start; };
  const seen = visible(state).filter(hasFootage);
  return seen.length > detailed ? seen.toSorted((one, other) => length(other) - length(one)).slice(0, detailed) : seen;
});

/** The recordings whose details are to be drawn, and are missing or were read in an earlier state. */
export const undetailed = (state) => longest(state).filter((one) => state.timeline.details.get(one.id)?.phase !== phaseOf(one));

/**
 * The reasons of the node's state that are not about one camera, as a text. Damage of finished recordings is among them, and no event
 * reports it.
 */
export const sharedReasons = ({report}) => (report?.reasons ?? [])
  .filter((reason) => !report.cameras?.some((one) => isAbout(one, reason))).join('\n');

/** The objects at a point of a canvas of this width: {at, lane?, recording?, isDeleted, part?, gap?, frame?}. */
export function found(state, x, y, width) {
  const at = state.timeline.from + (x / width) * span(state);
  const slack = (3 / width) * span(state);
  const lane = lanes(state)[Math.floor((y - axisHeight) / laneHeight)];
  const list = (lane?.recordings ?? []).filter((one) => !isNothing(one));
  const there = (range) => list.findLast((one) => {
    const [start, end] = range(one, detailOf(state, one)) ?? [Infinity];
    return at >= start - slack && at <= end + slack;
  });
  const stored = there(extent);
  const recording = stored ?? there(deletedSpan);
  return {at, lane, recording, isDeleted: !stored && recording !== undefined, ...placeOf(recording && detailOf(state, recording), at, slack)};
}

/** The text under the pointer, and the address of the frame there; null in a gap. */
export function hoverText(state, {at, lane, recording, isDeleted, ...place}) {
  if (!recording) return {text: `${lane ? shownName(lane.name) : ''}, ${time(at)}`, frame: null};
  const head = `${cameraName(state, recording)}, ${time(at)}`;
  if (isDeleted) return {text: `${head} · ${words.deleted(recording.deletedFrames)}`, frame: null};
  if (!hasFootage(recording)) return {text: `${head} · ${completeness(recording)}`, frame: null};
  return {
    text: [head, placeText(place), place.gap ? null : words.kinds[place.part?.origin]].filter(Boolean).join(' · '),
    frame: place.gap ? null : path`/v1/recordings/${recording.id}/frame?at=${nanoseconds(at)}`,
  };
}

/** The visible span as text. */
export function spanText({timeline: {from, to}}) {
  if (to - from > 2 * dayLength) return `${day(from)} – ${day(to)}`;
  return `${day(from)} ${time(from)} – ${day(from) === day(to) ? '' : `${day(to)} `}${time(to)}`;
}

/** The marks of the axis: {at, isDay, isFine}; days begin at local midnight. `offset`: of the time zone, in milliseconds. */
export function marks(from, to, width, offset) {
  const step = steps.find((one) => ((to - from) / one) * 78 < width) ?? steps.at(-1);
  const list = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
    list.push({at, isDay: (at - offset) % dayLength === 0, isFine: step < 60_000});
  }
  return list;
}

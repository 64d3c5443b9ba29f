// SPDX-License-Identifier: Apache-2.0
// The desk: each camera with its link and its recording, in words.
import {bitrate, elapsed, milliseconds, roughly, shownName} from './formats.js';
import {completeness, isComplete, isRunning} from './recordings.js';
import {may} from './state.js';
import {texts} from './texts.js';

const words = texts.desk;
/** A browser has six connections to a node, and a picture stream takes one: more live pictures than these starve the rest. */
const mostLive = 3;

/** The cameras that are known, by name: {id, name, link?, recording?, canRecord}. */
export function cameras({report}) {
  const known = new Map();
  for (const link of report?.cameras ?? []) known.set(link.camera ?? link.address, {link});
  for (const recording of report?.recordings ?? []) {
    const entry = known.get(recording.camera) ?? {};
    // Of several recordings of one camera the running one counts.
    if (!entry.recording || isRunning(recording)) known.set(recording.camera, {...entry, recording});
  }
  return [...known].map(([id, {link, recording}]) => ({
    id, link, recording, name: shownName(link?.name ?? recording?.cameraName ?? link?.address ?? id),
    canRecord: link?.phase === 'connected' && !isRunning(recording),
  })).sort((one, other) => one.name.localeCompare(other.name, undefined, {numeric: true}));
}

/** All cameras in a line. */
export function deskText(state) {
  const recordings = state.report?.recordings ?? [];
  const total = recordings.reduce((sum, one) => sum + (one.live?.bitsPerSecond ?? 0), 0);
  return words.sum(cameras(state).length, recordings.filter((one) => one.state === 'recording').length, bitrate(total));
}

/** What a tile says and offers. */
export function tile(state, camera) {
  const {link, recording, canRecord} = camera;
  const phase = link?.phase ?? 'lost';
  const running = isRunning(recording);
  const trouble = recording?.trouble ?? (phase === 'connected' ? null : link?.reason);
  const isWatched = running && state.desk.watched.includes(camera.id);
  return {
    phase: texts.phases[phase] ?? phase, isThere: phase === 'connected', reason: link?.reason ?? '', isRunning: running, isWatched,
    status: running ? `● ${trouble ?? words.states[recording.state]} ${elapsed(recording.duration / 1e9)}` : trouble ?? `○ ${words.idle}`,
    mood: trouble ? 'bad' : running ? 'recording' : '',
    complete: recording ? completeness(recording) : '', isComplete: isComplete(recording), figures: figures(recording),
    offersRecord: may(state, 'record') && (running || canRecord), offersWatch: may(state, 'view') && running,
    note: running ? '' : words.noPicture,
  };
}

function figures({live, backlog} = {}) {
  const found = [];
  if (live) found.push(words.jitter(milliseconds(live.jitter)), words.frames(live.frames));
  if (live?.repeated) found.push(words.repeated(live.repeated));
  if (backlog) found.push(words.backlog(backlog.fragments, backlog.secondsLeft === undefined ? null : roughly(backlog.secondsLeft)));
  return found.join(' · ');
}

/** Live video of a camera begins or ends; the one that was watched for longest makes room. */
export function watched(state, id, isOn) {
  const others = state.desk.watched.filter((one) => one !== id);
  return {...state, desk: {...state.desk, watched: isOn ? [...others, id].slice(-mostLive) : others}};
}

/** What can be drawn of a camera's live statistics over time. */
const series = {
  bitrate: {of: (live) => live.bitsPerSecond, text: bitrate},
  loss: {of: (live) => live.lost + live.late, text: (count) => words.packets(count)},
  latency: {of: (live) => live.latency, text: milliseconds},
};
export const seriesNames = Object.keys(series);

/** The points of a series as [age in milliseconds, value], with its last and its largest value in words. */
export function chart({history}, camera, name, now) {
  const points = (history.get(camera) ?? []).map(({at, live}) => [now - at, series[name].of(live)])
    .filter(([, value]) => Number.isFinite(value));
  const most = Math.max(...points.map(([, value]) => value), 1);
  const {text} = series[name];
  return {points, most, last: points.length ? text(points.at(-1)[1]) : '–', range: points.length ? text(most) : '–'};
}

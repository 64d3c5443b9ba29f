// SPDX-License-Identifier: Apache-2.0
// The desk: each camera's link and recording as text.
import {deskTexts} from './desk-texts.js';
import {momentOfFile} from './files.js';
import {bitrate, distinct, elapsed, milliseconds, roughly, shortMoment, shownName, withLocalTimes} from './formats.js';
import {capturedFrom, completeness, isComplete, isRunning, isUnheard} from './recordings.js';
import {may} from './state.js';
import {texts} from './texts.js';

const words = deskTexts;
/** Each live picture uses one of a browser's six connections to a node. */
const mostLive = 3;

/** The newest still of a camera that this node has; undefined if there is none. */
export function lastStill({files}, camera) {
  const stills = [...files.values()].filter((one) => one.kind === 'still' && one.peer === camera && one.phase === 'received');
  return stills.reduce((newest, one) => (newest && momentOfFile(newest) >= momentOfFile(one) ? newest : one), undefined);
}

/** The cameras by name, those with a link first: {id, name, link?, recording?, canRecord}. */
export function cameras({report}) {
  const known = new Map();
  for (const link of report?.cameras ?? []) known.set(link.camera ?? link.address, {link});
  for (const recording of report?.recordings ?? []) {
    const entry = known.get(recording.camera) ?? {};
    // The running one counts.
    if (!entry.recording || isRunning(recording)) known.set(recording.camera, {...entry, recording});
  }
  return distinct([...known].map(([id, {link, recording}]) => ({
    id, link, recording, name: shownName(link?.name ?? recording?.cameraName ?? link?.address ?? id),
    canRecord: link?.phase === 'connected' && !isRunning(recording),
  }))).sort((one, other) => Boolean(other.link) - Boolean(one.link) || one.name.localeCompare(other.name, undefined, {numeric: true}));
}

/** Whether a recording goes on, and is not being stopped. */
export const isStoppable = (recording) => isRunning(recording) && recording.state !== 'stopping';

/** Which buttons for all cameras there are: {record, stop}. One camera has its own. */
export function forAll(state, list) {
  const isOffered = may(state, 'record') && list.length > 1;
  return {record: isOffered && list.some((one) => one.canRecord), stop: isOffered && list.some(({recording}) => isStoppable(recording))};
}

/** The summary of all cameras in one line. */
export function deskText(state) {
  const recordings = state.report?.recordings ?? [];
  const total = recordings.reduce((sum, one) => sum + (one.live?.bitsPerSecond ?? 0), 0);
  const all = cameras(state);
  const running = all.filter(({link, recording}) => link?.phase === 'connected' && recording?.state === 'recording' && !recording.trouble);
  return words.sum(all.length, running.length, bitrate(total));
}

/** Since when a camera is lost: after its last recorded frame if the recorder has not seen it. */
function lostText({link, recording}) {
  if (link?.lostSince !== undefined) return words.lostSince(shortMoment(link.lostSince / 1e6, Date.now()));
  // The length has no time between epochs.
  if (!recording?.duration || recording.gaps?.some(({frames}) => !frames)) return words.lost;
  return words.lostAfter(shortMoment(capturedFrom(recording) + recording.duration / 1e6, Date.now()));
}

/** A running recording's length, and why it does not grow. */
function runningText({state, duration}, trouble) {
  const length = elapsed(duration / 1e9);
  return trouble ? `● ${length} · ${trouble}` : `● ${words.states[state]} ${length}`;
}

/** The texts and actions of a tile. */
export function tile(state, camera) {
  const {link, recording, canRecord} = camera;
  const phase = link?.phase ?? 'lost';
  const running = isRunning(recording);
  const isLost = phase !== 'connected';
  const isOpen = running && (isLost || Boolean(recording.trouble));
  const isUnsure = isOpen || isUnheard(recording);
  const isEnding = running && isLost && recording.state === 'stopping';
  const reason = withLocalTimes(link?.reason);
  const trouble = isEnding ? null : withLocalTimes(recording?.trouble ?? recording?.liveTrouble) ?? (isLost ? reason : null);
  const offersStill = may(state, 'shoot') && !isLost;
  const complete = recording ? completeness(recording) : '';
  const offersWatch = may(state, 'view') && running;
  return {
    phase: texts.phases[phase] ?? phase, isLost, isOld: isLost || isOpen || Boolean(recording?.live && recording.liveTrouble), reason: reason ?? '', isRunning: running,
    isWatched: offersWatch && state.desk.watched.includes(camera.id),
    status: isEnding ? `○ ${words.states.stopping}, ${words.states.waiting}` : running ? runningText(recording, trouble) : trouble ?? `○ ${words.idle}`,
    mood: trouble ? 'bad' : running && !isEnding ? 'recording' : '',
    complete: isUnsure ? words.soFar(complete) : complete, isComplete: isComplete(recording) && !isUnsure,
    // Live ones are old when it is away.
    figures: figures(isLost ? {backlog: recording?.backlog} : recording),
    offersRecord: may(state, 'record') && (canRecord || running && !isEnding), offersWatch, offersStill,
    note: isLost ? lostText(camera) : running ? (may(state, 'view') ? '' : words.noView) : words.noPicture + (offersStill ? words.aStill : ''),
  };
}

function figures({live, backlog} = {}) {
  const found = [];
  if (live) found.push(words.jitter(milliseconds(live.jitter)), words.frames(live.frames));
  if (live?.repeated) found.push(words.repeated(live.repeated));
  if (backlog) found.push(words.backlog(backlog.fragments, backlog.secondsLeft === undefined ? null : roughly(backlog.secondsLeft)));
  return found.join(' · ');
}

/** Starts or ends a camera's live video; if there are too many, the one watched longest ends. */
export function watched(state, id, isOn) {
  const others = state.desk.watched.filter((one) => one !== id);
  return {...state, desk: {...state.desk, watched: isOn ? [...others, id].slice(-mostLive) : others}};
}

/** From this age in milliseconds on, a graph's last point is not the present. */
const stale = 10_000;

/** The live statistics that a graph can show. */
const series = {
  bitrate: {of: (live) => live.bitsPerSecond, text: bitrate},
  loss: {of: (live) => live.lost + live.late, text: (count) => words.packets(count)},
  latency: {of: (live) => live.latency, text: (latency) => (latency < 1e10 ? milliseconds(latency) : roughly(latency / 1e9))},
};
export const seriesNames = Object.keys(series);

/**
 * The points of a series as [age in milliseconds, value], with its last and its largest value as text. Where live video ended, the
 * value is null.
 */
export function chart({history}, camera, name, now) {
  const points = (history.get(camera) ?? []).map(({at, live}) => [now - at, live && series[name].of(live)])
    .filter(([, value]) => value !== undefined);
  const values = points.map(([, value]) => value).filter((value) => value !== null);
  const most = Math.max(...values, 1);
  const {text} = series[name];
  const [age, last] = points.at(-1) ?? [Infinity, null];
  // Nothing is live any more if there is no new point.
  return {points, most, last: last !== null && age < stale ? text(last) : '–', range: values.length ? text(Math.max(...values)) : '–'};
}

// SPDX-License-Identifier: Apache-2.0
// The shutter: presses, the camera's jobs, and the resulting stills.
import {path} from './api.js';
import {isKnown, monotonic, uncertainty} from './clock.js';
import {withEntry, without} from './collections.js';
import {distinct, fromPress} from './formats.js';
import {noticed, preferred} from './state.js';
import {texts} from './texts.js';

const words = texts.shutter;
/** How many recent stills are viewed, and presses remembered. */
const kept = {stills: 30, presses: 100};

export const isRunning = (job) => ['countdown', 'taking'].includes(job.phase);
const changed = (state, fields) => ({...state, shutter: {...state.shutter, ...fields}});
export const progressed = (state, progress) => changed(state, {progress});

/** The job with the shortest countdown. */
export const countdown = ({shutter}) => [...shutter.jobs.values()].filter((job) => job.phase === 'countdown')
  .sort((one, other) => one.secondsLeft - other.secondsLeft)[0];

/** The series that are being taken, oldest first. */
const allSeries = ({shutter: {jobs}}) => [...jobs.values()].filter((job) => job.phase === 'taking' && job.count > 1);

/** The newest series, of this browser if it has one. */
function series(state) {
  const all = allSeries(state);
  return all.findLast(({id}) => state.shutter.mine.has(id)) ?? all.at(-1);
}

/** The job that is shown, and that *Cancel* ends. */
export const shown = (state) => countdown(state) ?? series(state);

/** The limits of the numbers that a user may choose; the camera has the same. */
export const limits = {timerSeconds: [1, 3_600], lapseCount: [2, 10_000], lapseSeconds: [0.1, 86_400]};

/** A number within its limits; only the interval of a time lapse has tenths. */
export function bounded(name, value) {
  const [least, most] = limits[name];
  const number = name === 'lapseSeconds' ? Math.round(Number(value) * 10) / 10 : Math.round(Number(value));
  return Math.min(most, Math.max(least, Number.isNaN(number) ? least : number));
}

/** The chosen countdown and series. */
export function plan({preferences: {timer, burst, timerSeconds, lapseCount, lapseSeconds}}) {
  const isLapse = burst === 'custom';
  return {
    timerSeconds: timer === 'custom' ? bounded('timerSeconds', timerSeconds) : Number(timer),
    count: isLapse ? bounded('lapseCount', lapseCount) : Number(burst),
    everyMilliseconds: isLapse ? bounded('lapseSeconds', lapseSeconds) * 1000 : 100,
  };
}

/** A moment by `performance.now()` on the node's clock, in nanoseconds, if that clock is known. */
export const pressTime = (state, moment) => (isKnown(state)
  ? {pressedAt: Math.round(monotonic(state, moment) * 1e6), pressUncertainty: Math.round(uncertainty(state) * 1e6)} : {});

/**
 * The recorders that may get stills, as {id, name, isAway}: those with a session, the remembered one, and for administrators all
 * paired ones; none of a revoked pairing.
 */
export function stillRecorders({report, peers, preferences: {save}}) {
  const known = new Map();
  // Without `admin`, a recorder that has not connected yet is known only if it was chosen before.
  if (save?.to && !peers) known.set(save.to, {name: save.name ?? save.to});
  for (const {peer, name, phase, revokedAt, revokedByPeerAt} of report?.peers ?? []) {
    known.set(peer, {name, phase, isGone: phase === 'lost' && Boolean(revokedAt ?? revokedByPeerAt)});
  }
  for (const {id, name, role, revoked, revokedByPeerAt} of peers ?? []) {
    const phase = known.get(id)?.phase;
    // The list of peers may be older than the session.
    known.set(id, {name, phase, isGone: role !== 'recorder' || (phase !== 'connected' && Boolean(revoked || revokedByPeerAt))});
  }
  return distinct([...known].filter(([, one]) => !one.isGone).map(([id, {name, phase}]) => ({id, name, isAway: phase !== 'connected'})));
}

/**
 * The id of the recorder that gets this browser's stills: the chosen one, or else the only one, or the only one that is connected.
 */
export function recipient(state, known = stillRecorders(state)) {
  const {where, to} = state.preferences.save ?? {};
  if (to || !['recorder', 'both'].includes(where)) return to;
  const there = known.filter(({isAway}) => !isAway);
  return [known, there].find(({length}) => length === 1)?.[0].id;
}

/** How far the picture of a press may be from it, in nanoseconds. */
const tolerance = 2e9;

/**
 * The request body for a press.
 *
 * @param {{moment: number, seen: object|null, light: object|null}} press by `performance.now()`; the frame on the screen; the light
 */
export function stillWish(state, {moment, seen, light}) {
  const {busy, save} = state.preferences;
  const {timerSeconds, count, everyMilliseconds} = plan(state);
  const {where} = save ?? {where: 'camera'};
  const to = recipient(state);
  const wish = {save: where === 'here' ? 'camera' : where, count, whenBusy: busy};
  if (to) wish.recipients = [to];
  if (count > 1) wish.everyMilliseconds = everyMilliseconds;
  // A press that arrives late, perhaps at a camera that was started anew, shows its own moment or fails.
  else if (!timerSeconds && !light) wish.tolerance = tolerance;
  if (timerSeconds) Object.assign(wish, {timerSeconds}, pressTime(state, moment));
  // `seen` names a single frame that has been; the camera refuses it for a series, and lights only what is to come.
  else if (seen && count === 1 && !light) wish.seen = seen;
  else Object.assign(wish, pressTime(state, moment));
  if (light && count === 1) wish.bracket = {control: light.control, values: [light.value]};
  return wish;
}

/** The camera accepted this browser's press. */
export function accepted(state, job) {
  const press = {isForHere: state.preferences.save?.where === 'here', saved: 0, job};
  const mine = new Map([...state.shutter.mine].slice(1 - kept.presses)).set(job.id, press);
  return jobHeard(changed(state, {mine}), job);
}

/** The number of stills that a job has taken: its event may be older than those of its stills. */
const taken = ({shutter}, job) => Math.max(job.taken, shutter.arrived.filter((still) => still.job === job.id).length);

/** The progress of a series: one line with all its numbers. */
function seriesText(state, job) {
  const press = state.shutter.mine.get(job.id);
  const saved = press?.isForHere ? press.saved : null;
  return isRunning(job) ? words.series(taken(state, job), job.count, job.skipped, saved, allSeries(state).length - 1) : words.done(taken(state, job), job.skipped, saved);
}

/** Any browser's job changed. */
export function jobHeard(state, job) {
  const {jobs, ended} = state.shutter;
  const known = jobs.get(job.id);
  // The response to a press may be older than the events of its job.
  if (ended.has(job.id) || (isRunning(job) && known && known.taken + known.skipped > job.taken + job.skipped)) return state;
  const mine = state.shutter.mine.has(job.id)
    ? withEntry(state.shutter.mine, job.id, {...state.shutter.mine.get(job.id), job}) : state.shutter.mine;
  if (isRunning(job)) {
    const next = changed(state, {mine, jobs: withEntry(jobs, job.id, job)});
    const running = countdown(next) ? null : series(next);
    return running ? progressed(next, seriesText(next, running)) : next;
  }
  if (!known && !mine.has(job.id)) return state;
  const next = changed(state, {mine, jobs: without(jobs, [job.id]), ended: new Set([...ended].slice(1 - kept.presses)).add(job.id)});
  if (job.phase === 'cancelled') return progressed(next, words.cancelled(taken(next, job)));
  if (job.phase === 'failed') {
    const text = words.failed(job.problem ?? words.unknown);
    return noticed(progressed(next, text), text, true);
  }
  return job.count > 1 ? progressed(next, seriesText(next, job)) : next;
}

/** Whether a still must still be downloaded to this device. */
const isAwaited = ({shutter}, still) => Boolean(shutter.mine.get(still.job)?.isForHere) && !shutter.fetched.has(still.id);

/** Any browser took a still; its thumbnail is shown at once, and counts in its series. */
export function stillTaken(state, still) {
  const {arrived} = state.shutter;
  if (arrived.some((one) => one.id === still.id)) return state;
  const next = changed(state, {
    arrived: [still, ...arrived].filter((one, index) => index < kept.stills || isAwaited(state, one)),
    picture: {id: still.id, address: path`/v1/stills/${still.id}/thumbnail`},
  });
  const job = shown(next);
  return job?.id === still.job && job.count > 1 ? progressed(next, seriesText(next, job)) : next;
}

/**
 * The still to request next, or null. Of the stills for this device each one, oldest first; of other stills of this browser's presses
 * only the newest, which is shown.
 */
export function nextFetch(state) {
  const {arrived, mine, fetched} = state.shutter;
  const [newest] = arrived;
  const isOpen = newest && mine.has(newest.job) && !fetched.has(newest.id);
  return arrived.findLast((still) => isAwaited(state, still)) ?? (isOpen ? newest : null);
}

/** A still of this browser is being fetched. The first one ever tells where stills are saved. */
export function fetchBegun(state, still) {
  const known = state.preferences.save ? state : noticed(preferred(state, 'save', {where: 'camera'}), words.tip);
  const next = changed(known, {fetched: new Set(state.shutter.fetched).add(still.id)});
  // A series has its own progress.
  if (state.shutter.mine.get(still.job).job.count > 1) return next;
  return progressed(next, words.taken(`${still.width}×${still.height}`, fromPress(still.skew), still.clamped));
}

/** The link was lost while a still was being fetched, so that it is fetched again. */
export const fetchFailed = (state, still) => changed(state, {fetched: without(state.shutter.fetched, [still.id])});
/** The number of stills that must still be downloaded to this device. */
export const awaited = (state) => state.shutter.arrived.filter((still) => isAwaited(state, still)).length;

/** A still was downloaded to this device. */
export function stillSaved(state, still) {
  const press = state.shutter.mine.get(still.job);
  if (press.job.count === 1) return progressed(state, words.savedHere(still.name));
  const next = changed(state, {mine: withEntry(state.shutter.mine, still.job, {...press, saved: press.saved + 1})});
  return press.job.phase === 'cancelled' ? next : progressed(next, seriesText(next, press.job));
}

/** Stores the received share of a still, from 0 to 1. */
export const fetchShared = (state, share) => changed(state, {share});

/** Whether this is still the newest still. */
export const isNewest = ({shutter}, still) => shutter.picture?.id === still.id;

/** Replaces the thumbnail with the whole picture. */
export const fetchEnded = (state, still, address) => changed(state, {picture: {id: still.id, address}});

// SPDX-License-Identifier: Apache-2.0
// The shutter: presses, the camera's jobs, and the resulting stills.
import {path} from './api.js';
import {isKnown, monotonic, uncertainty} from './clock.js';
import {withEntry, without} from './collections.js';
import {fromPress} from './formats.js';
import {noticed} from './state.js';
import {texts} from './texts.js';

const words = texts.shutter;
/** The number of recent stills that can be viewed, and of this browser's presses that are remembered. */
const kept = {stills: 30, presses: 100};

export const isRunning = (job) => ['countdown', 'taking'].includes(job.phase);
const changed = (state, fields) => ({...state, shutter: {...state.shutter, ...fields}});
export const progressed = (state, progress) => changed(state, {progress});

/** The job with the shortest countdown. */
export const countdown = ({shutter}) => [...shutter.jobs.values()].filter((job) => job.phase === 'countdown')
  .sort((one, other) => one.secondsLeft - other.secondsLeft)[0];

/** The running series. */
export const series = ({shutter}) => [...shutter.jobs.values()].find((job) => job.phase === 'taking' && job.count > 1);

/**
 * The request body for a press.
 *
 * @param {{moment: number, seen: object|null, light: object|null}} press the moment by `performance.now()`; the frame on the
 *   screen; the control that lights the still
 */
export function stillWish(state, {moment, seen, light}) {
  const {timer, burst, busy, save} = state.preferences;
  const [timerSeconds, count] = [Number(timer), Number(burst)];
  const {where, to} = save ?? {where: 'camera'};
  const wish = {save: where === 'here' ? 'camera' : where, count, whenBusy: busy};
  if (to) wish.recipients = [to];
  if (count > 1) wish.everyMilliseconds = 100;
  if (timerSeconds) wish.timerSeconds = timerSeconds;
  else if (seen) wish.seen = seen;
  else if (isKnown(state)) {
    wish.pressedAt = Math.round(monotonic(state, moment) * 1e6);
    wish.pressUncertainty = Math.round(uncertainty(state) * 1e6);
  }
  if (light && count === 1) wish.bracket = {control: light.control, values: [light.value]};
  return wish;
}

/** The camera accepted this browser's press. */
export function accepted(state, job) {
  const mine = new Map([...state.shutter.mine].slice(1 - kept.presses)).set(job.id, {isForHere: state.preferences.save?.where === 'here'});
  return jobHeard(changed(state, {mine}), job);
}

/** Any browser's job changed. */
export function jobHeard(state, job) {
  const {jobs, mine} = state.shutter;
  if (isRunning(job)) {
    const next = changed(state, {jobs: withEntry(jobs, job.id, job)});
    const running = countdown(next) ? null : series(next);
    return running ? progressed(next, words.series(running.taken, running.count)) : next;
  }
  if (!jobs.has(job.id) && !mine.has(job.id)) return state;
  const next = changed(state, {jobs: without(jobs, [job.id])});
  if (job.phase === 'cancelled') return progressed(next, words.cancelled(job.taken));
  if (job.phase === 'failed') {
    const text = words.failed(job.problem ?? words.unknown);
    return noticed(progressed(next, text), text, true);
  }
  return job.count > 1 ? progressed(next, words.done(job.taken, job.skipped)) : next;
}

/** Any browser took a still; its thumbnail is shown at once. */
export function stillTaken(state, still) {
  const {arrived} = state.shutter;
  if (arrived.some((one) => one.id === still.id)) return state;
  return changed(state, {
    arrived: [still, ...arrived].slice(0, kept.stills), picture: {id: still.id, address: path`/v1/stills/${still.id}/thumbnail`},
  });
}

/** The stills of this browser's presses that have not been requested yet. */
export const unfetched = ({shutter}) => shutter.arrived.filter((still) => shutter.mine.has(still.job) && !shutter.fetched.has(still.id));

export function fetchBegun(state, still) {
  const size = `${still.width}×${still.height}`;
  return changed(state, {
    fetched: new Set(state.shutter.fetched).add(still.id),
    progress: words.taken(size, fromPress(still.skew), still.clamped),
  });
}

/** Stores the received share of a still, from 0 to 1. */
export const fetchShared = (state, share) => changed(state, {share});

/** Whether this is still the newest still. */
export const isNewest = ({shutter}, still) => shutter.picture?.id === still.id;

/** Replaces the thumbnail with the whole picture. */
export const fetchEnded = (state, still, address) => changed(state, {picture: {id: still.id, address}});

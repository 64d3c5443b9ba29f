// SPDX-License-Identifier: Apache-2.0
// Stills and series of several cameras: what is asked for, how far they are, and what is told of them.
import {deskTexts} from './desk-texts.js';
import {isRunning, plan, pressTime} from './jobs.js';
import {setupTexts} from './setup-texts.js';
import {nameOf} from './state.js';
import {store} from './store.js';

const words = setupTexts.series;

const shown = ({camera, name}) => nameOf(store.state, camera) ?? name;

/** Why a camera took no still. */
export const missingText = (one) => deskTexts.momentMissing(shown(one), one.problem, one.name);

/** What is told of a moment: a text for the stills that were taken, if any, and one for each camera that could not. */
export function momentTexts({shots, spread, spreadUncertainty}) {
  const taken = shots.filter(({still}) => still).length;
  const apart = spread === undefined ? null : [spread, spreadUncertainty ?? 0].map((one) => (one / 1e6).toFixed(1));
  return {
    taken: taken ? words.momentTaken(taken, apart) : null,
    problems: shots.filter(({still}) => !still).map(missingText),
  };
}

/** The request body for a press by all cameras at a moment of `performance.now()`, and its path. */
export function momentWish(state, moment) {
  const {timerSeconds, count, everyMilliseconds} = plan(state);
  const body = pressTime(state, moment);
  if (count === 1 && !timerSeconds) return {path: '/v1/moments', body};
  return {path: '/v1/moments/series', body: {...body, timerSeconds, count, ...(count > 1 ? {everyMilliseconds} : {})}};
}

/** The series that are not over. */
export const runningSeries = ({report}) => (report?.series ?? []).filter(isRunning);

/** Keeps what became of the last series, until the next one begins. */
export function seriesFollowed(state) {
  const {running = [], told = null} = state.desk;
  const now = runningSeries(state).map(({id}) => id);
  if (now.join() === running.join()) return state;
  const over = state.report?.series?.find(({id}) => running.includes(id) && !now.includes(id));
  const isNew = now.some((id) => !running.includes(id));
  return {...state, desk: {...state.desk, running: now, told: over ?? (isNew ? null : told)}};
}
/** The user has read what became of the last series. */
export const seriesRead = (state) => ({...state, desk: {...state.desk, told: null}});

/** How many stills each camera of a series has. */
export const seriesText = ({cameras, count}) => words.progress(cameras.filter(({job}) => job).map((one) => `${shown(one)} ${one.job.taken}`), count);

/** What is told of a series that is over: {text, isBad}. It says of each camera how many stills it took, and which one did not end well. */
export function seriesEnd({cameras, count, phase}) {
  const parts = cameras.filter(({job}) => job);
  const done = parts.filter(({job}) => job.phase === 'done').length;
  const notes = (job) => [job.phase === 'done' ? null : job.phase, job.problem, job.skipped ? words.skipped(job.skipped) : null].filter(Boolean);
  const text = parts.map((one) => words.part(shown(one), one.job.taken, count, notes(one.job))).join(', ');
  return {text: words.ended(done && done < parts.length ? 'mixed' : phase, text), isBad: done < parts.length || phase !== 'done' || parts.some(({job}) => job.skipped > 0)};
}

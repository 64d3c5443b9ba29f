// SPDX-License-Identifier: Apache-2.0
// Series of several cameras: what is asked for, and how far they are.
import {isRunning, plan, pressTime} from './jobs.js';
import {noticed} from './state.js';
import {texts} from './texts.js';

const words = texts.desk;

/** The request body for a press by all cameras at a moment of `performance.now()`, and its path. */
export function momentWish(state, moment) {
  const {timerSeconds, count, everyMilliseconds} = plan(state);
  const body = pressTime(state, moment);
  if (count === 1 && !timerSeconds) return {path: '/v1/moments', body};
  return {path: '/v1/moments/series', body: {...body, timerSeconds, count, ...(count > 1 ? {everyMilliseconds} : {})}};
}

/** The series that are not over. */
export const runningSeries = ({report}) => report?.series ?? [];

/** How many stills each camera of a series has. */
export const seriesText = ({cameras, count}) => words.series(cameras.filter(({job}) => job).map(({name, job}) => `${name} ${job.taken}`), count);

/** A series of several cameras made progress. */
export function seriesHeard(state, series) {
  if (!state.report) return state;
  const others = runningSeries(state).filter(({id}) => id !== series.id);
  const isOver = !isRunning(series);
  const next = {...state, report: {...state.report, series: isOver ? others : [...others, series]}};
  const wasRunning = others.length < runningSeries(state).length;
  return isOver && wasRunning ? noticed(next, words.seriesEnded(series.phase, seriesText(series)), series.phase !== 'done') : next;
}

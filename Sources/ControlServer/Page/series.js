// SPDX-License-Identifier: Apache-2.0
// Series of several cameras: what is asked for, how far they are, and what is told when they are over.
import {isRunning, plan, pressTime} from './jobs.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.series;

/** The request body for a press by all cameras at a moment of `performance.now()`, and its path. */
export function momentWish(state, moment) {
  const {timerSeconds, count, everyMilliseconds} = plan(state);
  const body = pressTime(state, moment);
  if (count === 1 && !timerSeconds) return {path: '/v1/moments', body};
  return {path: '/v1/moments/series', body: {...body, timerSeconds, count, ...(count > 1 ? {everyMilliseconds} : {})}};
}

/** The series that are not over. */
export const runningSeries = ({report}) => (report?.series ?? []).filter(isRunning);

/** How many stills each camera of a series has. */
export const seriesText = ({cameras, count}) => words.progress(cameras.filter(({job}) => job).map(({name, job}) => `${name} ${job.taken}`), count);

/** What is told of a series that is over: {text, isBad}. */
export const seriesEnd = (series) => ({text: words.ended(series.phase, seriesText(series)), isBad: series.phase !== 'done'});

// SPDX-License-Identifier: Apache-2.0
// A still of one moment by all cameras of a recorder.
import {ask} from './api.js';
import {pressTime} from './jobs.js';
import {carefully, notice} from './notices.js';
import {onPress} from './press.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = texts.desk;

/** What is told of a moment: a text for the stills that were taken, if any, and one for each camera that could not. */
export function momentTexts({shots, spread, spreadUncertainty}) {
  const taken = shots.filter(({still}) => still).length;
  const apart = spread === undefined ? null : [spread, spreadUncertainty ?? 0].map((one) => (one / 1e6).toFixed(1));
  return {
    taken: taken ? words.momentTaken(taken, apart) : null,
    problems: shots.filter(({still}) => !still).map(({name, problem}) => words.momentMissing(name, problem)),
  };
}

/** Makes a button take a still by every connected camera, of the moment when it is pressed. */
export function onMoment(button) {
  const shoot = carefully(async ({moment}) => {
    // A camera may take 10 s.
    const {taken, problems} = momentTexts(await ask('/v1/moments', {method: 'POST', body: pressTime(store.state, moment), within: 15_000}));
    if (taken) notice(taken);
    for (const problem of problems) notice(problem, true);
  });
  onPress(button, () => null, ({moment}) => shoot({currentTarget: button, moment}));
}

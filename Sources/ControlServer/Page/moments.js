// SPDX-License-Identifier: Apache-2.0
// A still of one moment by all cameras of a recorder.
import {ask} from './api.js';
import {deskTexts} from './desk-texts.js';
import {carefully, notice} from './notices.js';
import {onPress} from './press.js';
import {seriesHeard} from './state.js';
import {store} from './store.js';

const words = deskTexts;

/** What is told of a moment: a text for the stills that were taken, if any, and one for each camera that could not. */
export function momentTexts({shots, spread, spreadUncertainty}) {
  const taken = shots.filter(({still}) => still).length;
  const apart = spread === undefined ? null : [spread, spreadUncertainty ?? 0].map((one) => (one / 1e6).toFixed(1));
  return {
    taken: taken ? words.momentTaken(taken, apart) : null,
    problems: shots.filter(({still}) => !still).map(({name, problem}) => words.momentMissing(name, problem)),
  };
}

/** Makes a button take a still by every connected camera, of the moment when it is pressed, or a series from then on. */
export function onMoment(button) {
  const shoot = carefully(async ({moment}) => {
    const {momentWish} = await import('./series.js');
    const {path, body} = momentWish(store.state, moment);
    // A camera may take 10 s.
    const answer = await ask(path, {method: 'POST', body, within: 15_000});
    if (answer.cameras) {
      store.apply(seriesHeard, answer);
      for (const {name, job, problem} of answer.cameras) if (!job) notice(words.momentMissing(name, problem), true);
      return;
    }
    const {taken, problems} = momentTexts(answer);
    if (taken) notice(taken);
    for (const problem of problems) notice(problem, true);
  });
  onPress(button, () => null, ({moment}) => shoot({currentTarget: button, moment}));
}

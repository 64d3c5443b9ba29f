// SPDX-License-Identifier: Apache-2.0
// A still of one moment by all cameras of a recorder.
import {ask} from './api.js';
import {carefully, notice} from './notices.js';
import {clockKnown, onPress} from './press.js';
import {seriesHeard} from './state.js';
import {store} from './store.js';

/** Makes a button take a still by every connected camera, of the moment when it is pressed, or a series from then on. */
export function onMoment(button) {
  const shoot = carefully(async ({moment}) => {
    const [{missingText, momentTexts, momentWish}] = await Promise.all([import('./series.js'), clockKnown()]);
    const {path, body} = momentWish(store.state, moment);
    // A camera may take 10 s.
    const answer = await ask(path, {method: 'POST', body, within: 15_000});
    if (answer.cameras) {
      store.apply(seriesHeard, answer);
      for (const one of answer.cameras) if (!one.job) notice(missingText(one), true);
      return;
    }
    const {taken, problems} = momentTexts(answer);
    if (taken) notice(taken);
    for (const problem of problems) notice(problem, true);
  });
  onPress(button, () => null, ({moment}) => shoot({currentTarget: button, moment}));
}

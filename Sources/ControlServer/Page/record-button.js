// SPDX-License-Identifier: Apache-2.0
// The button that starts and stops the recording of the camera on its recorder.
import {ask} from './api.js';
import {say} from './dom.js';
import {pressTime} from './jobs.js';
import {failure} from './notices.js';
import {clockKnown} from './press.js';
import {recordButton, recordingAsked, revocations} from './recording-control.js';
import {recorders} from './recordings.js';
import {recordingReported} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

/** Makes the button work until the signal aborts; `text` says what happens. Without a button, it tells only of revoked pairings. */
export function showRecordButton({button, text}, signal) {
  if (signal.aborted) return;
  if (!button) {
    const told = (state) => revocations(state, Date.now()).join(' ');
    store.watch((state) => [told(state)], (state) => say(text, told(state)), signal);
    return;
  }
  const now = (state) => recordButton(state, Date.now());
  const press = async (moment) => {
    const isOn = !now(store.state).isOn;
    const {names} = recorders(store.state.report);
    if (!isOn && names.length > 1 && !(await (await import('./stop-question.js')).mayStopOn(names))) return;
    store.apply(recordingAsked, {isOn});
    try {
      await clockKnown();
      const body = {isOn, pressedAt: pressTime(store.state, moment).pressedAt};
      store.apply(recordingReported, await ask('/v1/recording/switch', {method: 'PUT', body}));
    } catch (error) {
      store.apply(recordingAsked);
      throw error;
    }
  };
  button.addEventListener('click', ({timeStamp}) => button.ariaDisabled !== 'true' && press(timeStamp).catch(failure), {signal});
  store.watch((state) => [JSON.stringify(now(state))], (state) => {
    const {isOn, isDisabled, text: words} = now(state);
    // A disabled button would lose the focus, and the next key would take a still.
    const isHeld = isDisabled && button === document.activeElement;
    button.disabled = isDisabled && !isHeld;
    button.ariaDisabled = isHeld ? 'true' : null;
    button.className = isOn ? 'stop' : 'record';
    const act = isOn ? texts.recordings.stop : texts.recordings.record;
    say(button, act);
    // Without it, screen readers read the sign of the style sheet too.
    button.setAttribute('aria-label', act);
    say(text, words);
  }, signal);
}

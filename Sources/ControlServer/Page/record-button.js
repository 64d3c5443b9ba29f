// SPDX-License-Identifier: Apache-2.0
import {ask} from './api.js';
import {fill, make, say} from './dom.js';
import {failure} from './notices.js';
import {recordButton} from './recording-control.js';
import {recordingReported} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

/** Shows in a row the button that starts and stops the recording of the camera on its recorder. */
export function showRecordButton(row, signal) {
  if (signal.aborted) return;
  const now = (state) => recordButton(state, Date.now());
  const press = async () => {
    const body = {isOn: !now(store.state).isOn};
    store.apply(recordingReported, await ask('/v1/recording/switch', {method: 'PUT', body}));
  };
  const button = make('button', {id: 'record', onclick: () => press().catch(failure)});
  const words = make('span', {id: 'record-state', role: 'status'});
  fill(row, words, button);
  store.watch((state) => [JSON.stringify(now(state))], (state) => {
    const {isOn, isDisabled, text} = now(state);
    button.disabled = isDisabled;
    button.className = isOn ? 'stop' : 'record';
    say(button, isOn ? texts.desk.stop : texts.desk.record);
    say(words, text);
  }, signal);
}

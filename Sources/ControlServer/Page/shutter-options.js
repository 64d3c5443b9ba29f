// SPDX-License-Identifier: Apache-2.0
// The options of a press, which this browser keeps: timer, series or time lapse, and what to do while the camera is busy.
import {light} from './control-values.js';
import {labelled, make, menu, say} from './dom.js';
import {elapsed} from './formats.js';
import {bounded, limits, plan} from './jobs.js';
import {remoteTexts} from './remote-texts.js';
import {preferred} from './state.js';
import {store} from './store.js';

const words = remoteTexts.shutter;

/** A menu that sets a preference. */
function choice(name, text, options) {
  const keep = (value) => store.apply(preferred, name, value);
  return labelled(text, menu(text, options, store.state.preferences[name], keep, {id: name}));
}

/** A field for a number that sets a preference within its limits; shows a corrected number when it is left. */
function number(name, text) {
  const [least, most] = limits[name];
  const set = () => store.apply(preferred, name, bounded(name, field.value));
  const field = make('input', {
    type: 'number', id: name, min: String(least), max: String(most), step: 'any', value: String(store.state.preferences[name]),
    oninput: set,
    onchange: () => {
      set();
      field.value = String(store.state.preferences[name]);
    },
  });
  return labelled(text(least, most), field);
}

/** What a press does besides one still at once, as text: a countdown, and the number of stills or the flash; empty for none of them. */
export function armedText(state) {
  const {timerSeconds, count} = plan(state);
  const isLit = count === 1 && state.preferences.flash && light(state);
  return [timerSeconds ? words.countdown(timerSeconds) : '', count > 1 ? words.stills(count) : '', isLit ? words.flash : ''].filter(Boolean).join(' · ');
}

export class ShutterOptions {
  #timer = number('timerSeconds', words.timerSeconds);
  #lapse = [number('lapseCount', words.lapseCount), number('lapseSeconds', words.lapseSeconds)];
  #length = make('p.hint', {role: 'status'});
  /** Stands where the options are folded: they stay set. */
  armed = make('span.hint.armed');
  elements = [choice('timer', words.timer, words.timers), this.#timer, choice('burst', words.burst, words.bursts), ...this.#lapse, this.#length,
    choice('busy', words.busy, words.busies)];

  show(signal) {
    store.watch((state) => [state.preferences, state.controls.sheet], (state) => {
      const {timer, burst} = state.preferences;
      this.#timer.hidden = timer !== 'custom';
      for (const element of [...this.#lapse, this.#length]) element.hidden = burst !== 'custom';
      say(this.armed, armedText(state));
      const {count, everyMilliseconds} = plan(state);
      const length = (count - 1) * everyMilliseconds / 1000;
      say(this.#length, words.lapse(count, everyMilliseconds / 1000, length < 60 ? words.countdown(Math.round(length * 10) / 10) : elapsed(length)));
    }, signal);
  }
}

// SPDX-License-Identifier: Apache-2.0
// The shutter button, and the jobs of its presses.
import {ask, path} from './api.js';
import {Arrivals} from './arrivals.js';
import {light} from './control-values.js';
import {labelled, make, pause, put, say, takesKeys} from './dom.js';
import {accepted, awaited, countdown, isRunning, jobHeard, plan, progressed, shown, stillTaken, stillWish} from './jobs.js';
import {carefully, failure} from './notices.js';
import {clockKnown, feel, onPress} from './press.js';
import {remoteTexts} from './remote-texts.js';
import {orderStills, savingText} from './saving.js';
import {ShutterOptions} from './shutter-options.js';
import {mayLook, preferred} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = {...texts.shutter, ...remoteTexts.shutter};
const volumeKeys = ['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown', 'Camera'];
/** How long the result of a press is shown, in milliseconds. */
const shownFor = 15_000;

/** The shutter of a camera: button, options, countdown, progress with *Cancel*, and the last still. */
export class Shutter {
  /** Drawn over the live picture. */
  layer = make('div.countdown-layer');
  #live;
  #clearing = null;
  #arrivals = new Arrivals();
  #press = make('button.press', {id: 'press', 'aria-label': words.press});
  #progress = make('p.progress', {id: 'progress', role: 'status', 'aria-live': 'polite'});
  /** Beside the progress: open options hide the countdown on the picture. */
  #left = make('span.progress', {id: 'seconds-left', 'aria-hidden': 'true'});
  #countdown = make('p.countdown', {id: 'countdown', 'aria-live': 'assertive'});
  #cancel = make('button.quiet', {id: 'cancel', hidden: true, onclick: carefully(() => this.#cancelShown())}, texts.cancel);
  #options = new ShutterOptions();
  #save = make('button.quiet', {id: 'save', onclick: carefully(async () => (await import('./saving-question.js')).askSaving())});
  #flash = make('input', {type: 'checkbox', id: 'flash', checked: store.state.preferences.flash, onchange: () => store.apply(preferred, 'flash', this.#flash.checked)});
  #flashField = labelled(words.flash, this.#flash);

  /** @param {{button: Element|null, text: Element}} record stands beside the shutter */
  constructor(live, record) {
    this.#live = live;
    onPress(this.#press, () => this.#live.seen, (press) => this.#shoot(press));
    put(this.layer, this.#countdown);
    const options = put(make('div.options-list'), this.#options.elements, this.#flashField, put(make('div.field', {}, make('span', {}, remoteTexts.save.label)), this.#save));
    this.element = put(make('section.shutter', {id: 'shutter', 'aria-label': words.title}), put(make('div.shutter-row'), this.#arrivals.element,
      record.button, this.#press, put(make('details.options', {ontoggle: (event) => this.#unfolded(event.target.open)}, put(make('summary', {}, `${words.options} `), this.#options.armed)), options)), record.text, put(make('div.shutter-progress'), this.#progress, this.#left, this.#cancel));
  }

  /** Makes room for the options on a small screen. */
  #unfolded(isOpen) {
    if (isOpen && !store.state.shutter.jobs.size) store.apply(progressed, '');
  }

  show(signal) {
    document.addEventListener('keydown', (event) => this.#key(event), {signal});
    this.#arrivals.show(signal);
    this.#options.show(signal);
    store.watch((state) => [state.shutter, state.link.isUp], (state) => {
      const next = countdown(state);
      say(this.#countdown, next ? String(next.secondsLeft) : '');
      say(this.#left, next ? words.countdown(next.secondsLeft) : '');
      const waiting = state.link.isUp ? 0 : awaited(state);
      say(this.#progress, waiting ? words.waiting(waiting) : state.shutter.progress);
      this.#cancel.hidden = !shown(state);
      this.layer.classList.toggle('counting', Boolean(next));
    }, signal);
    store.watch(({shutter}) => [shutter.progress, shutter.jobs.size], ({shutter}) => {
      clearTimeout(this.#clearing);
      if (shutter.progress && !shutter.jobs.size) this.#clearing = setTimeout(() => store.apply(progressed, ''), shownFor);
    }, signal);
    store.watch((state) => [state.preferences], (state) => {
      say(this.#save, savingText(state));
      this.#save.setAttribute('aria-label', `${remoteTexts.save.label}: ${savingText(state)}`);
    }, signal);
    store.watch((state) => [state.controls.sheet, state.preferences], (state) => {
      const isSeries = plan(state).count > 1;
      this.#flashField.hidden = !light(state);
      this.#flash.disabled = isSeries;
      say(this.#flashField.children[0], isSeries ? words.flashOfOne : words.flash);
    }, signal);
  }

  #key(event) {
    const isVolume = volumeKeys.includes(event.key);
    if (!isVolume && (event.key !== ' ' && event.key !== 'Enter' || takesKeys(event.target))) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.repeat) return;
    feel(this.#press);
    this.#shoot({moment: event.timeStamp, seen: this.#live.seen});
  }

  #flashScreen() {
    const flash = make('div.flash', {onanimationend: () => flash.remove()});
    this.#live.layers.append(flash);
    setTimeout(() => flash.remove(), 400);
  }

  /** Takes a still of a moment of `performance.now()` and of the frame that was on the screen then. */
  async #shoot(press) {
    const {timerSeconds} = plan(store.state);
    if (!timerSeconds) this.#flashScreen();
    store.apply(progressed, timerSeconds ? words.counting : words.taking);
    try {
      await clockKnown();
      const job = await orderStills(stillWish(store.state, {...press, light: this.#flash.checked ? light(store.state) : null}));
      store.apply(accepted, job);
      if (!mayLook(store.state)) this.#poll(job.id).catch(failure);
    } catch (error) {
      if (error.type === 'unreachable') error.message = words.lost(error.message);
      store.apply(progressed, error.message);
      failure(error);
    }
  }

  /** For a browser with `shoot` but neither `view` nor `record`, which gets no events. */
  async #poll(id) {
    for (let known = 0; ;) {
      const job = await ask(path`/v1/stills/jobs/${id}`);
      store.apply(jobHeard, job);
      for (const still of job.stills.slice(known)) store.apply(stillTaken, await ask(path`/v1/stills/${still}`));
      known = job.stills.length;
      if (!isRunning(job)) return;
      await pause(150);
    }
  }

  async #cancelShown() {
    store.apply(jobHeard, await ask(path`/v1/stills/jobs/${shown(store.state).id}`, {method: 'DELETE'}));
  }
}

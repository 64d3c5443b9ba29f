// SPDX-License-Identifier: Apache-2.0
// One big button, and what becomes of a press.
import {ask, path} from '/api.js';
import {make, menu, labelled, pause, put, say, takesKeys} from '/dom.js';
import {model} from '/model.js';
import {carefully, failure} from '/notices.js';
import {askSaving, saving, savingText, savingWish} from '/saving.js';
import {Arrivals} from '/arrivals.js';
import {texts} from '/texts.js';

const words = texts.shutter;
const volumeKeys = ['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown', 'Camera'];

/** The shutter of a camera: button, options, countdown, and the last still. */
export class Shutter {
  element = make('section.shutter', {id: 'shutter', 'aria-label': words.title});
  /** Over the live picture. */
  layer = make('div.countdown-layer');
  #live;
  #press = make('button.press', {id: 'press', 'aria-label': words.press});
  #progress = make('p.progress', {id: 'progress', role: 'status', 'aria-live': 'polite'});
  #countdown = make('p.countdown', {id: 'countdown', 'aria-live': 'assertive'});
  #cancel = make('button', {id: 'cancel', hidden: true}, words.cancel);
  #jobs = new Map();
  #down = null;
  #arrivals;
  #light = null;
  #flash = make('input', {type: 'checkbox', id: 'flash'});
  #flashField = labelled(words.flash, this.#flash);

  /** @param {import('/live.js').LiveView} live */
  constructor(live) {
    this.#live = live;
    this.#arrivals = new Arrivals((text) => say(this.#progress, text));
    // The moment counts at which the finger came down, and what was to be seen then.
    this.#press.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#down = {moment: event.timeStamp, seen: this.#live.seen};
      this.#feel();
    });
    this.#press.addEventListener('click', (event) => {
      const down = this.#down && event.timeStamp - this.#down.moment < 1_000 ? this.#down : null;
      this.#down = null;
      if (!down) this.#feel();
      this.press(down?.moment ?? event.timeStamp, down ? down.seen : this.#live.seen);
    });
    this.#cancel.addEventListener('click', carefully(() => this.#cancelAll()));
    put(this.layer, this.#countdown, this.#cancel);
    put(this.element, put(make('div.shutter-row'), this.#arrivals.element, this.#press, this.#options()), this.#progress);
    model.on('still-job', (job) => this.#follow(job));
    model.on('still', (still) => this.#arrivals.came(still));
    model.on('state', (state) => this.#catchUp(state.stills?.jobs ?? []));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#flashField.hidden = true;
  }

  /** Tells what light there is: {control, value}, or null. */
  setLight(light) {
    this.#light = light;
    this.#flashField.hidden = !light;
  }

  #options() {
    const {preferences} = model;
    const keep = (name) => (value) => preferences.set(name, value);
    const save = make('button.quiet', {id: 'save', onclick: carefully(askSaving)}, savingText());
    model.on('saving', () => say(save, savingText()));
    const rest = [
      labelled(words.timer, menu(words.timer, words.timers, preferences.get('timer', '0'), keep('timer'), {id: 'timer'})),
      labelled(words.burst, menu(words.burst, words.bursts, preferences.get('burst', '1'), keep('burst'), {id: 'burst'})),
      labelled(words.busy, menu(words.busy, words.busies, preferences.get('busy', 'queue'), keep('busy'), {id: 'busy'})),
      this.#flashField,
      put(make('div.field', {}, make('span', {}, texts.save.label)), save),
    ];
    return put(make('details.options', {}, make('summary', {'aria-label': words.options}, words.options)), put(make('div.options-list'), ...rest));
  }

  #key(event) {
    const isVolume = volumeKeys.includes(event.key);
    if (!isVolume && (event.key !== ' ' && event.key !== 'Enter' || takesKeys(event.target))) return;
    if (!this.element.checkVisibility() || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.repeat) return;
    this.#feel();
    this.press(event.timeStamp, this.#live.seen);
  }

  /** What a person feels at once, before anything is asked. */
  #feel() {
    navigator.vibrate?.(15);
    this.#press.classList.remove('pressed');
    void this.#press.offsetWidth;
    this.#press.classList.add('pressed');
  }

  #flashScreen() {
    const flash = make('div.flash', {onanimationend: () => flash.remove()});
    this.#live.layers.append(flash);
    setTimeout(() => flash.remove(), 400);
  }

  /**
   * Takes a still of a moment.
   *
   * @param {number} moment as `performance.now()` counts
   * @param {{epoch: number, tick: number}|null} seen the frame that was on the screen then
   */
  async press(moment, seen) {
    const timerSeconds = Number(model.preferences.get('timer', '0'));
    const count = Number(model.preferences.get('burst', '1'));
    const wish = {...savingWish(), count, whenBusy: model.preferences.get('busy', 'queue')};
    if (count > 1) wish.everyMilliseconds = 100;
    if (timerSeconds) wish.timerSeconds = timerSeconds;
    else if (seen) wish.seen = seen;
    else if (model.clock.isKnown) {
      wish.pressedAt = Math.round(model.clock.monotonic(moment) * 1e6);
      wish.pressUncertainty = Math.round(model.clock.uncertainty * 1e6);
    }
    if (this.#flash.checked && this.#light && count === 1) {
      wish.bracket = {control: this.#light.control, values: [this.#light.value]};
    }
    if (!timerSeconds) this.#flashScreen();
    say(this.#progress, timerSeconds ? words.counting : words.taking);
    try {
      const job = await ask('/v1/stills', {method: 'POST', body: wish});
      this.#arrivals.expect(job.id, saving()?.where === 'here', moment);
      this.#follow(job);
      if (!model.mayLook) this.#poll(job.id).catch(failure);
    } catch (error) {
      say(this.#progress, error.message);
      failure(error);
    }
  }

  /** For those who may press and not look: no events come. */
  async #poll(id) {
    for (let known = 0; ;) {
      const job = await ask(path`/v1/stills/jobs/${id}`);
      this.#follow(job);
      for (const still of job.stills.slice(known)) this.#arrivals.came(await ask(path`/v1/stills/${still}`));
      known = job.stills.length;
      if (!['countdown', 'taking'].includes(job.phase)) return;
      await pause(150);
    }
  }

  #follow(job) {
    if (['countdown', 'taking'].includes(job.phase)) this.#jobs.set(job.id, job);
    else if (this.#jobs.delete(job.id) || this.#arrivals.isMine(job.id)) this.#over(job);
    this.#show();
  }

  #over(job) {
    if (job.phase === 'failed') {
      const text = words.failed(job.problem ?? words.unknown);
      say(this.#progress, text);
      failure(new Error(text));
    } else if (job.phase === 'cancelled') say(this.#progress, words.cancelled(job.taken));
    else if (job.count > 1) say(this.#progress, words.done(job.taken, job.skipped));
  }

  /** What the state knows and no event has told, because the link was away. */
  #catchUp(jobs) {
    const there = new Set(jobs.map((job) => job.id));
    for (const id of this.#jobs.keys()) if (!there.has(id)) this.#jobs.delete(id);
    for (const job of jobs) this.#jobs.set(job.id, job);
    this.#show();
  }

  #show() {
    const jobs = [...this.#jobs.values()];
    const next = jobs.filter((job) => job.phase === 'countdown').sort((one, other) => one.secondsLeft - other.secondsLeft)[0];
    const series = jobs.find((job) => job.phase === 'taking' && job.count > 1);
    say(this.#countdown, next ? String(next.secondsLeft) : '');
    if (!next && series) say(this.#progress, words.series(series.taken, series.count));
    this.#cancel.hidden = !(next || series) || !model.may('shoot');
    this.layer.classList.toggle('counting', Boolean(next));
  }

  async #cancelAll() {
    for (const job of [...this.#jobs.values()]) this.#follow(await ask(path`/v1/stills/jobs/${job.id}`, {method: 'DELETE'}));
  }
}

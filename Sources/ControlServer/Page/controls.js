// SPDX-License-Identifier: Apache-2.0
// What can be set on the camera: friendly names first, the driver's own behind.
import {ask} from '/api.js';
import {fill, make, menu, put, say} from '/dom.js';
import {ControlRow} from '/control-row.js';
import {model} from '/model.js';
import {carefully, failure} from '/notices.js';
import {texts} from '/texts.js';

const words = texts.controls;
/** Between two changes while a slider is dragged, in milliseconds. */
const beat = 200;

export class Controls {
  element = make('section.controls', {id: 'controls', hidden: true, 'aria-label': words.title});
  /** Hears which light there is: {control, value}, or null. */
  onlight = () => {};
  #rows = new Map();
  #friendly = make('div.control-list');
  #raw = make('div.control-list');
  #more = make('details', {}, make('summary', {}, words.raw), this.#raw);
  #by = make('p.hint', {role: 'status'});
  #waiting = make('p.hint.bad');
  #presets = make('div.presets');
  #wishes = {};
  #isSending = false;
  #timer = null;

  constructor() {
    const head = put(make('div.section-head'), make('h2', {}, words.title));
    if (model.may('shoot')) {
      put(head, make('button.quiet', {onclick: carefully(() => this.#change({reset: ['*']}))}, words.resetAll));
    }
    put(this.element, head, this.#by, this.#friendly, this.#more, this.#waiting, this.#presets);
    model.on('controls', (update) => this.#updated(update));
    model.on('capture', () => this.#load());
  }

  /** Shows the controls as they are; those that the camera sets by itself are read anew now and then. */
  start() {
    this.#load();
    this.#timer ??= setInterval(() => {
      const isAutomatic = [...this.#rows.values()].some((row) => row.control.isAutomatic);
      if (isAutomatic && !document.hidden && model.isLinked && !this.#isSending) this.#load();
    }, 3_000);
  }

  stop() { clearInterval(this.#timer); this.#timer = null; }

  async #load() {
    try {
      this.#show(await ask('/v1/controls'));
    } catch {
      // No camera, no controls.
      this.element.hidden = true;
      this.onlight(null);
    }
  }

  #show(sheet) {
    this.element.hidden = sheet.controls.length === 0;
    const keys = sheet.controls.map((control) => control.key);
    if (keys.join() !== [...this.#rows.keys()].join()) this.#build(sheet.controls);
    else for (const control of sheet.controls) this.#rows.get(control.key).show(control);
    const waiting = Object.entries(sheet.waiting ?? {});
    say(this.#waiting, waiting.length ? words.waiting(waiting.map(([name, why]) => `${name}: ${why}`).join('; ')) : '');
    this.#showPresets(sheet.presets ?? []);
    this.onlight(light(sheet.controls));
  }

  #build(controls) {
    this.#rows.clear();
    this.#friendly.replaceChildren();
    this.#raw.replaceChildren();
    for (const control of controls) {
      const row = new ControlRow(control, (value, isFinal) => this.#wish(control.key, value, isFinal), () =>
        this.#change({reset: [control.key]}).catch(failure));
      this.#rows.set(control.key, row);
      // A control without a name of our own is the driver's.
      (control.key in words.names ? this.#friendly : this.#raw).append(row.element);
    }
    this.#more.hidden = !this.#raw.children.length;
  }

  #showPresets(names) {
    if (!model.may('shoot') || this.#presets.dataset.names === JSON.stringify(names)) return;
    this.#presets.dataset.names = JSON.stringify(names);
    const name = make('input', {type: 'text', maxLength: 60, placeholder: words.presetName, 'aria-label': words.presetName});
    const save = make('button.quiet', {onclick: carefully(async () => { if (name.value.trim()) await this.#change({save: name.value.trim()}); })}, words.save);
    const chosen = menu(words.presets, names.map((one) => [one, one]), names[0], () => {});
    fill(this.#presets, make('h3', {}, words.presets),
      names.length ? put(make('div.row'), chosen,
        make('button.quiet', {onclick: carefully(() => this.#change({use: chosen.value}))}, words.use),
        make('button.quiet', {onclick: carefully(() => this.#change({forget: chosen.value}))}, words.forget)) : null,
      put(make('div.row'), name, save));
  }

  /** Collects what is wished and sends it on the beat: the last value counts. */
  #wish(key, value, isFinal) {
    this.#wishes[key] = value;
    if (!this.#isSending) this.#send(isFinal ? 0 : beat);
  }

  async #send(delay) {
    this.#isSending = true;
    await new Promise((resume) => setTimeout(resume, delay));
    while (Object.keys(this.#wishes).length) {
      const set = this.#wishes;
      this.#wishes = {};
      await this.#change({set}).catch((error) => { failure(error); this.#load(); });
      await new Promise((resume) => setTimeout(resume, beat));
    }
    this.#isSending = false;
  }

  async #change(change) {
    this.#show(await ask('/v1/controls', {method: 'PATCH', body: change}));
  }

  #updated(update) {
    for (const control of update.controls) this.#rows.get(control.key)?.show(control, update.by);
    if (update.by && update.controls.length) {
      say(this.#by, words.changedBy(update.by, update.controls.map((control) => control.key).join(', ')));
    }
    this.#showPresets(update.presets);
  }
}

/** The light that a still can be taken with: the lamp on the box, or the camera's own. */
function light(controls) {
  const torch = controls.find((control) => control.key === 'torch' && !control.isReadOnly);
  if (torch) return {control: 'torch', value: 'on'};
  const flash = controls.find((control) => control.key === 'flash' && !control.isReadOnly);
  const mode = flash?.choices?.find((choice) => /torch/i.test(choice.name));
  return mode ? {control: 'flash', value: mode.value} : null;
}

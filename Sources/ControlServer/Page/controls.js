// SPDX-License-Identifier: Apache-2.0
// The camera's controls by category, each of which folds; the driver's own are the last category.
import {ask} from './api.js';
import {ControlRow} from './control-row.js';
import {categoryNames, categoryOf, folded, isFound} from './control-names.js';
import {filtered, sending, sheetRead, wished, wishesTaken} from './control-values.js';
import {every, fill, make, menu, pause, put, say} from './dom.js';
import {carefully, failure} from './notices.js';
import {setupTexts} from './setup-texts.js';
import {may} from './state.js';
import {store} from './store.js';

const words = setupTexts.controls;
/** The interval between changes while a slider is dragged, in milliseconds. */
const beat = 200;
/** The number of controls from which on there is a search field. */
const many = 8;

/** Reads all controls; stores null if that fails, as it does without a camera. */
const load = async () => store.apply(sheetRead, await ask('/v1/controls').catch(() => null));
const change = async (body) => store.apply(sheetRead, await ask('/v1/controls', {method: 'PATCH', body}));

/** Collects new values and sends them at intervals; the last value of each control wins. */
async function wish(key, value, isFinal) {
  store.apply(wished, key, value);
  if (store.state.controls.isSending) return;
  store.apply(sending, true);
  await pause(isFinal ? 0 : beat);
  while (Object.keys(store.state.controls.wishes).length) {
    const set = store.state.controls.wishes;
    store.apply(wishesTaken);
    await change({set}).catch((error) => { failure(error); load(); });
    await pause(beat);
  }
  store.apply(sending, false);
}

/** The controls of one category, folded or not. */
class Category {
  list = make('div.control-list');
  #count = make('span.hint');

  constructor(name) {
    const toggle = (event) => { event.preventDefault(); store.apply(folded, name); };
    this.element = make('details.category', {}, make('summary', {onclick: toggle}, make('span', {}, words.categories[name]), this.#count), this.list);
  }

  draw(count, isOpen) {
    this.element.hidden = count === 0;
    this.element.open = isOpen;
    say(this.#count, String(count));
  }
}

export class Controls {
  element = make('section.controls', {id: 'controls', hidden: true, 'aria-label': words.title});
  #rows = new Map();
  #categories = new Map(categoryNames.map((name) => [name, new Category(name)]));
  #search = make('input.search', {
    type: 'search', placeholder: words.search, 'aria-label': words.search, oninput: () => store.apply(filtered, this.#search.value.trim()),
  });
  #none = make('p.hint', {role: 'status'});
  #by = make('p.hint', {role: 'status'});
  #waiting = make('p.hint.bad');
  #presets = make('div.presets');

  constructor() {
    const head = put(make('div.section-head'), make('h2', {}, words.title));
    if (may(store.state, 'shoot')) put(head, make('button.quiet', {onclick: carefully(() => change({reset: ['*']}))}, words.resetAll));
    put(this.element, head, this.#by, this.#search, [...this.#categories.values()].map((one) => one.element), this.#none, this.#waiting, this.#presets);
  }

  show(signal) {
    store.watch((state) => [state.capture, state.link.times], load, signal);
    store.watch((state) => [state.controls.sheet, state.controls.change], (state) => this.#draw(state), signal);
    store.watch((state) => [state.controls.sheet, state.controls.filter, state.preferences.categories], (state) => this.#fold(state), signal);
    // Presets are of a device: a light alone has none.
    store.watch((state) => [state.controls.sheet], ({controls}) => { this.#presets.hidden = !controls.sheet?.device; }, signal);
    store.watch((state) => [JSON.stringify(state.controls.sheet?.presets ?? [])], ({controls}) => this.#drawPresets(controls.sheet?.presets ?? []), signal);
    // The camera's automatic changes send no events.
    every(3_000, () => {
      const {controls: {sheet, isSending}, link} = store.state;
      if (link.isUp && !isSending && sheet?.controls.some((control) => control.isAutomatic)) load();
    }, signal);
  }

  #draw({me, controls: {sheet, change: last}}) {
    const controls = sheet?.controls ?? [];
    this.element.hidden = controls.length === 0;
    if (controls.map((control) => control.key).join() !== [...this.#rows.keys()].join()) this.#build(controls);
    for (const control of controls) this.#rows.get(control.key).draw(control, last);
    const waiting = Object.entries(sheet?.waiting ?? {});
    say(this.#waiting, waiting.length ? words.waiting(waiting.map(([name, why]) => `${name}: ${why}`).join('; ')) : '');
    // A user knows the changes of this browser.
    say(this.#by, last && last.by !== me.name ? words.changedBy(last.by, last.keys.join(', ')) : '');
  }

  #build(controls) {
    this.#rows = new Map(controls.map((control) => [control.key, new ControlRow(control, (value, isFinal) => wish(control.key, value, isFinal),
      () => change({reset: [control.key]}).catch(failure))]));
    for (const [name, {list}] of this.#categories) {
      fill(list, controls.filter((control) => categoryOf(control) === name).map(({key}) => this.#rows.get(key).element));
    }
  }

  /** Shows the controls that the search finds; without a search, those of open categories. */
  #fold({controls: {sheet, filter}, preferences}) {
    const controls = sheet?.controls ?? [];
    const found = controls.filter((control) => isFound(control, filter));
    for (const control of controls) this.#rows.get(control.key).element.hidden = !found.includes(control);
    for (const [name, category] of this.#categories) {
      category.draw(found.filter((control) => categoryOf(control) === name).length, Boolean(filter) || preferences.categories.includes(name));
    }
    this.#search.hidden = controls.length < many;
    say(this.#none, controls.length && !found.length ? words.none : '');
  }

  #drawPresets(names) {
    if (!may(store.state, 'shoot')) return;
    const name = make('input', {type: 'text', maxLength: 60, placeholder: words.presetName, 'aria-label': words.presetName});
    const save = carefully(async () => { if (name.value.trim()) await change({save: name.value.trim()}); });
    const chosen = menu(words.presets, names.map((one) => [one, one]), names[0], () => {});
    fill(this.#presets, make('h3', {}, words.presets),
      names.length ? put(make('div.row'), chosen,
        make('button.quiet', {onclick: carefully(() => change({use: chosen.value}))}, words.use),
        make('button.quiet', {onclick: carefully(() => change({forget: chosen.value}))}, words.forget)) : null,
      put(make('div.row'), name, make('button.quiet', {onclick: save}, words.save)));
  }
}

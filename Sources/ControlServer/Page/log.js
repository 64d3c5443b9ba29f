// SPDX-License-Identifier: Apache-2.0
// The last events, in words where there are some and whole on demand.
import {fill, make, put} from '/dom.js';
import {bytes, time} from '/formats.js';
import {model} from '/model.js';
import {texts} from '/texts.js';

const words = texts.log;
const shown = 500;

const tell = {
  capture: (value) => [value.phase, value.pipeline, value.reason].filter(Boolean).join(', '),
  fragment: (value) => words.fragment(value.sequence, value.frames, bytes(value.bytes), value.gaps.reduce((sum, gap) => sum + gap.frames, 0)),
  'still-job': (value) => [value.phase, value.phase === 'countdown' ? value.secondsLeft : `${value.taken}/${value.count}`, value.problem].filter((part) => part !== undefined).join(', '),
  still: (value) => `${value.name}, ${bytes(value.bytes)}`,
  recording: (value) => [value.cameraName, value.state, value.trouble].filter(Boolean).join(', '),
  transfer: (value) => [value.name, value.phase, value.problem].filter(Boolean).join(', '),
  'camera-link': (value) => [value.name ?? value.address, value.phase, value.reason].filter(Boolean).join(', '),
  peer: (value) => [value.name, value.phase, value.reason].filter(Boolean).join(', '),
  controls: (value) => [value.by, value.controls.map((control) => control.key).join(', ')].filter(Boolean).join(': '),
};

export class Log {
  element = make('section.card', {id: 'log'});
  #list = make('ul.log', {tabIndex: 0, 'aria-label': words.title});
  #filter = make('input', {type: 'search', placeholder: words.filter, 'aria-label': words.filter});
  #fragments = make('input', {type: 'checkbox'});
  #off = null;

  constructor() {
    put(this.element, make('h2', {}, words.title), put(make('div.row'), this.#filter, put(make('label'), this.#fragments, words.fragments)), this.#list);
    this.#filter.addEventListener('input', () => this.#refresh());
    this.#fragments.addEventListener('change', () => this.#refresh());
  }

  show() {
    this.#refresh();
    this.#off ??= model.on('event', () => {
      const row = this.#row(model.events.at(-1));
      if (row) this.#list.prepend(row);
      while (this.#list.children.length > shown) this.#list.lastChild.remove();
    });
  }

  hide() { this.#off?.(); this.#off = null; }

  #refresh() { fill(this.#list, model.events.toReversed().map((event) => this.#row(event))); }

  #row({at, kind, value}) {
    if (kind === 'fragment' && !this.#fragments.checked) return null;
    const text = (tell[kind] ?? JSON.stringify)(value);
    const wanted = this.#filter.value.trim().toLowerCase();
    if (wanted && !`${kind} ${text}`.toLowerCase().includes(wanted)) return null;
    return put(make('li', {title: JSON.stringify(value)}), make('time', {}, time(at)), make('span.kind', {}, kind), make('span', {}, text));
  }
}

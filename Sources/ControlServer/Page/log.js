// SPDX-License-Identifier: Apache-2.0
// The last events: as text where the page has one, and complete on demand.
import {make, put} from './dom.js';
import {bytes, time, withLocalTimes} from './formats.js';
import {seriesText} from './series.js';
import {setupTexts} from './setup-texts.js';
import {soon} from './soon.js';
import {logged, nameOf} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {phaseText} from './transfer-list.js';

const words = setupTexts.log;

/** The text of an event, by its kind. */
export const phrases = {
  capture: (value) => [value.phase, value.pipeline, value.reason].filter(Boolean).join(', '),
  fragment: (value) => words.fragment(value.sequence, value.frames, bytes(value.bytes), value.gaps.reduce((sum, gap) => sum + gap.frames, 0)),
  'still-job': (value) => [value.phase, value.phase === 'countdown' ? value.secondsLeft : `${value.taken}/${value.count}`, value.problem].filter((part) => part !== undefined).join(', '),
  still: (value) => `${value.name}, ${bytes(value.bytes)}`,
  recording: (value) => [nameOf(store.state, value.camera) ?? value.cameraName, value.state, value.trouble].filter(Boolean).join(', '),
  transfer: (value) => [value.name, phaseText(value), value.problem].filter(Boolean).join(', '),
  'camera-link': (value) => [nameOf(store.state, value.camera) ?? value.name ?? value.address, texts.phases[value.phase], withLocalTimes(value.reason)].filter(Boolean).join(', '),
  peer: (value) => [nameOf(store.state, value.peer) ?? value.name, texts.phases[value.phase], withLocalTimes(value.reason)].filter(Boolean).join(', '),
  'recording-control': ({request, recorders}) => {
    const [problems, starts] = [recorders.flatMap((one) => one.problem ?? []), recorders.flatMap((one) => one.startedAt ?? [])];
    if (request || problems.length) return [request && (request.isOn ? setupTexts.recordButton.starting : setupTexts.recordButton.stopping), ...problems].filter(Boolean).join(', ');
    return starts.length ? setupTexts.recordButton.since(time(Math.min(...starts) / 1e6)) : recorders.length ? `${texts.status.notRecorded}.` : '';
  },
  'moment-series': (value) => [value.phase === 'countdown' ? value.secondsLeft : value.phase, seriesText(value)].join(', '),
  controls: (value) => [value.by, value.controls.map((control) => control.key).join(', ')].filter(Boolean).join(': '),
};

/** The events in the log that say something, newest first. A recorder reports the same more than once. */
export function shownEvents({events, log}) {
  const wanted = log.filter.trim().toLowerCase();
  let reported = '';
  return events.filter(({kind, value}) => {
    const text = phrases[kind](value);
    if (kind === 'recording-control') {
      if (text === reported) return false;
      reported = text;
    }
    return text && (kind !== 'fragment' || log.withFragments) && `${words.kinds[kind]} ${text}`.toLowerCase().includes(wanted);
  }).reverse();
}

export class Log {
  element = make('section.card', {id: 'log'});
  #rows = new WeakMap();
  #list = make('ul.log', {tabIndex: 0, 'aria-label': words.title});

  constructor() {
    const filter = make('input', {type: 'search', placeholder: words.filter, 'aria-label': words.filter,
      oninput: () => store.apply(logged, {filter: filter.value})});
    const fragments = make('input', {type: 'checkbox', onchange: () => store.apply(logged, {withFragments: fragments.checked})});
    put(this.element, make('h2', {}, words.title), put(make('div.row'), filter, put(make('label'), fragments, words.fragments)), this.#list);
  }

  show(signal) {
    const draw = soon(() => this.#list.replaceChildren(...shownEvents(store.state).map((event) => this.#row(event))));
    store.watch((state) => [state.events, state.log], draw, signal);
  }

  #row(event) {
    if (!this.#rows.has(event)) {
      const {at, kind, value} = event;
      this.#rows.set(event, put(make('li', {title: JSON.stringify(value)}), make('time', {}, time(at)), make('span.kind', {}, words.kinds[kind]),
        make('span', {}, phrases[kind](value))));
    }
    return this.#rows.get(event);
  }
}

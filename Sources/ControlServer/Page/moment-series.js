// SPDX-License-Identifier: Apache-2.0
// Timer and series of all cameras on the desk: options, countdown, progress, cancelling.
import {ask, path} from './api.js';
import {fill, make, put, say} from './dom.js';
import {carefully, notice} from './notices.js';
import {runningSeries, seriesEnd, seriesFollowed, seriesRead, seriesText} from './series.js';
import {setupTexts} from './setup-texts.js';
import {ShutterOptions} from './shutter-options.js';
import {may} from './state.js';
import {store} from './store.js';

const words = setupTexts.series;

// Also while another view is shown.
store.watch((state) => [state.report], () => store.apply(seriesFollowed));

export class MomentSeries {
  #options = new ShutterOptions();
  #details = put(make('details.series-options', {hidden: true}, put(make('summary', {}, `${words.options} `), this.#options.armed)), put(make('div.options-list'), this.#options.elements));
  #running = make('ul.series', {'aria-label': words.title});
  #rows = new Map();
  /** What became of the last series. */
  #told = make('span');
  #result = put(make('div.row', {hidden: true}), this.#told,
    make('button.quiet.small', {'aria-label': words.read, title: words.read, onclick: () => store.apply(seriesRead)}, '×'));
  elements = [this.#details, this.#running, this.#result];

  show(signal) {
    this.#options.show(signal);
    store.watch((state) => [state.me, state.report, state.desk.told], (state) => this.#draw(state), signal);
  }

  #draw(state) {
    const cameras = state.report?.cameras ?? [];
    this.#details.hidden = !may(state, 'shoot') || cameras.length < 2 || !cameras.some(({phase}) => phase === 'connected');
    const list = runningSeries(state);
    const known = new Set(list.map(({id}) => id));
    for (const id of this.#rows.keys()) {
      if (known.has(id)) continue;
      this.#rows.delete(id);
      const over = state.report?.series?.find((one) => one.id === id);
      if (!over) continue;
      const {text, isBad} = seriesEnd(over);
      notice(text, isBad);
    }
    for (const series of list) {
      if (!this.#rows.has(series.id)) this.#rows.set(series.id, this.#row(series.id));
      const {countdown, text, away, cancel} = this.#rows.get(series.id);
      cancel.hidden = !may(state, 'shoot');
      say(countdown, series.phase === 'countdown' ? String(series.secondsLeft) : '');
      say(text, seriesText(series));
      say(away, series.cameras.filter(({job}) => !job).map(({name, problem}) => words.away(name, problem)).join(' '));
    }
    fill(this.#running, [...this.#rows.values()].map(({element}) => element));
    this.#result.hidden = !state.desk.told;
    if (state.desk.told) say(this.#told, seriesEnd(state.desk.told).text);
  }

  #row(id) {
    const cancel = make('button.quiet', {
      onclick: carefully(() => ask(path`/v1/moments/series/${id}`, {method: 'DELETE', within: 15_000})),
    }, words.cancel);
    const [countdown, text, away] = [make('strong.series-countdown', {'aria-live': 'assertive'}), make('span', {role: 'status'}), make('span.bad')];
    return {countdown, text, away, cancel, element: put(make('li'), countdown, text, away, cancel)};
  }
}

// SPDX-License-Identifier: Apache-2.0
// All cameras of a recorder.
import {cameras, deskText, forAll, isStoppable, watched} from './cameras.js';
import {deskTexts as words} from './desk-texts.js';
import {every, fill, labelled, make, menu, put, say} from './dom.js';
import {plan} from './jobs.js';
import {onMoment} from './moments.js';
import {carefully, failure} from './notices.js';
import {readFiles} from './requests.js';
import {may, preferred} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {Tile, record, stop} from './tile.js';

/** Between frames that are not live, in milliseconds. */
const posterBeat = 2_000;

class Desk {
  element = make('section.view.desk', {id: 'view-cameras', 'aria-label': texts.views.cameras});
  #tiles = new Map();
  #grid = make('div.tiles');
  #sum = make('p.hint', {role: 'status'});
  #before = labelled(words.before, menu(words.before, words.befores, store.state.preferences.before,
    (value) => store.apply(preferred, 'before', value), {id: 'before'}));
  #all = make('button.quiet', {hidden: true, onclick: carefully(({timeStamp}) => this.#recordAll(timeStamp))}, words.recordAll);
  #stop = make('button.quiet', {hidden: true, onclick: carefully(() => this.#stopAll())}, words.stopAll);
  #moment = make('button.quiet', {hidden: true, title: words.stillOfAllHint}, words.stillOfAll);
  #series = make('div.series-box');
  #empty = put(make('div.empty', {hidden: true}), make('p', {}, words.empty), make('code', {}, 'longshot pair join'));
  #seen = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.target.tile.isSeen = entry.isIntersecting;
  });

  constructor() {
    put(this.element, put(make('div.view-head'), this.#sum, this.#before, this.#moment, this.#all, this.#stop), this.#series, this.#empty, this.#grid);
    onMoment(this.#moment);
  }

  show(signal, id) {
    store.watch((state) => [state.me, state.report, state.desk, state.files, state.preferences], (state) => this.#draw(state), signal);
    const refresh = () => { if (store.state.link.isUp) for (const tile of this.#tiles.values()) tile.refreshPoster(); };
    refresh();
    import('./moment-series.js').then(({MomentSeries}) => {
      if (signal.aborted) return;
      const series = new MomentSeries();
      fill(this.#series, series.elements);
      series.show(signal);
    }).catch(failure);
    every(posterBeat, refresh, signal);
    store.watch((state) => [state.me, state.link.times], () => may(store.state, 'view') && readFiles().catch(failure), signal);
    signal.addEventListener('abort', () => {
      for (const one of store.state.desk.watched) store.apply(watched, one, false);
      this.#draw(store.state);
    }, {once: true});
    if (!this.#tiles.has(id)) return;
    store.apply(watched, id, true);
    this.#tiles.get(id).element.scrollIntoView({block: 'nearest'});
  }

  #draw(state) {
    const list = cameras(state);
    const there = new Set(list.map(({id}) => id));
    for (const [id, tile] of this.#tiles) {
      if (there.has(id)) continue;
      tile.close();
      this.#tiles.delete(id);
    }
    list.forEach((camera, index) => {
      if (!this.#tiles.has(camera.id)) this.#add(camera.id);
      const tile = this.#tiles.get(camera.id);
      const other = this.#grid.children[index];
      if (!this.#grid.moveBefore) tile.element.style.order = index;
      else if (tile.element !== other) this.#grid.moveBefore(tile.element, other);
      tile.draw(state, camera);
    });
    this.#empty.hidden = list.length > 0 || !state.report;
    say(this.#sum, deskText(state));
    this.#before.hidden = !may(state, 'record');
    this.#moment.hidden = !may(state, 'shoot') || list.length < 2 || !list.some(({link}) => link?.phase === 'connected');
    const {count} = plan(state);
    say(this.#moment, count > 1 ? words.stillsOfAll(count) : words.stillOfAll);
    const all = forAll(state, list);
    this.#stop.hidden = !all.stop;
    this.#all.hidden = !all.record;
  }

  #add(id) {
    const tile = new Tile(id);
    tile.element.tile = tile;
    this.#tiles.set(id, tile);
    this.#grid.append(tile.element);
    this.#seen.observe(tile.element);
  }

  #recordAll(moment) {
    return each(cameras(store.state).filter(({canRecord}) => canRecord).map(({id}) => record(id, moment)));
  }

  async #stopAll() {
    const open = cameras(store.state).map(({recording}) => recording).filter(isStoppable);
    if (open.length < 2 || await (await import('./stop-question.js')).mayStopAll(open.length)) await each(open.map(stop));
  }
}

/** Waits for all, which begin at once; one that fails does not hold up the others. */
async function each(works) {
  for (const {reason} of await Promise.allSettled(works)) if (reason) failure(reason);
}

export const makeView = () => new Desk();

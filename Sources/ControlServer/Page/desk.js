// SPDX-License-Identifier: Apache-2.0
// All cameras of a recorder at a glance.
import {make, menu, labelled, put, say} from '/dom.js';
import {bitrate} from '/formats.js';
import {history} from '/charts.js';
import {model} from '/model.js';
import {carefully} from '/notices.js';
import {texts} from '/texts.js';
import {Tile} from '/tile.js';

const words = texts.desk;
/** A browser has six connections to a node, and a picture stream takes one: more live pictures than these starve the rest. */
const mostLive = 3;
const posterBeat = 2_000;

class Desk {
  element = make('section.view.desk', {id: 'view-cameras', 'aria-label': texts.views.cameras});
  #tiles = new Map();
  #grid = make('div.tiles');
  #sum = make('p.hint', {role: 'status'});
  #all = make('button.quiet', {hidden: true, onclick: carefully(() => this.#recordAll())}, words.recordAll);
  #empty = put(make('div.empty', {hidden: true}), make('p', {}, words.empty), make('code', {}, 'longshot pair join'));
  #live = [];
  #timer = null;
  #seen;

  constructor() {
    const before = menu(words.before, words.befores, model.preferences.get('before', '0'),
      (value) => model.preferences.set('before', value), {id: 'before'});
    put(this.element, put(make('div.view-head'), this.#sum, model.may('record') ? labelled(words.before, before) : null, this.#all),
      this.#empty, this.#grid);
    this.#seen = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.target.tile.isSeen = entry.isIntersecting;
    });
    history.start();
    model.on('state', () => this.#update());
  }

  show(id) {
    this.#timer ??= setInterval(() => this.#posters(), posterBeat);
    this.#update();
    this.#posters();
    if (id && this.#tiles.has(id)) {
      this.#tiles.get(id).watch(true);
      this.#tiles.get(id).element.scrollIntoView({block: 'nearest'});
    }
  }

  hide() {
    clearInterval(this.#timer);
    this.#timer = null;
    for (const tile of this.#tiles.values()) tile.watch(false);
  }

  #update() {
    const {cameras = [], recordings = []} = model.state ?? {};
    const known = new Map();
    for (const link of cameras) known.set(link.camera ?? link.address, {link});
    for (const recording of recordings) {
      const entry = known.get(recording.camera) ?? {};
      // Of several recordings of one camera the one that goes on counts.
      if (!entry.recording || recording.state !== 'stopped') known.set(recording.camera, {...entry, recording});
    }
    for (const [id, tile] of this.#tiles) {
      if (known.has(id)) continue;
      tile.watch(false);
      tile.element.remove();
      this.#tiles.delete(id);
    }
    for (const [id, entry] of known) {
      let tile = this.#tiles.get(id);
      if (!tile) {
        tile = new Tile(id, (one, isOn) => this.#watching(one, isOn));
        tile.element.tile = tile;
        this.#tiles.set(id, tile);
        this.#grid.append(tile.element);
        this.#seen.observe(tile.element);
      }
      tile.show(entry);
    }
    const names = [...this.#tiles.values()].sort((one, other) => one.name.localeCompare(other.name, undefined, {numeric: true}));
    names.forEach((tile, index) => { tile.element.style.order = index; });
    this.#empty.hidden = known.size > 0;
    const total = recordings.reduce((sum, one) => sum + (one.live?.bitsPerSecond ?? 0), 0);
    say(this.#sum, words.sum(known.size, recordings.filter((one) => one.state === 'recording').length, bitrate(total)));
    this.#all.hidden = !model.may('record') || this.#idle.length < 2;
  }

  get #idle() { return [...this.#tiles.values()].filter((tile) => tile.canRecord); }

  async #recordAll() {
    for (const tile of this.#idle) await tile.record();
  }

  /** A tile shows live video now, or no more; the one that did so for longest makes room. */
  #watching(tile, isOn) {
    this.#live = this.#live.filter((one) => one !== tile);
    if (isOn) this.#live.push(tile);
    while (this.#live.length > mostLive) this.#live[0].watch(false);
  }

  #posters() {
    if (document.hidden || !model.isLinked) return;
    for (const tile of this.#tiles.values()) tile.refreshPoster();
  }
}

export const makeDesk = () => new Desk();

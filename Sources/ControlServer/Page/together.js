// SPDX-License-Identifier: Apache-2.0
// Up to three other cameras beside the player, in step with it by the recorder's clock.
import {Companion} from './companion.js';
import {every, fill, make, put} from './dom.js';
import {shownName} from './formats.js';
import {commonMoment} from './places.js';
import {notice} from './notices.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.together;
const most = 3;

export class Together {
  /** The buttons of the other cameras, and the pictures of the chosen ones. */
  choice = make('div.together', {role: 'group', 'aria-label': words.title, hidden: true});
  stages = make('div.companions', {hidden: true});
  #lanes;
  /** The chosen cameras, by id, in the order in which they were chosen. */
  #chosen = new Map();
  #offered = '';

  /** @param {() => {name: string, recordings: object[]}[]} lanes the recordings of each camera, from oldest to newest */
  constructor(lanes) { this.#lanes = lanes; }

  /** Keeps the pictures in step with a player, which tells {recording, detail, at, isPlaying, speed}; null while it has nothing. */
  show(told, signal) {
    every(100, () => this.#follow(told()), signal);
    signal.addEventListener('abort', () => { for (const id of [...this.#chosen.keys()]) this.#leave(id); }, {once: true});
  }

  /** What the pictures show: {recording, at}. */
  get shown() { return [...this.#chosen.values()].map((one) => one.shown).filter(Boolean); }

  /** What a player and the pictures beside it show of one moment, also between two steps. */
  shownWith(lead) {
    this.#follow(lead);
    return [lead, ...this.shown].filter(Boolean);
  }

  #follow(lead) {
    if (!lead) return;
    this.#offer(lead.recording.camera);
    const common = commonMoment(lead.detail, lead.at);
    for (const one of this.#chosen.values()) one.follow(common, lead.isPlaying, lead.speed);
  }

  /** Offers the other cameras than the one that is played. */
  #offer(camera) {
    const others = this.#lanes().filter((lane) => lane.recordings[0]?.camera !== camera);
    const offered = JSON.stringify([others.map((lane) => [lane.recordings[0].camera, lane.name]), [...this.#chosen.keys()], camera]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#leave(camera);
    for (const id of [...this.#chosen.keys()]) {
      if (!others.some((lane) => lane.recordings[0].camera === id)) notice(words.removed(this.#leave(id)));
    }
    this.choice.hidden = !others.length;
    const focused = this.choice.contains(document.activeElement) ? document.activeElement.dataset.camera : null;
    for (const {name, recordings: [{camera: id}]} of others) this.#chosen.get(id)?.rename(shownName(name));
    fill(this.choice, make('span.hint', {title: words.hint}, words.title), others.map(({name, recordings: [{camera: id}]}) => {
      const isChosen = this.#chosen.has(id);
      return make('button.quiet.small', {data: {camera: id}, 'aria-pressed': String(isChosen), onclick: () => (isChosen ? this.#leave(id) : this.#take(id, name))}, shownName(name));
    }));
    // The keys go to the player only while something in it has the focus.
    [...this.choice.children].find((button) => focused && button.dataset.camera === focused)?.focus();
  }

  #take(id, name) {
    if (this.#chosen.size >= most) this.#leave(this.#chosen.keys().next().value);
    const companion = new Companion(shownName(name), () => this.#lanes().find((lane) => lane.recordings[0]?.camera === id)?.recordings ?? []);
    this.#chosen.set(id, companion);
    put(this.stages, companion.element);
    this.stages.hidden = false;
  }

  #leave(id) {
    const companion = this.#chosen.get(id);
    if (!companion) return;
    this.#chosen.delete(id);
    companion.close();
    companion.element.remove();
    this.stages.hidden = this.#chosen.size === 0;
    return companion.name;
  }
}

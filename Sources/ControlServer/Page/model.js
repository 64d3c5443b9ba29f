// SPDX-License-Identifier: Apache-2.0
import {ask} from '/api.js';
import {NodeClock} from '/clock.js';
import {Link} from '/link.js';
import {Preferences} from '/preferences.js';

/** What the page knows of its node; views read it and are told when it changes. */
class Model {
  /** This browser's session. */
  me = {grants: []};
  node = {};
  /** The last answer of `/v1/state`; null when this browser may not ask. */
  state = null;
  clock = new NodeClock();
  /** Whether the node answers. */
  isLinked = true;
  /** The picture on the screen, as the live view tells: null, or {isLive, how, age, reason}. */
  picture = null;
  preferences;
  /** Transfers by id, the newest last. */
  transfers = new Map();
  /** The last events, for the log: {at, kind, value}. */
  events = [];
  #hearers = new Map();
  #due = null;

  get isCamera() { return this.node.role === 'camera'; }
  get mayLook() { return this.may('view') || this.may('record'); }

  /** Whether this browser has one of the grants. */
  may(...grants) { return grants.some((grant) => this.me.grants.includes(grant)) || (grants.includes('view') && this.isBounded); }

  /** Whether this browser sees some cameras only. */
  get isBounded() { return (this.me.viewOf ?? []).length > 0; }

  /** Hears of something until the returned function is called: `state`, `link`, `picture`, or a kind of event. */
  on(kind, hearer) {
    if (!this.#hearers.has(kind)) this.#hearers.set(kind, new Set());
    this.#hearers.get(kind).add(hearer);
    return () => this.#hearers.get(kind).delete(hearer);
  }

  tell(kind, value) {
    for (const hearer of this.#hearers.get(kind) ?? []) hearer(value);
  }

  /** Learns who this browser and the node are, and begins to listen. */
  async start() {
    [this.me, this.node] = await Promise.all([ask('/v1/page/session'), ask('/v1/node')]);
    this.preferences = new Preferences(this.node.id);
    const link = new Link(this.clock, (kind, value, id) => this.#hear(kind, value, id));
    link.run(this.mayLook);
    if (this.mayLook) await this.refresh();
    // Figures that no event brings: live statistics, counters, room on the disk.
    setInterval(() => { if (!document.hidden && this.isLinked) this.refreshSoon(0); }, this.isCamera ? 2_500 : 1_500);
  }

  /** Asks for the state anew. */
  async refresh() {
    if (!this.mayLook) return;
    this.state = await ask('/v1/state', {within: 5_000});
    this.tell('state', this.state);
  }

  /** The same, once for many wishes; failures are the link's to tell. */
  refreshSoon(delay = 200) {
    this.#due ??= setTimeout(() => {
      this.refresh().catch(() => {}).finally(() => { this.#due = null; });
    }, delay);
  }

  /** The live view tells what is on the screen. */
  show(picture) {
    this.picture = picture;
    this.tell('picture', picture);
  }

  #hear(kind, value, id) {
    switch (kind) {
      case 'up': case 'down':
        this.isLinked = kind === 'up';
        this.tell('link', this.isLinked);
        if (this.isLinked && !value) { this.refreshSoon(0); this.tell('again'); }
        return;
      case 'open': this.refreshSoon(0); return;
      case 'transfer':
        this.transfers.delete(value.id);
        this.transfers.set(value.id, {...value, at: performance.now()});
        break;
      case 'still-job': case 'still': case 'controls': break;
      default: this.refreshSoon();
    }
    if (kind === 'still-job') this.refreshSoon();
    this.events.push({at: Date.now(), kind, value, id});
    if (this.events.length > 500) this.events.shift();
    this.tell(kind, value);
    this.tell('event', {kind, value});
  }
}

export const model = new Model();

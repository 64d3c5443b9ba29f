// SPDX-License-Identifier: Apache-2.0
import {ask} from './api.js';
import {measured} from './clock.js';
import {pause} from './dom.js';
import {changesReport, heard, kinds} from './events.js';
import {readAgain, readSession, refreshSoon} from './requests.js';
import {linked, mayLook} from './state.js';
import {store} from './store.js';

/** The least and the greatest limit for an answer, in milliseconds. */
const limits = [1_000, 5_000];
/** The next limit after an answer, or a timeout, that took a time: a slow link is not a lost one. */
export const limitAfter = (limit, took) => Math.min(limits[1], Math.max(limits[0], 2.5 * took, 0.8 * limit));

/**
 * The link to the node: its events, and its clock, once a second, because scripts cannot see the event stream's keep-alives. This
 * detects a dead link within two seconds, and a slow one that is dead within six.
 */
export class Link {
  #source = null;
  #last = null;
  #delay = 250;
  #timer = null;
  #limit = limits[0];

  /** Runs forever. */
  async run() {
    this.#listen();
    for (let count = 0; count < 4; count += 1) await this.#measure(1_500).catch(() => {});
    for (;;) {
      if (document.hidden) await new Promise((shown) => document.addEventListener('visibilitychange', shown, {once: true}));
      await this.#look();
      await pause(store.state.link.isUp ? 900 : 400);
    }
  }

  async #measure(within) {
    const sent = performance.now();
    try {
      const reading = await ask('/v1/time', {within});
      store.apply(measured, sent, performance.now(), reading.monotonic);
    } finally {
      this.#limit = limitAfter(this.#limit, performance.now() - sent);
    }
  }

  async #look() {
    try {
      await this.#measure(this.#limit);
      this.#set(true);
    } catch (error) {
      // Any response shows that the node is alive.
      this.#set(error.status > 0);
    }
  }

  #set(isUp) {
    if (isUp === store.state.link.isUp) return;
    store.apply(linked, isUp, Date.now());
    if (!isUp) return;
    readAgain();
    if (this.#timer) { clearTimeout(this.#timer); this.#listen(); }
  }

  #listen() {
    this.#timer = null;
    this.#source?.close();
    // The owner may grant it later.
    if (!mayLook(store.state)) {
      this.#timer = setTimeout(() => readSession().catch(() => {}).finally(() => this.#listen()), 2_000);
      return;
    }
    const source = new EventSource(this.#last === null ? '/v1/events' : `/v1/events?after=${this.#last}`);
    this.#source = source;
    // Its rights may have changed.
    source.onopen = () => { this.#delay = 250; readAgain(); readSession().catch(() => {}); };
    source.onerror = () => {
      source.close();
      // Leaves the page if the session is not valid any more.
      readSession().catch((error) => { if (error.status === 0) this.#set(false); });
      this.#timer = setTimeout(() => this.#listen(), this.#delay);
      this.#delay = Math.min(2_000, this.#delay * 2);
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        this.#last = event.lastEventId || this.#last;
        let value;
        try { value = JSON.parse(event.data); } catch { return; }
        store.apply(heard, kind, value, Date.now(), performance.now());
        if (changesReport(kind)) refreshSoon();
      });
    }
  }
}

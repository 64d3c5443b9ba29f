// SPDX-License-Identifier: Apache-2.0
import {ask} from '/api.js';
import {pause} from '/dom.js';

const kinds = ['capture', 'fragment', 'still-job', 'still', 'recording', 'transfer', 'camera-link', 'peer', 'controls'];

/**
 * The link to the node: its events, and a sign of life. The stream's own signs of life are hidden from scripts, so the
 * node's clock is read once a second; that tells of a dead link within two seconds, and measures the clock.
 */
export class Link {
  #clock;
  #tell;
  #source = null;
  #last = null;
  #isUp = null;
  #delay = 250;
  #timer = null;

  /** @param {(kind: string, value: any) => void} tell hears `up`, `down`, and each event by its kind */
  constructor(clock, tell) {
    this.#clock = clock;
    this.#tell = tell;
  }

  get isUp() { return this.#isUp === true; }

  /** Begins, and never ends. `hears` is whether the session may read events. */
  async run(hears) {
    if (hears) this.#listen();
    for (let count = 0; count < 4; count += 1) await this.#clock.measure().catch(() => {});
    for (;;) {
      if (document.hidden) await new Promise((shown) => document.addEventListener('visibilitychange', shown, {once: true}));
      await this.#look();
      await pause(this.isUp ? 900 : 400);
    }
  }

  async #look() {
    try {
      await this.#clock.measure(1_000);
      this.#set(true);
    } catch (error) {
      // Any answer is a sign of life; only silence is none.
      this.#set(error.status > 0);
    }
  }

  #set(isUp) {
    if (isUp === this.#isUp) return;
    if (!isUp) this.#clock.forget();
    const isFirst = this.#isUp === null;
    this.#isUp = isUp;
    this.#tell(isUp ? 'up' : 'down', isFirst);
    if (isUp && this.#timer) { clearTimeout(this.#timer); this.#listen(); }
  }

  #listen() {
    this.#timer = null;
    this.#source?.close();
    const source = new EventSource(this.#last === null ? '/v1/events' : `/v1/events?after=${this.#last}`);
    this.#source = source;
    source.onopen = () => { this.#delay = 250; this.#tell('open'); };
    source.onerror = () => {
      source.close();
      // Says who we are, or that we are not let in any more.
      ask('/v1/page/session', {within: 1_500}).catch((error) => { if (error.status === 0) this.#set(false); });
      this.#timer = setTimeout(() => this.#listen(), this.#delay);
      this.#delay = Math.min(2_000, this.#delay * 2);
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        this.#last = event.lastEventId || this.#last;
        let value;
        try { value = JSON.parse(event.data); } catch { return; }
        this.#tell(kind, value, event.lastEventId);
      });
    }
  }
}

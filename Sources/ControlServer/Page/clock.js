// SPDX-License-Identifier: Apache-2.0
import {ask} from '/api.js';

/**
 * The node's monotonic clock, as seen from here: of the exchanges of the last minute the one with the shortest round trip counts,
 * and half of it is how wrong the offset may be.
 */
export class NodeClock {
  #exchanges = [];

  /** One exchange; throws when the node does not answer in time. */
  async measure(within = 1_500) {
    const sent = performance.now();
    const reading = await ask('/v1/time', {within});
    const came = performance.now();
    const middle = (sent + came) / 2;
    this.#exchanges = this.#exchanges.filter((one) => came - one.came < 60_000).slice(-70);
    this.#exchanges.push({came, roundTrip: came - sent, monotonic: reading.monotonic / 1e6 - middle});
  }

  /** Forgets what was measured: the node was started again, and its clocks may be others. */
  forget() { this.#exchanges = []; }

  get #best() {
    return this.#exchanges.reduce((best, one) => (best && best.roundTrip <= one.roundTrip ? best : one), null);
  }

  get isKnown() { return this.#exchanges.length > 0; }

  /** How wrong it may be, in milliseconds. */
  get uncertainty() { return (this.#best?.roundTrip ?? 0) / 2; }

  /** The node's monotonic clock at a moment of `performance.now()`, in milliseconds; NaN while it is not known. */
  monotonic(moment = performance.now()) { return moment + (this.#best?.monotonic ?? NaN); }
}

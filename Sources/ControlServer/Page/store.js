// SPDX-License-Identifier: Apache-2.0
import {initial} from './state.js';

/** Holds the page's state as one value. Transitions replace it, and views are drawn from it. */
export class Store {
  #watchers = new Set();

  constructor(state) { this.state = state; }

  /** Replaces the state with `transition(state, ...values)`, and calls the watchers. */
  apply(transition, ...values) {
    const next = transition(this.state, ...values);
    if (next === this.state) return;
    this.state = next;
    for (const look of [...this.#watchers]) {
      try {
        look();
      } catch (error) {
        // A failing view must stop neither other views nor the link.
        console.error(error);
      }
    }
  }

  /**
   * Draws now, and again whenever one of the selected parts of the state is replaced.
   *
   * @param {(state: object) => any[]} select
   * @param {(state: object) => void} draw
   * @param {AbortSignal} [signal] ends the watch
   */
  watch(select, draw, signal) {
    let parts = [];
    const look = () => {
      const next = select(this.state);
      if (next.length === parts.length && next.every((part, index) => Object.is(part, parts[index]))) return;
      parts = next;
      draw(this.state);
    };
    this.#watchers.add(look);
    signal?.addEventListener('abort', () => this.#watchers.delete(look), {once: true});
    look();
  }
}

export const store = new Store(initial);

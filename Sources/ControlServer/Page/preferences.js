// SPDX-License-Identifier: Apache-2.0

/** What this browser likes, kept for each node by itself. */
export class Preferences {
  #key;
  #values;

  constructor(node) {
    this.#key = `longshot-${node}`;
    try {
      this.#values = JSON.parse(localStorage.getItem(this.#key)) ?? {};
    } catch {
      this.#values = {};
    }
  }

  get(name, otherwise) { return this.#values[name] ?? otherwise; }

  set(name, value) {
    this.#values[name] = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#values));
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}

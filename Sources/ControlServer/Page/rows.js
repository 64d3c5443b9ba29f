// SPDX-License-Identifier: Apache-2.0
// The rows of a list, each of which may have a form.

/** Draws a list, but for rows whose form is open: what was typed there stays, and the focus too. */
export class Rows {
  #list;
  #rows = new Map();

  constructor(list) { this.#list = list; }

  /** @param {[string, () => HTMLElement][]} entries an id and what makes the row, for each row in order */
  draw(entries) {
    const isKept = (row) => Boolean(row?.querySelector('details[open]'));
    const before = this.#rows;
    this.#rows = new Map(entries.map(([id, row]) => [id, isKept(before.get(id)) ? before.get(id) : row()]));
    const there = [...this.#rows.values()];
    for (const child of [...this.#list.children]) if (!there.includes(child)) child.remove();
    // A row that is there already is not moved, as far as the order allows: moving takes the focus away.
    there.forEach((row, index) => {
      if (this.#list.children[index] !== row) this.#list.insertBefore(row, this.#list.children[index] ?? null);
    });
  }
}

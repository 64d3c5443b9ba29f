// SPDX-License-Identifier: Apache-2.0
import {ask, path} from '/api.js';
import {soon} from '/dom.js';
import {clipItem, fileItem, stillItem} from '/items.js';
import {model} from '/model.js';

const page = 1_000;

/** Everything that the gallery shows, the newest first, kept true by events. */
export class Shelf {
  items = [];
  isLoading = false;
  onchange = () => {};
  #byID = new Map();
  #isOpen = false;
  #isLoaded = false;
  #offs = [];
  #changed = soon(() => this.#settle());

  get kinds() { return [...new Set(this.items.map((item) => item.kind))].sort().reverse(); }

  /** Reads all pages, and then listens. */
  async open() {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#offs = model.isCamera
        ? [model.on('still', (still) => this.#add([stillItem(still)]))]
        : [
          model.on('transfer', (file) => { if (file.phase === 'received' && file.kind !== 'sent') this.#add([fileItem(file)]); }),
          model.on('recording', (recording) => this.#add([clipItem(recording)])),
        ];
      this.#offs.push(model.on('again', () => { this.#load().catch(() => {}); }));
    }
    await this.#load();
  }

  close() {
    this.#isOpen = false;
    for (const off of this.#offs) off();
    this.#offs = [];
  }

  /** It was deleted. */
  forget(id) {
    this.#byID.delete(id);
    this.#changed();
  }

  async #load() {
    if (this.isLoading) return;
    this.isLoading = true;
    const before = this.#byID;
    this.#byID = this.#isLoaded ? new Map() : before;
    try {
      if (model.isCamera) await this.#loadStills();
      else await Promise.all([this.#loadFiles(), this.#loadClips()]);
      this.#isLoaded = true;
    } catch (error) {
      for (const [id, item] of before) this.#byID.set(id, item);
      throw error;
    } finally {
      this.isLoading = false;
      this.#changed();
    }
  }

  async #loadStills() {
    for await (const stills of behind('/v1/stills')) this.#add(stills.map(stillItem));
  }

  async #loadFiles() {
    for await (const files of allFiles()) this.#add(files.filter((file) => file.phase === 'received').map(fileItem));
  }

  async #loadClips() {
    for await (const recordings of allRecordings()) this.#add(recordings.map(clipItem));
  }

  #add(items) {
    for (const item of items) this.#byID.set(item.id, item);
    this.#changed();
  }

  #settle() {
    this.items = [...this.#byID.values()].sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
    this.onchange();
  }
}

/** The pages of a list that is asked for with `after`. */
async function* behind(where) {
  let after = '';
  for (;;) {
    const list = await ask(`${where}?limit=${page}${after}`);
    yield list;
    if (list.length < page) return;
    after = path`&after=${list.at(-1).id}`;
  }
}

/** All files of a node in pages. */
export const allFiles = () => behind('/v1/files');

/** All recordings of a recorder in pages, the newest first. */
export async function* allRecordings() {
  let before = '';
  for (;;) {
    const list = await ask(`/v1/recordings?segments=0&limit=${page}${before}`);
    yield list;
    if (list.length < page) return;
    before = path`&before=${list.at(-1).id}`;
  }
}

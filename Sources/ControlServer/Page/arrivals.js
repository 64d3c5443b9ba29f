// SPDX-License-Identifier: Apache-2.0
// Stills on their way to this screen: the thumbnail at once, then the whole picture, and the download if wished.
import {fetchBytes, path, saveBlob} from '/api.js';
import {make, put} from '/dom.js';
import {milliseconds} from '/formats.js';
import {failure} from '/notices.js';
import {stillItem} from '/items.js';
import {texts} from '/texts.js';
import {openViewer} from '/viewer.js';

/** How many stills can be looked back at from the button. */
const kept = 30;

export class Arrivals {
  element = make('button.last', {id: 'last', hidden: true, 'aria-label': texts.shutter.open});
  #picture = make('img', {id: 'still', alt: texts.shutter.last});
  #bar = make('span.bar');
  #tell;
  #mine = new Map();
  #stills = [];
  #address = null;

  /** @param {(text: string) => void} tell hears how the last still is getting on */
  constructor(tell) {
    this.#tell = tell;
    put(this.element, this.#picture, this.#bar);
    this.element.addEventListener('click', () => openViewer(this.#stills.map(stillItem), 0));
  }

  isMine(job) { return this.#mine.has(job); }

  /** A job was asked for here; its stills may have come already. */
  expect(job, isForHere, pressedAt) {
    this.#mine.set(job, {isForHere, pressedAt});
    for (const still of this.#stills.filter((one) => one.job === job)) this.#fetch(still);
    if (this.#mine.size > 100) this.#mine.delete(this.#mine.keys().next().value);
  }

  /** A still was taken, by whomever. */
  came(still) {
    if (this.#stills.some((one) => one.id === still.id)) return;
    this.#stills.unshift(still);
    this.#stills.length = Math.min(kept, this.#stills.length);
    this.element.hidden = false;
    this.#show(path`/v1/stills/${still.id}/thumbnail`, null);
    if (this.#mine.has(still.job)) this.#fetch(still);
  }

  #show(address, made) {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = made;
    this.#picture.src = address;
  }

  async #fetch(still) {
    const wish = this.#mine.get(still.job);
    const size = `${still.width}×${still.height}`;
    this.#tell(texts.shutter.taken(size, milliseconds(Math.abs(still.skew)), still.clamped));
    try {
      const bytes = await fetchBytes(path`/v1/stills/${still.id}/content`, (share) => {
        this.#bar.style.setProperty('--share', share);
      });
      if (this.#stills[0].id === still.id) {
        const address = URL.createObjectURL(bytes);
        this.#show(address, address);
      }
      if (wish.isForHere) {
        saveBlob(bytes, still.name);
        this.#tell(texts.shutter.savedHere(still.name));
      }
    } catch (error) {
      // A still for a recorder leaves the camera as soon as the recorder has it.
      if (error.status === 404 && still.save === 'recorder') this.#tell(texts.shutter.onRecorder);
      else failure(error);
    } finally {
      this.#bar.style.setProperty('--share', 0);
    }
  }
}

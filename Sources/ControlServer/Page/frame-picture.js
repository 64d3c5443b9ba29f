// SPDX-License-Identifier: Apache-2.0
// A frame of a recording as a picture from the node.
import {make} from './dom.js';

/** A picture of the last moment that was requested. */
export class FramePicture {
  element = make('img', {alt: ''});
  #isFetching = false;
  #next = null;

  get isFetching() { return this.#isFetching; }

  /**
   * Shows a frame. If several are requested while one is loading, only the last of them is loaded next.
   *
   * @param {() => void} done called when a frame was loaded
   */
  async show(address, done = () => {}) {
    this.#next = address;
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (this.#next) {
      const picture = new Image();
      picture.src = this.#next;
      this.#next = null;
      try {
        await picture.decode();
        this.element.src = picture.src;
        done();
      } catch {
        // This frame is unavailable; the next may load.
      }
    }
    this.#isFetching = false;
  }

  /** Forgets what was requested, and not loaded yet. */
  stop() { this.#next = null; }
}

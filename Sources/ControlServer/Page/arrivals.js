// SPDX-License-Identifier: Apache-2.0
// Stills that arrive at this screen: first the thumbnail, then the whole picture, and the download if the user chose it.
import {path} from './api.js';
import {make, pause, put} from './dom.js';
import {fetchBytes, saveBlob} from './downloads.js';
import {awaited, fetchBegun, fetchEnded, fetchFailed, fetchShared, isNewest, nextFetch, progressed, stillSaved} from './jobs.js';
import {carefully, failure} from './notices.js';
import {remoteTexts} from './remote-texts.js';
import {store} from './store.js';
import {texts} from './texts.js';

/** Milliseconds until a still is requested again that could not be fetched although there seemed to be a link. */
const rest = 2_000;

export class Arrivals {
  element = make('button.last', {id: 'last', hidden: true, 'aria-label': texts.shutter.open});
  #picture = make('img', {id: 'still', alt: texts.shutter.last});
  #bar = make('span.bar');
  #isFetching = false;

  constructor() {
    put(this.element, this.#picture, this.#bar);
    this.element.addEventListener('click', carefully(async () => {
      const [{openViewer}, {stillItem}] = await Promise.all([import('./viewer.js'), import('./items.js')]);
      await openViewer(store.state.shutter.arrived.map(stillItem(store.state)), 0);
    }));
    // Not ended by the signal: stills also arrive while another view is shown.
    store.watch((state) => [state.shutter.arrived, state.shutter.mine, state.link.isUp], () => this.#fetchAll());
  }

  show(signal) {
    store.watch((state) => [state.shutter.picture], ({shutter: {picture}}) => {
      this.element.hidden = !picture;
      if (picture) this.#put(picture.address);
    }, signal);
    store.watch((state) => [state.shutter.share], ({shutter}) => this.#bar.style.setProperty('--share', shutter.share), signal);
  }

  /** Without a link, the picture before it stays. */
  #put(address) {
    const picture = this.#picture;
    const before = picture.src;
    picture.onload = () => { if (before.startsWith('blob:') && before !== address) URL.revokeObjectURL(before); };
    picture.onerror = () => { Object.assign(picture, {onload: null, onerror: null, src: before}); };
    picture.src = address;
  }

  /** Fetches one still at a time, because the browser has only six connections and a series must not delay its cancellation. */
  async #fetchAll() {
    if (this.#isFetching) return;
    this.#isFetching = true;
    for (let still; store.state.link.isUp && (still = nextFetch(store.state));) await this.#fetch(still);
    this.#isFetching = false;
  }

  async #fetch(still) {
    const {isForHere} = store.state.shutter.mine.get(still.job);
    store.apply(fetchBegun, still);
    try {
      const bytes = await fetchBytes(path`/v1/stills/${still.id}/content`, (share) => store.apply(fetchShared, share));
      if (isNewest(store.state, still)) store.apply(fetchEnded, still, URL.createObjectURL(bytes));
      if (!isForHere) return;
      saveBlob(bytes, still.name);
      store.apply(stillSaved, still);
    } catch (error) {
      // A recorder-only still is deleted from the camera as soon as the recorder has it.
      if (error.status === 404 && still.save === 'recorder') store.apply(progressed, texts.shutter.onRecorder);
      else if (error.status === 0) await this.#wait(still);
      else failure(error);
    } finally {
      store.apply(fetchShared, 0);
    }
  }

  /** The next attempt is that of `#fetchAll`, as soon as there is a link. */
  async #wait(still) {
    store.apply(fetchFailed, still);
    const count = awaited(store.state);
    if (count) store.apply(progressed, remoteTexts.shutter.waiting(count));
    await pause(rest);
  }
}

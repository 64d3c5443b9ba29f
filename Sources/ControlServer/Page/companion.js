// SPDX-License-Identifier: Apache-2.0
// Another camera beside the one that is played: its picture of the same moment by the recorder's clock.
import {make, put, say} from './dom.js';
import {FramePicture, WatchedVideo} from './frame-picture.js';
import {frameAddress, movieAddress, movieAt, movies, onceAt, onceIn, pieceFrom, readDetail, unload, watchFailures} from './movies.js';
import {covers, lacksFrames, ownMoment, placeOf, placeText, wasDeleted} from './places.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.together;
/** From this distance on it seeks instead of playing faster or slower, in milliseconds. */
const far = 400;
/** The share by which it plays faster or slower at most, and the time in which it makes up for a distance, in milliseconds. */
const [most, patience] = [0.15, 300];
/** A recording may begin so long before its start, in milliseconds. */
const before = 3_600_000;

/** The speed that brings a video nearer to the moment from which it is `error` milliseconds away, as a factor. */
export const pace = (error) => 1 + Math.min(most, Math.max(-most, error / patience));

export class Companion {
  #watched = new WatchedVideo();
  #video = this.#watched.video;
  #picture = new FramePicture();
  #caption = make('figcaption');
  element = put(make('figure.companion'), this.#video, this.#picture.element, this.#caption);
  #name;
  #recordings;
  #recording = null;
  #detail = null;
  #movies = [];
  #piece = null;
  /** The moment that is followed, by the camera's own clock; null without footage. */
  #at = null;
  #maySearch = onceIn(1_000);
  #mayReadAgain = onceIn(5_000);
  #mayRetry = onceAt();
  /** The last recording with its timeline whose beginning was deleted; null if none is known. */
  #shortened = null;
  /** Whether the footage that is played cannot be read. */
  #isBroken = false;
  #end = new AbortController();

  /** @param {() => object[]} recordings the recordings of the camera, from oldest to newest */
  constructor(name, recordings) {
    [this.#name, this.#recordings] = [name, recordings];
    this.#caption.textContent = name;
    this.#video.setAttribute('aria-label', name);
    watchFailures(this.#video, () => this.#fail(), this.#end.signal);
    this.#watched.watchFrames(() => {}, this.#end.signal);
  }

  get name() { return this.#name; }

  /** Names it anew; its caption follows. */
  rename(name) { this.#name = name; }

  /** The recording with its timeline, and the moment that is shown, by the camera's own clock in milliseconds; null without footage. */
  get shown() { return this.#at === null ? null : {recording: this.#recording, detail: this.#detail, at: this.#at}; }

  /** Shows a moment by the recorder's clock, and plays on from there at a speed. */
  follow(common, isPlaying, speed) {
    const isDeleted = this.#recording !== null && !this.#recordings().some(({id}) => id === this.#recording.id);
    if (isDeleted || !covers(this.#recording, this.#detail, common)) {
      this.#at = null;
      this.#video.pause();
      this.element.classList.add('in-gap');
      say(this.#caption, isDeleted ? words.removed(this.#name) : (this.#shortened && wasDeleted(...this.#shortened, common) ? words.deleted : words.nothing)(this.#name));
      this.#find(common);
      return;
    }
    const at = ownMoment(this.#detail, common);
    // Another moment may be readable.
    if (this.#isBroken && Math.abs(at - this.#at) > 1_000) this.#piece = null;
    this.#at = at;
    const place = placeOf(this.#detail, at);
    this.element.classList.toggle('in-gap', Boolean(place.gap));
    const plain = this.#isBroken ? words.unreadable(this.#name) : this.#name;
    say(this.#caption, place.gap ? `${this.#name}: ${placeText(place)}` : plain);
    const movie = movieAt(this.#movies, at);
    const isVideo = movie.codec !== 'jpeg';
    this.#video.hidden = !isVideo;
    this.#picture.element.hidden = isVideo;
    if (isVideo) this.#play(at, movie, isPlaying, speed);
    else {
      this.#piece = null;
      this.#video.pause();
      const heard = (isThere) => {
        this.#isBroken = !isThere;
        if (!isThere && this.#mayReadAgain()) this.#readAgain();
      };
      if (!isPlaying || !this.#picture.isFetching) this.#picture.show(frameAddress(this.#recording, at, !isPlaying), heard);
    }
  }

  #play(at, movie, isPlaying, speed) {
    const video = this.#video;
    if (!this.#piece || at < this.#piece[0] || at >= this.#piece[1]) {
      this.#isBroken = false;
      this.#piece = pieceFrom(movie, at);
      video.src = movieAddress(this.#recording, ...this.#piece);
      this.#watched.frameAt = null;
    }
    if (this.#isBroken || video.seeking) return;
    const shown = this.#piece[0] + video.currentTime * 1000;
    // After damage, the browser may get the movie again without the damaged footage, and report no error.
    if (lacksFrames(this.#detail, shown, this.#watched.frameAge, speed) && this.#mayReadAgain()) this.#readAgain();
    const error = at - shown;
    if (!isPlaying) {
      video.pause();
      if (Math.abs(error) > 1) video.currentTime += error / 1000;
      return;
    }
    if (Math.abs(error) > far && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) video.currentTime += error / 1000;
    video.playbackRate = speed * pace(error);
    // Another seek aborts the start.
    if (video.paused) video.play().catch(() => {});
  }

  /** Goes on without footage that the node has found to be damaged; a second failure at the same moment lasts. */
  async #fail() {
    this.#isBroken = true;
    unload(this.#video);
    await this.#readAgain();
    if (this.#isBroken && this.#mayRetry(this.#at)) this.#piece = null;
  }

  /** Reads the timeline again, which tells the damage that the node has found. */
  async #readAgain() {
    const recording = this.#recording;
    const detail = await readDetail(recording);
    if (detail && this.#recording === recording) [this.#detail, this.#movies] = [detail, movies(recording, detail)];
  }

  /** Finds the recording with footage of a moment, at most once a second. */
  async #find(common) {
    if (!this.#maySearch()) return;
    const candidates = this.#recordings().filter((one) => one.startedAt / 1e6 - before <= common).slice(-4).reverse();
    for (const one of candidates) {
      const detail = await readDetail(one);
      if (wasDeleted(one, detail, common)) this.#shortened = [one, detail];
      if (!covers(one, detail, common)) continue;
      if (one.id !== this.#recording?.id) this.#piece = null;
      [this.#recording, this.#detail, this.#movies] = [one, detail, movies(one, detail)];
      return;
    }
  }

  close() {
    this.#end.abort();
    this.#picture.clear();
    unload(this.#video);
  }
}

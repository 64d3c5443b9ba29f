// SPDX-License-Identifier: Apache-2.0
// A frame of a recording as a picture from the node, and the stage of a player with such a picture over its video.
import {make, say} from './dom.js';
import {unload} from './movies.js';

/** A picture of the last moment that was requested. */
export class FramePicture {
  element = make('img', {alt: ''});
  #isFetching = false;
  #next = null;
  /** The picture that is loading; null after `clear`. */
  #loading = null;

  get isFetching() { return this.#isFetching; }

  /**
   * Shows a frame. If several are requested while one is loading, only the last of them is loaded next. Shows nothing if it cannot be
   * loaded, because an older picture would pass for it.
   *
   * @param {(isThere: boolean) => void} done called when a frame was loaded, or cannot be loaded
   */
  async show(address, done = () => {}) {
    this.#next = [address, done];
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (this.#next) {
      const [source, report] = this.#next;
      this.#next = null;
      const picture = new Image();
      this.#loading = picture;
      picture.src = source;
      const isThere = await picture.decode().then(() => true, () => false);
      if (this.#loading !== picture) continue;
      if (isThere) this.element.src = source;
      this.#reveal(isThere);
      report(isThere);
    }
    this.#isFetching = false;
  }

  /** Shows nothing, and forgets what was requested. */
  clear() {
    [this.#next, this.#loading] = [null, null];
    this.#reveal(false);
  }

  /** Its users set `hidden` by what else they show. */
  #reveal(isThere) { this.element.style.visibility = isThere ? 'visible' : 'hidden'; }
}

/** A video, and which of its frames is displayed. */
export class WatchedVideo {
  video = make('video', {playsInline: true, muted: true});
  /** The position of the displayed video frame, in milliseconds; null if unknown. */
  frameAt = null;

  /** Reads the position of each video frame that is displayed, and calls `shown`, until the signal aborts. */
  watchFrames(shown, signal) {
    this.video.requestVideoFrameCallback?.((now, {mediaTime}) => {
      this.frameAt = mediaTime * 1000;
      shown();
      if (!signal.aborted) this.watchFrames(shown, signal);
    });
  }

  /** How far the video is behind the beginning of the displayed frame, in milliseconds; 0 if unknown. A hidden page displays no frames. */
  get frameAge() {
    return this.frameAt === null || this.video.seeking || document.hidden ? 0 : this.video.currentTime * 1000 - this.frameAt;
  }
}

/** A video, with a frame over it until the video has its moment, and words over both. */
export class Stage extends WatchedVideo {
  #frame = new FramePicture();
  #words = make('p.player-gap', {role: 'status'});
  /** The camera's name, which is shown if others are beside it. */
  #name = make('p.player-name');
  element = make('div.player-stage', {}, this.video, this.#frame.element, this.#words, this.#name);
  #isVideo = true;

  constructor() {
    super();
    for (const shown of ['loadeddata', 'playing', 'seeked']) this.video.addEventListener(shown, () => this.#uncover(true));
  }

  /** Whether the footage is played by the video, and not as single frames. */
  set isVideo(value) {
    this.#isVideo = value;
    if (!value) this.video.hidden = true;
  }

  get isFetching() { return this.#frame.isFetching; }

  name(text) {
    say(this.#name, text);
    this.video.setAttribute('aria-label', text);
  }

  /** Says why a moment has no picture of its own: greys that of the gap's beginning, or tells the trouble. */
  say(gap, trouble) {
    this.element.classList.toggle('in-gap', Boolean(gap));
    say(this.#words, trouble ?? gap);
  }

  /**
   * Shows a frame, unless the video has its moment already.
   *
   * @param {() => boolean} isOver whether the frame is shown even then
   * @param {(isThere: boolean) => void} done called when the frame was loaded, or cannot be loaded
   */
  showFrame(address, isOver, done) {
    this.#frame.show(address, (isThere) => {
      const {readyState, seeking} = this.video;
      this.#uncover(this.#isVideo && !isOver() && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !seeking, isThere);
      done(isThere);
    });
  }

  /** Shows the video if it has the moment, and else the frame over it. Without either, an older picture of the video is hidden. */
  #uncover(hasVideo, hasFrame = true) {
    this.#frame.element.hidden = hasVideo && this.#isVideo;
    this.video.hidden = !this.#isVideo || !(hasVideo || hasFrame);
  }

  /** Removes the pictures, and ends what the video loads. */
  clear() {
    this.frameAt = null;
    this.#frame.clear();
    unload(this.video);
  }
}

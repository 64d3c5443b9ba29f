// SPDX-License-Identifier: Apache-2.0
// A camera's live picture, and its true age.
import {request} from './api.js';
import {isKnown, monotonic} from './clock.js';
import {make, pause, say} from './dom.js';
import {badge, pictureNow, smoothed, tickOf} from './freshness.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {WhepConnection, canWhep} from './whep.js';

/** WHEP is retried after this time beside pictures, in milliseconds. */
const again = 30_000;
/** The same if it worked recently. */
const soon = 2_000;
/** The time for WHEP before pictures are shown meanwhile, in milliseconds. */
const headStart = 1_200;
/** The milliseconds without a picture after which the stream is requested again. */
const silence = 5_000;
/** For so long after its first picture, WebRTC may play the group of pictures in progress, whose timestamps are of no frame, in milliseconds. */
const joining = 1_000;
/** The milliseconds after which a hidden page closes the live picture. */
const hiddenFor = 8_000;

/**
 * @typedef {object} LiveSource
 * @property {string} whep the address for WebRTC
 * @property {string} pictures the address of the picture stream
 * @property {() => string|undefined} codec
 * @property {() => number|undefined} epoch the epoch of the frames from WHEP
 * @property {((ticks: number) => number)|null} captured when a WHEP frame was captured, by the node's monotonic clock, in milliseconds
 * @property {() => number|undefined} [upstream] the delay from the camera to the node in milliseconds, if `captured` is null
 */
/** A live picture. It holds what changes with each frame, and tells a summary five times a second. */
export class LiveView {
  element = make('div.stage');
  canvas = make('canvas.picture', {role: 'img', 'aria-label': texts.views.live, hidden: true, width: 16, height: 9});
  badge = make('p.live-badge');
  /** Drawn over the picture: overlays, countdown. */
  layers = make('div.layers');
  /** Called with its state; see freshness.js. */
  onpicture = () => {};
  /** Whether it is stopped until the page is visible again. */
  #isPaused = false;
  #source;
  #abort = null;
  #word = make('p.unseen', {role: 'status'});
  #how = null;
  #reason = texts.live.connecting;
  #shownAt = 0;
  #capturedAt = NaN;
  #age = null;
  #isAbout = false;
  #estimatedAt = 0;
  #seen = null;
  #whep = null;
  #ready = null;
  #attempt = null;
  #codec;
  /** The time of the next WHEP attempt. */
  #whepAt = 0;
  #wasWhepAt = 0;
  #timer = null;
  #hideTimer = null;

  /** @param {LiveSource} source */
  constructor(source) {
    this.#source = source;
    this.element.append(this.canvas, this.layers, this.badge, this.#word);
    document.addEventListener('visibilitychange', () => this.#visibility());
  }

  /** The element that shows the picture. */
  get surface() { return this.#how === 'whep' ? this.#whep?.video : this.canvas; }
  get isLive() { return this.#now().isLive; }

  /** The frame on the screen, for `seen`; null if no live frame is shown. */
  get seen() { return this.isLive ? this.#seen : null; }

  start() {
    if (this.#abort) return;
    this.#abort = new AbortController();
    this.#timer = setInterval(() => this.#tell(), 200);
    this.#run(this.#abort.signal).catch(() => {});
  }

  stop() {
    clearInterval(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    this.#whep?.close();
    this.#ready?.close();
    [this.#ready, this.#shownAt, this.#isPaused] = [null, 0, false];
    this.#reason = texts.live.connecting;
    this.#tell();
  }

  #visibility() {
    clearTimeout(this.#hideTimer);
    if (document.hidden && this.#abort) this.#hideTimer = setTimeout(() => { this.stop(); this.#isPaused = true; }, hiddenFor);
    else if (this.#isPaused) { this.#isPaused = false; this.start(); }
  }

  async #run(signal) {
    let delay = 250;
    while (!signal.aborted) {
      const before = this.#shownAt;
      if (!this.#ready && this.#isWhepDue()) {
        // If WebRTC has just failed, the picture stream delivers sooner.
        const isBroken = this.#wasWhepAt > 0 && performance.now() - this.#wasWhepAt < headStart;
        await Promise.race([this.#tryWhep(signal), pause(isBroken ? 0 : headStart, signal)]);
      }
      if (this.#ready) await this.#watchWhep();
      else await this.#watchPictures(signal);
      delay = this.#shownAt > before ? 50 : Math.min(2_000, delay * 2);
      await pause(delay, signal);
    }
  }

  #isWhepDue() {
    const codec = this.#source.codec();
    // Another pipeline may support WHEP although the last one did not.
    if (codec !== this.#codec) [this.#codec, this.#whepAt] = [codec, 0];
    return codec === 'h264' && performance.now() >= this.#whepAt && canWhep();
  }

  /** Connects by WHEP: one attempt at a time, which may go on beside pictures. */
  #tryWhep(signal) {
    this.#attempt ??= this.#openWhep(signal).finally(() => { this.#attempt = null; });
    return this.#attempt;
  }

  async #openWhep(signal) {
    let first = null;
    const draw = (metadata) => this.#frame(metadata, performance.now() - (first ??= performance.now()) >= joining);
    try {
      this.#ready = await WhepConnection.open(this.#source.whep, draw, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#reason = error.message;
      if (error.type === 'unsupported') this.#whepAt = Infinity;
      // Without a response, it is unknown whether WHEP works.
      else if (error.type !== 'unreachable') this.#whepAt = performance.now() + (this.#wasWhepAt ? soon : again);
      if (performance.now() - this.#wasWhepAt > again) this.#wasWhepAt = 0;
    }
  }

  async #watchWhep() {
    [this.#whep, this.#ready] = [this.#ready, null];
    const {video} = this.#whep;
    [this.#how, this.#shownAt, this.#age] = ['whep', performance.now(), null];
    this.canvas.hidden = true;
    this.element.prepend(video);
    await this.#whep.ended;
    this.#wasWhepAt = performance.now();
    this.#reason = texts.live.ended;
    this.#how = null;
    // Keeps the last picture, greyed.
    if (video.videoWidth) {
      [this.canvas.width, this.canvas.height] = [video.videoWidth, video.videoHeight];
      this.canvas.getContext('2d', {alpha: false}).drawImage(video, 0, 0);
      this.canvas.hidden = false;
    }
    video.srcObject = null;
    video.remove();
  }

  /** @param {boolean} isExact whether its timestamp is its tick */
  #frame(metadata, isExact) {
    // A connection that is still being tested is not on the screen yet.
    if (this.#how !== 'whep') return;
    this.#shownAt = performance.now();
    const {rtpTimestamp, expectedDisplayTime} = metadata;
    if (rtpTimestamp === undefined || !isKnown(store.state) || !this.#source.captured) {
      [this.#capturedAt, this.#seen] = [NaN, null];
      this.#estimate();
      return;
    }
    const tick = tickOf(rtpTimestamp, monotonic(store.state, performance.now()));
    this.#note(this.#source.captured(tick), Math.max(performance.now(), expectedDisplayTime));
    const epoch = this.#source.epoch();
    this.#seen = epoch && isExact ? {epoch, tick} : null;
  }

  /** Without a capture time, estimates the age once a second from both delays. */
  async #estimate() {
    if (performance.now() - this.#estimatedAt < 1_000) return;
    this.#estimatedAt = performance.now();
    const age = (this.#source.upstream?.() ?? NaN) + (await this.#whep.delay());
    if (this.#how === 'whep') [this.#age, this.#isAbout] = [Number.isFinite(age) ? age : null, true];
  }

  #note(captured, shown) {
    this.#isAbout = false;
    this.#capturedAt = captured;
    this.#age = smoothed(this.#age, monotonic(store.state, shown) - captured);
  }

  async #watchPictures(signal) {
    const mine = new AbortController();
    const stop = () => mine.abort();
    signal.addEventListener('abort', stop, {once: true});
    let watchdog = setTimeout(stop, silence + 3_000);
    const upgrade = async () => {
      // A pipeline that gives no frames has no codec yet.
      for (;;) {
        if (!this.#attempt) await pause(1_000, mine.signal);
        if (this.#attempt || this.#isWhepDue()) await this.#tryWhep(signal);
        if (this.#ready) return stop();
      }
    };
    try {
      upgrade().catch(() => {});
      const answer = await request(this.#source.pictures, {signal: mine.signal, within: 0});
      const {parts} = await import('./multipart.js');
      let newest = null;
      let isDrawing = false;
      for await (const part of parts(answer.body)) {
        clearTimeout(watchdog);
        watchdog = setTimeout(stop, silence);
        newest = part;
        if (isDrawing) continue;
        isDrawing = true;
        (async () => {
          while (newest && !mine.signal.aborted) {
            const next = newest;
            newest = null;
            await this.#draw(next, mine.signal);
          }
          isDrawing = false;
        })();
      }
      this.#reason = texts.live.ended;
    } catch (error) {
      if (signal.aborted) throw error;
      if (error.status !== undefined) this.#reason = error.message;
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', stop);
      mine.abort();
      if (this.#how === 'pictures') this.#how = null;
    }
  }

  async #draw({fields, bytes}, signal) {
    let picture;
    try {
      picture = await createImageBitmap(new Blob([bytes], {type: 'image/jpeg'}));
    } catch {
      return;
    }
    // Meanwhile, WebRTC may be there.
    if (signal.aborted) return;
    if (this.canvas.width !== picture.width || this.canvas.height !== picture.height) {
      [this.canvas.width, this.canvas.height] = [picture.width, picture.height];
    }
    this.canvas.getContext('2d', {alpha: false}).drawImage(picture, 0, 0);
    picture.close();
    this.canvas.hidden = false;
    if (this.#how !== 'pictures') this.#age = null;
    this.#how = 'pictures';
    this.#shownAt = performance.now();
    const [epoch, tick] = [Number(fields.get('longshot-epoch')), Number(fields.get('longshot-tick'))];
    this.#seen = epoch && Number.isFinite(tick) ? {epoch, tick} : null;
    const captured = Number(fields.get('longshot-captured-at')) / 1e6;
    if (captured && isKnown(store.state)) this.#note(captured, this.#shownAt);
    else [this.#capturedAt, this.#age] = [NaN, null];
  }

  #now() {
    const now = performance.now();
    return pictureNow({how: this.#how, shownAt: this.#shownAt, age: this.#age, isAbout: this.#isAbout, reason: this.#reason}, now,
      monotonic(store.state, now) - this.#capturedAt, store.state.link.isUp);
  }

  #tell() {
    const picture = this.#now();
    const {text, title} = badge(store.state, picture);
    say(this.badge, text);
    this.badge.title = title;
    // Screen readers announce not its age.
    say(this.#word, picture.isLive ? texts.live.isLive : texts.live.isNot);
    this.element.classList.toggle('is-live', picture.isLive);
    this.element.classList.toggle('is-stale', !picture.isLive && picture.old !== null);
    this.onpicture(picture);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Plays a recording from any moment: H.264 as video, JPEG footage as pictures, because browsers cannot play MJPEG.
import {every, fill, make, pause, put, say} from './dom.js';
import {fineTime, shownName, time} from './formats.js';
import {Stage} from './frame-picture.js';
import {icon} from './icons.js';
import {explained, frameAddress, framesAround, movieAddress, movieAt, movies, onceAt, onceIn, pieceFrom, RangeMarks, readDetail, refusalOf, saveFrames, saveMovies, watchFailures}
  from './movies.js';
import {carefully, failure} from './notices.js';
import {behindGap, between, frameLengthAt, lacksFrames, markAt, placeOf, placeText, stepTo} from './places.js';
import {watchKeys} from './player-keys.js';
import {extent, isRunning} from './recordings.js';
import {SeekTip} from './seek-tip.js';
import {setupTexts} from './setup-texts.js';
import {SpeedMenu} from './speed-menu.js';

const words = setupTexts.player;

/** A player. The video element holds the position and whether it plays; `onmoment` reports the position to the page's state. */
export class Player {
  element = make('div.player', {tabIndex: -1, role: 'group', 'aria-label': words.region});
  /** Called with the moment shown, in milliseconds since 1970. */
  onmoment = () => {};
  #recording = null;
  #nameOf;
  #together;
  #detail = null;
  #movies = [];
  #movie = {};
  #from = 0;
  #to = 0;
  #at = 0;
  /** The moment of the last seek. */
  #sought = 0;
  #piece = null;
  #stage = new Stage();
  #video = this.#stage.video;
  #stages = make('div.player-stages', {onclick: () => this.toggle()}, this.#stage.element);
  #slider = make('input', {type: 'range', min: '0', step: '0.01', 'aria-label': words.position});
  #tip = new SeekTip(this.#slider, () => [this.#from, this.#to, this.#detail], (at) => frameAddress(this.#recording, at, false));
  #clock = make('output.player-clock');
  #toggle = make('button.quiet.round', {'aria-label': words.play, onclick: () => this.toggle()});
  #marks = new RangeMarks((isEnd) => [markAt(this.#detail, this.#rest ?? this.lead?.frame ?? this.#at, isEnd), this.#from, this.#to]);
  #speeds = new SpeedMenu((speed) => { this.#video.playbackRate = speed; });
  #isPlaying = false;
  #end = new AbortController();
  #isHeld = false;
  #steps = Promise.resolve();
  /** The moment in a gap at which it is paused; null elsewhere. The displayed video frame is that before the gap. */
  #rest = null;
  #mayRetry = onceAt();
  #mayReadAgain = onceIn(5_000);
  /** Why the footage of a moment cannot be shown: {at, text}. Without `at`, that holds until a picture can be shown again. */
  #trouble = null;

  /** @param {import('./together.js').Together} [together] other cameras beside it; `nameOf` names the camera of a recording */
  constructor(together = null, nameOf = (one) => shownName(one.cameraName)) {
    [this.#together, this.#nameOf] = [together, nameOf];
    const shown = () => together?.shownWith(this.lead) ?? [this.lead].filter(Boolean);
    put(this.#stages, together?.stages);
    const button = (text, hint, work, label = hint) => make('button.quiet.small', {onclick: work, title: hint, 'aria-label': label}, text);
    const skip = (seconds, text) => button(text, words.skip(seconds), () => this.skip(seconds));
    put(watchKeys(this, this.#end.signal), this.#stages, put(make('div.player-seek'), this.#slider, this.#tip.element),
    put(make('div.row'), this.#toggle, skip(-10, '−10 s'), button(words.back, words.backHint, () => this.step(-1)),
      button(words.forward, words.forwardHint, () => this.step(1)), skip(10, '+10 s'), this.#clock, this.#speeds.element),
    put(make('div.row'), this.#marks.elements,
      put(make('button.quiet', {onclick: carefully(() => saveMovies(this.#recording, ...this.#marks.ends))}), icon('download'), words.export),
      button(setupTexts.together.frames, setupTexts.together.framesHint, () => saveFrames(shown()), setupTexts.together.frames), together?.choice));
    this.#slider.addEventListener('input', () => { this.#isHeld = true; this.#preview(this.#from + Number(this.#slider.value) * 1000); });
    this.#slider.addEventListener('change', () => { this.#isHeld = false; this.seek(this.#from + Number(this.#slider.value) * 1000); });
    this.#stage.watchFrames(() => { if (!this.#isPlaying) this.#follow(); }, this.#end.signal);
    this.#video.addEventListener('timeupdate', () => this.#follow());
    this.#video.addEventListener('ended', () => { if (this.#piece?.[1] < this.#to) this.seek(this.#piece[1]); else this.#goOn().catch(failure); });
    watchFailures(this.#video, (isUnknown) => this.#fail(this.#video.src, isUnknown ? words.cannotPlay : null), this.#end.signal);
    every(10_000, () => { if (isRunning(this.#recording) && !this.#isHeld) this.#readAgain(); }, this.#end.signal);
    this.#set(false);
  }

  /** Whether full frames are small enough to be played; of larger ones the node makes smaller pictures. */
  get #isLight() { return this.#movie.width <= 1_920; }
  get #isVideo() { return this.#movie.codec !== 'jpeg'; }
  get #position() { return this.#isVideo && this.#piece ? this.#piece[0] + this.#video.currentTime * 1000 : this.#at; }

  /**
   * What is shown: {recording, detail, at, frame, isPlaying, speed}; it does not play while it waits for data. `frame` is the moment of
   * the displayed frame, null if that is unknown. Null before the first.
   */
  get lead() {
    if (!this.#recording || this.#isHeld) return null;
    const hasVideo = this.#isVideo && this.#piece;
    const isMoving = !hasVideo || (!this.#video.paused && !this.#video.seeking && this.#video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA);
    return {
      recording: this.#recording, detail: this.#detail, isPlaying: this.#isPlaying && isMoving, speed: this.#speeds.value,
      at: this.#position,
      frame: hasVideo && !this.#isPlaying && this.#stage.frameAt !== null ? this.#piece[0] + this.#stage.frameAt : null,
    };
  }

  async play(recording, at) {
    if (this.#recording?.id !== recording.id) {
      [this.#recording, this.#detail, this.#at] = [recording, null, at];
      this.#marks.clear();
      this.#clear();
      await this.#read(recording);
      if (this.#recording.id !== recording.id) return;
    } else if (at >= this.#to) await this.#read(recording);
    this.#isPlaying = true;
    this.seek(at);
    this.#set(true);
  }

  /** Reads what is there of a recording, which may have become longer. */
  async #read(recording) {
    this.#recording = recording;
    const detail = await readDetail(recording) ?? this.#detail;
    if (this.#recording.id !== recording.id) return;
    [this.#detail, this.#movies] = [detail, movies(recording, detail)];
    [this.#from, this.#to] = extent(recording, detail);
    this.#slider.max = String((this.#to - this.#from) / 1000);
  }

  #readAgain() { return this.#read(this.#recording).then(() => this.#set(this.#isPlaying)); }

  /** Goes on where the known part of the recording ends, if there is more by now. */
  async #goOn() {
    const end = this.#to;
    if (isRunning(this.#recording)) await this.#read(this.#recording);
    if (this.#to > end) this.seek(end); else this.#set(false);
  }

  seek(at) {
    this.#movie = movieAt(this.#movies, at);
    // The end itself has no frame.
    at = Math.max(this.#movie.from, Math.min(this.#to - this.#lengthAt(this.#to), at));
    [this.#trouble, this.#sought] = [null, at];
    this.#pauseAt(at);
    this.#show(at);
    this.#stage.frameAt = null;
    this.#stage.isVideo = this.#isVideo;
    if (!this.#isVideo) {
      this.#piece = null;
      this.#video.pause();
      this.#showFrame(at, !this.#isPlaying || this.#isLight);
      if (this.#isPlaying) this.#playPictures();
      return;
    }
    if (!this.#piece || at < this.#piece[0] || at >= this.#piece[1]) {
      this.#preview(at);
      this.#piece = pieceFrom(this.#movie, at);
      this.#video.src = movieAddress(this.#recording, ...this.#piece);
      if (at > this.#piece[0]) this.#video.currentTime = (at - this.#piece[0]) / 1000;
    } else this.#video.currentTime = (at - this.#piece[0]) / 1000;
    this.#video.playbackRate = this.#speeds.value;
    if (this.#isPlaying) this.#video.play().catch((error) => { if (error.name !== 'AbortError') this.#set(false); });
  }

  toggle() {
    this.#set(!this.#isPlaying);
    // After a failure it tries again.
    if (this.#isPlaying && this.#isVideo && !this.#piece && this.#recording) this.seek(this.#at);
  }

  #lengthAt(at) { return frameLengthAt(this.#recording, this.#detail, at); }
  skip(seconds) { this.seek(this.#at + seconds * 1000); }

  /** Pauses at the next or the previous frame, one step after the other. */
  step(direction) {
    this.#set(false);
    this.#steps = this.#steps.then(async () => {
      const [recording, sought, at] = [this.#recording, this.#sought, this.#rest ?? this.lead?.frame ?? this.#at];
      const around = await framesAround(recording, at);
      if (this.#recording === recording && this.#sought === sought) this.seek(stepTo(this.#detail, at, direction, this.#lengthAt(at), around));
    }).catch(failure);
  }

  /** Remembers the moment of a pause if it lies in a gap. */
  #pauseAt(at) { this.#rest = !this.#isPlaying && placeOf(this.#detail, at).gap ? at : null; }

  /**
   * Shows the position of the video. After a pause that is the middle of the displayed frame, whose own moment is told: at a high speed the
   * video's own position is some frames away from it.
   */
  #follow() {
    if (!this.#piece) return;
    // After damage, the browser may get the movie again without the damaged footage, and report no error.
    if (lacksFrames(this.#detail, this.#position, this.#stage.frameAge, this.#speeds.value) && this.#mayReadAgain()) {
      this.#readAgain();
    }
    if (this.#leavesGap(this.#position)) return;
    const begin = this.#piece[0] + (this.#stage.frameAt ?? 0);
    if (this.#rest !== null) this.#show(this.#rest);
    else if (!this.#isPlaying && this.#stage.frameAt !== null) this.#show(begin + this.#lengthAt(begin) / 2, begin);
    else this.#show(this.#position);
  }

  /** Goes on behind a gap that has been seen, unless other cameras may have pictures of that time; returns whether it did. */
  #leavesGap(at) {
    const next = this.#isPlaying && !this.#isHeld && !this.#together?.shown.length ? behindGap(this.#detail, at, this.#speeds.value, this.#sought) : null;
    if (next !== null) this.seek(next);
    return next !== null;
  }

  close() {
    this.#end.abort();
    this.#tip.hide();
    this.#set(false);
    this.#clear();
  }

  /** Removes the picture, and ends what the video loads. */
  #clear() {
    [this.#piece, this.#asked] = [null, this.#asked + 1];
    this.#stage.clear();
  }

  /** Goes on without footage that the node has found to be damaged; otherwise pauses and says why, in the node's words or others. */
  async #fail(address, text) {
    const [at, wasPlaying] = [this.#position, this.#isPlaying];
    this.#set(false);
    this.#clear();
    this.#preview(at, this.#isVideo);
    const unreadable = words.unreadable(time(at));
    const refusal = await refusalOf(address, unreadable);
    if (this.#piece || this.#at !== at || this.#end.signal.aborted) return;
    if (!refusal && this.#mayRetry(at)) return this.#read(this.#recording).then(() => { this.#set(wasPlaying); this.seek(at); });
    this.#trouble = {at, text: refusal ?? text ?? unreadable};
    this.#show(at);
  }

  #set(isPlaying) {
    this.#isPlaying = isPlaying;
    this.#pauseAt(this.#position);
    fill(this.#toggle, icon(isPlaying ? 'pause' : 'play'));
    this.#toggle.setAttribute('aria-label', isPlaying ? words.pause : words.play);
    if (this.#isVideo) {
      if (!isPlaying) this.#video.pause();
      else if (this.#piece) this.#video.play().catch(() => {});
    } else if (isPlaying) this.#playPictures();
    if (this.#recording && this.#isVideo && this.#stage.frameAt !== null) this.#follow();
    else if (this.#recording) this.#show(this.#at);
  }

  changeSpeed(direction) { this.#speeds.change(direction); }

  /** @param {number} [moment] the moment that is told, if it is another one */
  #show(at, moment = at) {
    this.#at = at;
    this.#stage.name(this.#nameOf(this.#recording));
    if (!this.#isHeld) this.#slider.value = String((at - this.#from) / 1000);
    const progress = `${between(this.#from, at)} / ${between(this.#from, this.#to)}`;
    // The last frame is visible for a while after its moment.
    const length = this.#lengthAt(at);
    const place = placeOf(this.#detail, Math.min(at, this.#to - length), 0, length);
    say(this.#clock, (this.#isPlaying ? [time(at), progress] : [fineTime(moment), progress, placeText(place)]).filter(Boolean).join(' · '));
    this.#clock.title = this.#clock.textContent;
    // The video shows the last frame before the gap.
    this.#stage.say(place.gap && placeText(place), [undefined, at].includes(this.#trouble?.at) ? this.#trouble?.text : null);
    this.#slider.setAttribute('aria-valuetext', this.#clock.textContent.replaceAll(' · ', ', '));
    this.onmoment(at);
  }

  /** Shows the picture of a moment over the video until the video has it. */
  #preview(at, hasPicture = true) {
    this.#show(at);
    if (hasPicture) this.#showFrame(at, false);
  }

  /** Counts the starts of `playPictures`, of which only the last goes on. */
  #asked = 0;
  #showFrame(at, isFull) {
    const address = frameAddress(this.#recording, at, isFull);
    this.#stage.showFrame(address, () => this.#isHeld, (isThere) => { if (!this.#isVideo) this.#pictured(at, isThere, address); });
  }

  /** Says that the picture of a moment cannot be loaded. Playing goes on, because the next one may be there. */
  #pictured(at, isThere, address) {
    if (!isThere && !this.#isPlaying && !this.#isHeld) this.#fail(address);
    else if (isThere) { if (this.#trouble?.at === undefined) this.#trouble = null; }
    else if (this.#isHeld || !this.#trouble || this.#trouble.at !== undefined) this.#trouble = explained({text: words.unreadable(time(at))}, address);
    if (this.#isHeld) this.#show(this.#at);
  }

  async #playPictures() {
    const mine = ++this.#asked;
    let last = performance.now();
    while (this.#isPlaying && !this.#end.signal.aborted && mine === this.#asked) {
      await pause(40);
      const now = performance.now();
      const at = this.#at + (now - last) * this.#speeds.value;
      last = now;
      if (this.#stage.isFetching || this.#isHeld) continue;
      if (at >= this.#to) { await this.#goOn(); return; }
      // The next movie may be a video.
      if (at >= this.#movie.to) { this.seek(at); return; }
      if (this.#leavesGap(at)) return;
      this.#show(at);
      this.#showFrame(at, this.#isLight);
    }
  }
}

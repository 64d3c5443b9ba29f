// SPDX-License-Identifier: Apache-2.0
import {ask, insist, path} from './api.js';
import {chart, lastStill, seriesNames, tile as described, watched} from './cameras.js';
import {deskTexts} from './desk-texts.js';
import {fill, make, pause, put, say} from './dom.js';
import {momentOfFile} from './files.js';
import {shortMoment} from './formats.js';
import {icon} from './icons.js';
import {pressTime, stillWish} from './jobs.js';
import {LiveView} from './live.js';
import {carefully, failure} from './notices.js';
import {clockKnown, onPress} from './press.js';
import {isRunning} from './recordings.js';
import {refreshSoon} from './requests.js';
import {historySpan, may} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {expectWhep} from './whep.js';

const words = deskTexts;

/** Begins a recording with a press at a moment of `performance.now()`. */
export async function record(camera, moment) {
  await clockKnown();
  const [beforeMilliseconds, {pressedAt}] = [Number(store.state.preferences.before) * 1000, pressTime(store.state, moment)];
  await ask('/v1/recordings', {method: 'POST', body: {camera, pressedAt, ...(beforeMilliseconds ? {beforeMilliseconds} : {})}});
  refreshSoon(0);
}

/** Stops a recording, which the recorder first completes. */
export async function stop({id}) {
  await ask(path`/v1/recordings/${id}`, {method: 'PATCH', body: {state: 'stopped'}, within: 20_000});
  refreshSoon(0);
}

/** A small graph of a camera's series, with its range as text. */
class Sparkline {
  #canvas = make('canvas', {role: 'img'});
  #text = make('span');
  #camera;
  #name;

  constructor(camera, name) {
    [this.#camera, this.#name] = [camera, name];
    this.element = put(make('figure.spark'), put(make('figcaption'), make('span.hint', {}, deskTexts[name]), this.#text), this.#canvas);
  }

  /** @param {boolean} isSeen whether to draw the line too */
  draw(isSeen) {
    const {points, most, last, range} = chart(store.state, this.#camera, this.#name, performance.now());
    say(this.#text, last);
    this.#canvas.setAttribute('aria-label', deskTexts.chart(deskTexts[this.#name], range));
    if (!isSeen) return;
    const span = Math.min(historySpan, Math.max(60_000, points[0]?.[0] ?? 0));
    const ratio = devicePixelRatio || 1;
    const {clientWidth: width, clientHeight: height} = this.#canvas;
    if (!width) return;
    [this.#canvas.width, this.#canvas.height] = [width * ratio, height * ratio];
    const pen = this.#canvas.getContext('2d');
    pen.scale(ratio, ratio);
    pen.strokeStyle = getComputedStyle(this.#canvas).color;
    pen.lineWidth = 1.5;
    pen.lineJoin = 'round';
    pen.beginPath();
    let isBroken = true;
    for (const [age, value] of points) {
      const [x, y] = [width * (1 - age / span), height - 2 - (height - 4) * (value / most)];
      // No line over the time in which nothing was live.
      if (value !== null) pen[isBroken ? 'moveTo' : 'lineTo'](x, y);
      isBroken = value === null;
    }
    pen.stroke();
  }
}

/** One camera on the desk: its state, picture and recording. */
export class Tile {
  element = make('article.tile', {onpointerenter: () => this.#expect()});
  /** Whether it is on the screen; only then it is updated. */
  isSeen = false;
  #id;
  /** The camera as drawn last. */
  #camera = {};
  #live = null;
  #isFetching = false;
  #isLost = false;
  #name = make('h2');
  #phase = make('span.badge');
  #poster = make('img.poster', {alt: '', hidden: true});
  #note = make('p.tile-note');
  #box = make('div.tile-picture');
  #expand = put(make('button.quiet.round.expand', {title: texts.live.fullScreen, onclick: carefully(() => this.#fill())}), icon('expand'));
  #press = make('button.press', {title: texts.shutter.press, hidden: true});
  #still = make('p.tile-still', {role: 'status'});
  #state = make('p.tile-state');
  #complete = make('p.tile-complete');
  #figures = make('p.hint');
  #charts;
  #record = make('button', {hidden: true, onclick: carefully(({timeStamp}) => (isRunning(this.#camera.recording) ? this.#stop() : this.#start(timeStamp)))});
  #watch = make('button.quiet', {
    onclick: () => store.apply(watched, this.#id, !this.#live), onfocus: () => this.#expect(),
  });

  constructor(id) {
    this.#id = id;
    this.#charts = seriesNames.map((name) => new Sparkline(id, name));
    onPress(this.#press, () => this.#live?.seen ?? null, (press) => this.#shoot(press).catch(failure));
    put(this.#box, this.#poster, this.#note, this.#still, this.#press, document.fullscreenEnabled ? this.#expand : null);
    put(this.element, put(make('div.tile-head'), this.#name, this.#phase), this.#box, this.#state, this.#complete, this.#figures,
      put(make('div.sparks'), this.#charts.map((chart) => chart.element)), put(make('div.tile-actions'), this.#record, this.#watch));
  }

  draw(state, camera) {
    this.#camera = camera;
    const tile = described(state, camera);
    say(this.#name, camera.name);
    say(this.#phase, tile.phase);
    this.#phase.className = `badge ${tile.isLost ? 'bad' : 'good'}`;
    this.#phase.title = tile.reason;
    say(this.#state, tile.status);
    this.#state.className = `tile-state ${tile.mood}`;
    say(this.#complete, tile.complete);
    this.#complete.className = `tile-complete ${tile.isComplete ? 'good' : 'bad'}`;
    say(this.#figures, tile.figures);
    this.#record.hidden = !tile.offersRecord;
    this.#record.className = tile.isRunning ? 'stop' : 'record';
    const act = tile.isRunning ? texts.recordings.stop : texts.recordings.record;
    say(this.#record, act);
    this.#press.hidden = !tile.offersStill;
    // Each camera has these buttons: who hears the page needs its name.
    const named = [[this.#press, texts.shutter.press], [this.#expand, texts.live.fullScreen], [this.#record, act], [this.#watch, tile.isWatched ? words.unwatch : words.watch]];
    for (const [button, text] of named) button.setAttribute('aria-label', `${text}, ${camera.name}`);
    this.#watch.hidden = this.#expand.hidden = !tile.offersWatch;
    this.#isLost = tile.isLost;
    this.element.classList.toggle('is-lost', tile.isOld);
    const still = tile.isRunning || tile.isLost ? null : lastStill(state, this.#id);
    if (still) this.#showStill(still);
    // Its last picture would look like the present.
    else if (!tile.isRunning && !tile.isLost) this.#poster.hidden = true;
    say(this.#note, still ? words.stillOf(shortMoment(momentOfFile(still), Date.now())) : tile.note);
    this.#note.hidden = !this.#note.textContent;
    this.#note.classList.toggle('is-caption', Boolean(still));
    this.#drawLive(tile.isWatched);
    for (const chart of this.#charts) chart.draw(this.isSeen);
  }

  /** Prepares the recorder for a viewer: a pointer has come to the tile. */
  #expect() {
    if (!this.#live && !this.#watch.hidden) expectWhep(this.#whep);
  }

  get #whep() { return path`/v1/cameras/${this.#id}/whep`; }

  #drawLive(isOn) {
    if (isOn !== Boolean(this.#live) || !this.#watch.firstChild) {
      fill(this.#watch, icon(isOn ? 'close' : 'live'), isOn ? words.unwatch : words.watch);
      this.element.classList.toggle('is-large', isOn);
    }
    if (isOn && !this.#live) {
      // WHEP frames have the camera's clock, so their capture time is unknown here.
      this.#live = new LiveView({
        whep: this.#whep, pictures: path`/v1/cameras/${this.#id}/picture`, captured: null,
        codec: () => this.#camera.recording?.codec, epoch: () => undefined,
        upstream: () => (this.#camera.recording?.live?.latency ?? NaN) / 1e6,
      });
      this.#poster.after(this.#live.element);
      this.#live.start();
    } else if (!isOn && this.#live) {
      this.#live.stop();
      this.#live.element.remove();
      this.#live = null;
    }
  }

  close() {
    this.#drawLive(false);
    this.element.remove();
  }

  /** Shows the live picture in full screen, or ends that. */
  async #fill() {
    if (document.fullscreenElement) return document.exitFullscreen();
    if (!this.#live) store.apply(watched, this.#id, true);
    return this.#box.requestFullscreen();
  }

  /** Takes a still of the moment of a press; the recorder fetches it. */
  async #shoot(press) {
    say(this.#still, texts.shutter.taking);
    await clockKnown();
    const body = {...stillWish(store.state, {...press, light: null}), save: 'both'};
    let text = '';
    try {
      text = words.still(await insist(path`/v1/cameras/${this.#id}/stills`, {method: 'POST', body}));
    } catch (error) {
      if (!error.status) throw error;
      // The recorder does not tell two cameras of one name apart.
      throw new Error(words.momentMissing(this.#camera.name, error.message, this.#camera.link?.name));
    } finally {
      say(this.#still, text);
    }
    const said = this.#still.textContent;
    await pause(4_000);
    if (this.#still.textContent === said) say(this.#still, '');
  }

  async #start(moment) {
    say(this.#state, words.starting);
    await record(this.#id, moment);
  }

  async #stop() {
    say(this.#state, words.stopping);
    await stop(this.#camera.recording);
  }

  /** Shows the newest still of a camera without video here. */
  #showStill({id}) {
    const address = path`/v1/files/${id}/thumbnail`;
    if (this.#poster.getAttribute('src') !== address) this.#poster.src = address;
    this.#poster.hidden = false;
  }

  /** Shows a newer frame of the recording if the tile is visible. */
  async refreshPoster() {
    const {recording} = this.#camera;
    if (!this.isSeen || !may(store.state, 'view') || this.#isFetching || this.#live || !isRunning(recording) || !recording.frames.persisted) return;
    // The last frame of a lost camera does not change.
    if (this.#isLost && !this.#poster.hidden) return;
    this.#isFetching = true;
    const picture = new Image();
    picture.src = path`/v1/recordings/${recording.id}/frame` + `?at=${Date.now()}000000`;
    try {
      await picture.decode();
      if (isRunning(this.#camera.recording)) [this.#poster.src, this.#poster.hidden] = [picture.src, false];
    } catch {
      this.#poster.hidden = true;
    }
    this.#isFetching = false;
  }
}

// SPDX-License-Identifier: Apache-2.0
import {ask, path} from '/api.js';
import {Sparkline, seriesNames} from '/charts.js';
import {fill, make, put, say} from '/dom.js';
import {elapsed, milliseconds, roughly, shownName} from '/formats.js';
import {icon} from '/icons.js';
import {LiveView} from '/live.js';
import {model} from '/model.js';
import {carefully} from '/notices.js';
import {completeness, isUncounted} from '/recording-list.js';
import {texts} from '/texts.js';

const words = texts.desk;

/** One camera on the desk: how it is, its picture, its recording. */
export class Tile {
  element = make('article.tile');
  isSeen = false;
  #id;
  #entry = {};
  #live = null;
  #onwatch;
  #isFetching = false;
  #name = make('h2');
  #phase = make('span.badge');
  #poster = make('img.poster', {alt: '', hidden: true});
  #note = make('p.tile-note');
  #box = make('div.tile-picture');
  #state = make('p.tile-state');
  #complete = make('p.tile-complete');
  #figures = make('p.hint');
  #charts;
  #record = make('button', {hidden: true});
  #watch = make('button.quiet', {onclick: () => this.watch(!this.#live)});

  /** @param {(tile: Tile, isOn: boolean) => void} onwatch hears when live video begins and ends */
  constructor(id, onwatch) {
    [this.#id, this.#onwatch] = [id, onwatch];
    this.#charts = seriesNames.map((name) => new Sparkline(id, name));
    this.#record.addEventListener('click', carefully(() => (this.#isRunning ? this.#stop() : this.record())));
    put(this.#box, this.#poster, this.#note);
    put(this.element, put(make('div.tile-head'), this.#name, this.#phase), this.#box, this.#state, this.#complete, this.#figures,
      put(make('div.sparks'), this.#charts.map((chart) => chart.element)), put(make('div.tile-actions'), this.#record, this.#watch));
  }

  get #recording() { return this.#entry.recording; }
  get #isRunning() { return Boolean(this.#recording) && this.#recording.state !== 'stopped'; }

  get name() { return this.#name.textContent; }

  /** Whether a recording could be started. */
  get canRecord() { return !this.#isRunning && this.#entry.link?.phase === 'connected'; }

  /** Shows the camera as it is now: {link?, recording?}. */
  show(entry) {
    this.#entry = entry;
    const {link, recording} = entry;
    const phase = link?.phase ?? 'lost';
    say(this.#name, shownName(link?.name ?? recording?.cameraName ?? link?.address ?? this.#id));
    say(this.#phase, words.phases[phase] ?? phase);
    this.#phase.className = `badge ${phase === 'connected' ? 'good' : 'bad'}`;
    this.#phase.title = link?.reason ?? '';
    const isRunning = this.#isRunning;
    const trouble = recording?.trouble ?? (phase === 'connected' ? null : link?.reason);
    say(this.#state, isRunning
      ? `● ${trouble ? trouble : words.states[recording.state]} ${elapsed(recording.duration / 1e9)}`
      : trouble ? trouble : `○ ${words.idle}`);
    this.#state.className = `tile-state ${trouble ? 'bad' : isRunning ? 'recording' : ''}`;
    say(this.#complete, recording ? completeness(recording) : '');
    this.#complete.className = `tile-complete ${recording?.frames.missing || isUncounted(recording) ? 'bad' : 'good'}`;
    this.#showFigures(recording);
    this.#record.hidden = !model.may('record') || !isRunning && !this.canRecord;
    this.#record.className = isRunning ? 'stop' : 'record';
    say(this.#record, isRunning ? words.stop : words.record);
    this.#watch.hidden = !isRunning || !model.may('view');
    if (!isRunning && this.#live) this.watch(false);
    if (!this.#watch.firstChild) this.#showWatch();
    say(this.#note, isRunning || this.#live ? '' : words.noPicture);
    if (this.isSeen) for (const chart of this.#charts) chart.draw();
  }

  #showFigures(recording) {
    const {live, backlog} = recording ?? {};
    const figures = [];
    if (live) {
      figures.push(words.jitter(milliseconds(live.jitter)), words.frames(live.frames));
      if (live.repeated) figures.push(words.repeated(live.repeated));
    }
    if (backlog) figures.push(words.backlog(backlog.fragments, backlog.secondsLeft === undefined ? null : roughly(backlog.secondsLeft)));
    say(this.#figures, figures.join(' · '));
  }

  /** Starts a recording. */
  async record() {
    const before = Number(model.preferences.get('before', '0')) * 1000;
    await ask('/v1/recordings', {method: 'POST', body: {camera: this.#id, ...(before ? {beforeMilliseconds: before} : {})}});
    model.refreshSoon(0);
  }

  async #stop() {
    say(this.#state, words.stopping);
    await ask(path`/v1/recordings/${this.#recording.id}`, {method: 'PATCH', body: {state: 'stopped'}, within: 20_000});
    model.refreshSoon(0);
  }

  #showWatch() {
    fill(this.#watch, icon(this.#live ? 'close' : 'live'), this.#live ? words.unwatch : words.watch);
    this.element.classList.toggle('is-large', Boolean(this.#live));
  }

  /** Begins or ends live video. */
  watch(isOn) {
    if (isOn === Boolean(this.#live)) return;
    if (isOn) {
      // The recorder's clock is not the camera's: the frames of WHEP carry the camera's, so their age is not known here.
      this.#live = new LiveView({
        whep: path`/v1/cameras/${this.#id}/whep`, pictures: path`/v1/cameras/${this.#id}/picture`, captured: null,
        codec: () => this.#recording?.codec, epoch: () => undefined,
        upstream: () => (this.#recording?.live?.latency ?? NaN) / 1e6,
      });
      this.#box.append(this.#live.element);
      this.#live.start();
    } else {
      this.#live.stop();
      this.#live.element.remove();
      this.#live = null;
    }
    this.#showWatch();
    this.#onwatch(this, isOn);
  }

  /** A newer frame of the recording, if somebody can see it. */
  async refreshPoster() {
    if (!this.isSeen || this.#isFetching || this.#live || !this.#isRunning || !this.#recording.frames.persisted) return;
    this.#isFetching = true;
    const picture = new Image();
    picture.src = path`/v1/recordings/${this.#recording.id}/frame` + `?at=${Date.now()}000000`;
    try {
      await picture.decode();
      this.#poster.src = picture.src;
      this.#poster.hidden = false;
    } catch {
      this.#poster.hidden = true;
    }
    this.#isFetching = false;
  }
}

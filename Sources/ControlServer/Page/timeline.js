// SPDX-License-Identifier: Apache-2.0
// What was recorded, camera by camera: what is there, how it came, what is missing and why; played from any moment.
import {ask, path} from '/api.js';
import {fill, make, put, say, soon} from '/dom.js';
import {day, nanoseconds, time} from '/formats.js';
import {axisHeight, drawLanes, laneHeight, palette} from '/lanes.js';
import {model} from '/model.js';
import {failure} from '/notices.js';
import {Player, extent} from '/player.js';
import {RecordingList} from '/recording-list.js';
import {allRecordings} from '/shelf.js';
import {texts} from '/texts.js';

const words = texts.timeline;
const spans = [600, 3_600, 86_400, 7 * 86_400, 30 * 86_400].map((seconds) => seconds * 1000);
const [least, most] = [5_000, 90 * 86_400_000];
/** Details of so many recordings are drawn; more of them at once are blocks. */
const detailed = 60;

class Timeline {
  element = make('section.view.timeline', {id: 'view-timeline', 'aria-label': texts.views.timeline});
  #canvas = make('canvas.lanes', {id: 'lanes', tabIndex: 0, role: 'application', 'aria-label': words.help});
  #hover = make('figure.preview', {hidden: true});
  #hoverPicture = make('img', {alt: ''});
  #hoverText = make('figcaption');
  #range = make('output.range', {'aria-live': 'polite'});
  #date = make('input', {type: 'date', 'aria-label': words.date});
  #empty = make('p.empty', {hidden: true}, words.empty);
  #player = null;
  #playerBox = make('div.player-box', {hidden: true});
  #list;
  #recordings = new Map();
  #lanes = [];
  #details = new Map();
  #waiting = [];
  #loading = 0;
  #scene = {from: Date.now() - spans[1], to: Date.now(), cursor: null};
  #colours = null;
  #pointers = new Map();
  #moved = 0;
  #hoverNext = null;
  #timer = null;
  #listing = null;
  #draw = soon(() => this.#paint());

  constructor() {
    this.#list = new RecordingList((recording, at) => this.#play(recording, at));
    this.#list.onchange = (recording, isGone) => {
      if (isGone) this.#recordings.delete(recording.id); else this.#recordings.set(recording.id, recording);
      this.#arrange();
    };
    const button = (text, work, label) => make('button.quiet', {onclick: work, 'aria-label': label ?? text}, text);
    const move = (share) => this.#view(this.#scene.from + share * this.#span, this.#scene.to + share * this.#span);
    const segments = put(make('div.segments', {role: 'group', 'aria-label': words.span}),
      spans.map((one, index) => make('button', {onclick: () => this.#zoom(one / this.#span, 1)}, words.spans[index])));
    this.#date.addEventListener('change', () => {
      const start = this.#date.valueAsDate && new Date(`${this.#date.value}T00:00:00`).getTime();
      if (start) this.#view(start, start + spans[2]);
    });
    put(this.#hover, this.#hoverPicture, this.#hoverText);
    this.#hoverPicture.addEventListener('error', () => { this.#hoverPicture.hidden = true; });
    const legend = put(make('ul.legend'), ['live', 'backfilled', 'unconfirmed', 'gap', 'plain'].map((kind) => make(`li.${kind}`, {}, words.kinds[kind])));
    put(this.element, put(make('div.view-head'), segments, button('‹', () => move(-0.8), words.earlier), button('›', () => move(0.8), words.later),
      button('−', () => this.#zoom(2), words.out), button('+', () => this.#zoom(0.5), words.in), button(words.now, () => this.#now()), this.#date, this.#range),
    put(make('div.lanes-frame'), this.#canvas, this.#hover), this.#empty, legend, this.#playerBox, this.#list.element);
    this.#listen();
    new ResizeObserver(this.#draw).observe(this.#canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.#colours = null; this.#draw(); });
    model.on('recording', (recording) => {
      this.#recordings.set(recording.id, recording);
      if (this.#details.has(recording.id)) this.#wish(recording.id);
      this.#arrange();
    });
    model.on('state', (state) => {
      for (const one of state.recordings) this.#recordings.set(one.id, {...this.#recordings.get(one.id), ...one});
      if (this.#timer) this.#arrange();
    });
  }

  async show(id) {
    this.#timer ??= setInterval(() => this.#freshen(), 5_000);
    try {
      for await (const page of allRecordings()) {
        for (const one of page) this.#recordings.set(one.id, one);
        this.#arrange();
        if (page.length && !this.hasLooked) { this.hasLooked = true; this.#lookAt(page[0]); }
      }
      const wanted = this.#recordings.get(id);
      if (wanted) { this.#lookAt(wanted); this.#play(wanted, extent(wanted)[0]); }
    } catch (error) {
      failure(error);
    }
  }

  hide() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#player?.close();
    this.#player = null;
    this.#playerBox.hidden = true;
  }

  get #span() { return this.#scene.to - this.#scene.from; }

  /** What grows is read again. */
  #freshen() {
    if (document.hidden) return;
    for (const one of this.#visible()) if (one.state !== 'stopped') this.#wish(one.id);
    this.#load();
  }

  #lookAt(recording) {
    const [from, to] = extent(recording);
    const margin = Math.max(30_000, (to - from) * 0.1);
    this.#view(from - margin, to + margin);
  }

  #now() { this.#view(Date.now() - this.#span * 0.95, Date.now() + this.#span * 0.05); }

  #view(from, to) {
    const span = Math.min(most, Math.max(least, to - from));
    const middle = (from + to) / 2;
    [this.#scene.from, this.#scene.to] = [middle - span / 2, middle + span / 2];
    this.#draw();
  }

  /** Zooms around a place of the canvas, from 0 to 1. */
  #zoom(factor, around = 0.5) {
    const span = Math.min(most, Math.max(least, this.#span * factor));
    const at = this.#scene.from + around * this.#span;
    this.#view(at - around * span, at + (1 - around) * span);
  }

  #arrange() {
    const lanes = new Map();
    for (const one of this.#recordings.values()) {
      if (!lanes.has(one.camera)) lanes.set(one.camera, {name: one.cameraName, recordings: []});
      lanes.get(one.camera).recordings.push(one);
    }
    this.#lanes = [...lanes.values()].sort((one, other) => one.name.localeCompare(other.name, undefined, {numeric: true}));
    for (const lane of this.#lanes) lane.recordings.sort((one, other) => one.startedAt - other.startedAt);
    this.#empty.hidden = this.#lanes.length > 0;
    this.#draw();
  }

  #visible() {
    return this.#lanes.flatMap((lane) => lane.recordings).filter((one) => {
      const [from, to] = extent(one, this.#details.get(one.id));
      return to >= this.#scene.from && from <= this.#scene.to;
    });
  }

  #paint() {
    if (this.element.hidden || !this.#canvas.clientWidth) return;
    this.#colours ??= palette(this.element);
    drawLanes(this.#canvas, {...this.#scene, lanes: this.#lanes, details: this.#details}, this.#colours);
    const {from, to} = this.#scene;
    const isLong = to - from > 2 * spans[2];
    say(this.#range, isLong ? `${day(from)} – ${day(to)}` : `${day(from)} ${time(from)} – ${day(from) === day(to) ? '' : `${day(to)} `}${time(to)}`);
    const visible = this.#visible();
    if (visible.length <= detailed) for (const one of visible) if (!this.#details.has(one.id)) this.#wish(one.id);
    this.#load();
    this.#listing ??= setTimeout(() => { this.#listing = null; this.#list.show(this.#visible()); }, 300);
  }

  #wish(id) { if (!this.#waiting.includes(id)) this.#waiting.push(id); }

  #load() {
    while (this.#loading < 3 && this.#waiting.length) {
      const id = this.#waiting.pop();
      this.#loading += 1;
      ask(path`/v1/recordings/${id}/timeline`).then((detail) => this.#details.set(id, detail), () => {
        if (!this.#details.has(id)) this.#details.set(id, null);
      }).finally(() => { this.#loading -= 1; this.#draw(); this.#load(); });
    }
  }

  /** What is under a point of the canvas: {at, recording, part, gap}. */
  #find(x, y) {
    const at = this.#scene.from + (x / this.#canvas.clientWidth) * this.#span;
    const lane = this.#lanes[Math.floor((y - axisHeight) / laneHeight)];
    const slack = (3 / this.#canvas.clientWidth) * this.#span;
    const recording = lane?.recordings.findLast((one) => {
      const [from, to] = extent(one, this.#details.get(one.id));
      return at >= from - slack && at <= to + slack;
    });
    const detail = recording && this.#details.get(recording.id);
    const within = (one) => at >= one.from / 1e6 - slack && at <= one.to / 1e6 + slack;
    return {at, recording, part: detail?.parts.find(within), gap: detail?.gaps.find(within)};
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = ((event.deltaX || event.deltaY) / canvas.clientWidth) * this.#span;
        this.#view(this.#scene.from + by, this.#scene.to + by);
      } else this.#zoom(1.0015 ** event.deltaY, event.offsetX / canvas.clientWidth);
    }, {passive: false});
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, event.offsetX);
      this.#moved = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(end, (event) => {
        this.#pointers.delete(event.pointerId);
        if (end === 'pointerup' && this.#moved < 6) this.#click(event.offsetX, event.offsetY);
      });
    }
    canvas.addEventListener('pointerleave', () => { this.#hover.hidden = true; });
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) { this.#preview(event.offsetX, event.offsetY); return; }
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    this.#pointers.set(event.pointerId, event.offsetX);
    this.#moved += Math.abs(event.offsetX - before);
    if (other !== undefined) {
      const factor = Math.abs(before - other) / Math.max(10, Math.abs(event.offsetX - other));
      this.#zoom(factor, other / this.#canvas.clientWidth);
    } else {
      const by = ((before - event.offsetX) / this.#canvas.clientWidth) * this.#span;
      this.#view(this.#scene.from + by, this.#scene.to + by);
    }
  }

  #key(event) {
    const by = this.#span / 10;
    const actions = {
      ArrowLeft: () => this.#view(this.#scene.from - by, this.#scene.to - by), ArrowRight: () => this.#view(this.#scene.from + by, this.#scene.to + by),
      '+': () => this.#zoom(0.7), '=': () => this.#zoom(0.7), '-': () => this.#zoom(1.4),
      Enter: () => this.#click(this.#canvas.clientWidth / 2, axisHeight + laneHeight / 2),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  #click(x, y) {
    const {at, recording} = this.#find(x, y);
    if (recording) this.#play(recording, at);
  }

  #play(recording, at) {
    if (!this.#player) {
      this.#player = new Player();
      this.#player.onmoment = (moment) => { this.#scene.cursor = moment; this.#draw(); };
      fill(this.#playerBox, this.#player.element);
    }
    if (this.#playerBox.hidden) {
      this.#playerBox.hidden = false;
      this.#playerBox.scrollIntoView({block: 'nearest'});
    }
    this.#player.play(recording, at).catch(failure);
  }

  #preview(x, y) {
    const {at, recording, part, gap} = this.#find(x, y);
    this.#hover.hidden = !recording;
    if (!recording) return;
    this.#hover.style.left = `${Math.min(this.#canvas.clientWidth - 190, Math.max(0, x - 90))}px`;
    this.#hover.style.top = `${y + 18}px`;
    const what = gap ? words.gap(texts.gaps[gap.reason] ?? gap.reason, gap.frames) : words.kinds[part?.origin] ?? '';
    say(this.#hoverText, [`${recording.cameraName}, ${time(at)}`, what].filter(Boolean).join(' · '));
    clearTimeout(this.#hoverNext);
    this.#hoverNext = setTimeout(() => {
      if (gap) { this.#hoverPicture.hidden = true; return; }
      this.#hoverPicture.hidden = false;
      this.#hoverPicture.src = path`/v1/recordings/${recording.id}/frame?at=${nanoseconds(at)}`;
    }, 120);
  }
}

export const makeTimeline = () => new Timeline();

// SPDX-License-Identifier: Apache-2.0
// The timeline: per camera the footage, its origin and its gaps with their reasons, playable from any moment.
import {at, every, fill, make, put, say} from './dom.js';
import {moment} from './formats.js';
import {drawLanes, palette} from './lanes.js';
import {readDetail} from './movies.js';
import {failure, notice} from './notices.js';
import {Player} from './player.js';
import {RecordingList} from './recording-list.js';
import {capturedFrom, hasFootage, isRunning} from './recordings.js';
import {readRecordings} from './requests.js';
import {
  axisHeight, cameraName, cursorMoved, detailRead, found, hoverText, hovered, laneHeight, lanes, moved, nowShown, placeAddress, played, settled, sharedReasons, sought, spanChosen, span,
  spanShown, spanText, spans, timePassed, undetailed, visible, zoomed,
} from './scene.js';
import {setupTexts} from './setup-texts.js';
import {repeated, soon} from './soon.js';
import {isBounded} from './state.js';
import {store} from './store.js';
import {styled} from './styles.js';
import {texts} from './texts.js';
import {Together} from './together.js';
import {addressed} from './views.js';

const words = setupTexts.timeline;
/** The most timelines that are read at once. */
const mostLoading = 3;
/** Milliseconds between two times that the recordings are read: at least, and while nothing says that they have changed. */
const rest = {least: 2_000, most: 30_000};

/** Reads the timelines of recordings, the most recently requested first. */
class Details {
  #waiting = new Map();
  #loading = new Set();

  want(recordings) {
    for (const one of recordings) if (!this.#loading.has(one.id)) this.#waiting.set(one.id, one);
    while (this.#loading.size < mostLoading && this.#waiting.size) {
      const one = [...this.#waiting.values()].at(-1);
      this.#waiting.delete(one.id);
      this.#load(one);
    }
  }

  async #load(recording) {
    this.#loading.add(recording.id);
    const detail = await readDetail(recording);
    this.#loading.delete(recording.id);
    store.apply(detailRead, recording, detail);
    this.want([]);
  }
}

class Timeline {
  element = make('section.view.timeline', {id: 'view-timeline', 'aria-label': texts.views.timeline});
  #canvas = make('canvas.lanes', {id: 'lanes', tabIndex: 0, role: 'application', 'aria-label': words.help});
  #frame = make('div.lanes-frame');
  #hoverPicture = make('img', {alt: ''});
  #hoverText = make('figcaption');
  #hover = make('figure.preview', {hidden: true}, this.#hoverPicture, this.#hoverText);
  #range = make('output.range', {'aria-live': 'polite'});
  #date = make('input', {type: 'date', 'aria-label': words.date});
  #empty = make('p.empty', {hidden: true});
  #playerBox = make('div.player-box', {hidden: true});
  #list = new RecordingList();
  #details = new Details();
  #colours = null;
  /** The position of each finger or button that is down; `#travelled` is the distance of all movements since the last touch. */
  #pointers = new Map();
  #travelled = 0;
  /** The lane that the keyboard has chosen; none at first. */
  #lane = -1;
  #spans = spans.map((one, index) => make('button', {onclick: () => store.apply(spanChosen, one, Date.now())}, words.spans[index]));
  #listing = null;
  #head = make('div.view-head');
  /** Reads the recordings again: no event reports that footage of a finished one was damaged, deleted by hand or put back. */
  #reread = repeated(readRecordings, rest.least);
  #hovering = null;
  #draw = soon(() => this.#paint(store.state));

  constructor() {
    const button = (text, work, label) => make('button.quiet', {onclick: work, 'aria-label': label ?? text}, text);
    const apply = (...transition) => () => store.apply(...transition);
    const segments = put(make('div.segments', {role: 'group', 'aria-label': words.span}), this.#spans);
    this.#date.addEventListener('change', () => {
      const start = this.#date.valueAsDate && new Date(`${this.#date.value}T00:00:00`).getTime();
      if (start) store.apply(spanShown, start, start + spans[2]);
    });
    this.#hoverPicture.addEventListener('error', () => { this.#hoverPicture.hidden = true; });
    const legend = put(make('ul.legend'), Object.entries(words.kinds).map(([kind, text]) => make(`li.${kind}`, {}, text)));
    put(this.element, put(this.#head, segments, button('‹', apply(moved, -0.8), words.earlier), button('›', apply(moved, 0.8), words.later),
      button('−', apply(zoomed, 2), words.out), button('+', apply(zoomed, 0.5), words.in), button(words.now, () => store.apply(nowShown, Date.now())),
      this.#date, this.#range),
    put(make('div.lanes-box'), put(this.#frame, this.#canvas), this.#hover), this.#empty, legend, this.#playerBox, this.#list.element);
    this.#listen();
  }

  show(signal, id) {
    // The colours may have changed while another view was shown.
    this.#colours = null;
    const size = new ResizeObserver(this.#draw);
    size.observe(this.#canvas);
    signal.addEventListener('abort', () => { size.disconnect(); store.apply(played, null); }, {once: true});
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.#colours = null; this.#draw(); }, {signal});
    if (!store.state.timeline.hasLooked) store.apply(nowShown, Date.now());
    store.watch((state) => [lanes(state), state.complete, state.timeline, state.link], this.#draw, signal);
    store.watch((state) => [lanes(state), state.timeline.from, state.timeline.to, state.timeline.playing], () => this.#listSoon(), signal);
    store.watch(({timeline: {hover, from, to}}) => [hover, hover && from, hover && to], ({timeline}) => this.#drawHover(timeline.hover), signal);
    this.#play(signal);
    store.watch((state) => [state.link.times], () => readRecordings().catch(failure), signal);
    this.#followArchive(signal);
    store.apply(sought, id);
    store.watch((state) => [state.recordings, state.complete], ({recordings, complete, timeline: {wanted}}) => {
      if (wanted && complete.has('recordings') && !recordings.has(wanted.id)) {
        notice(words.gone);
        store.apply(sought, null);
      }
      store.apply(settled);
    }, signal);
    const renew = () => {
      store.apply(timePassed, Date.now());
      this.#details.want(visible(store.state).filter((one) => isRunning(one) && hasFootage(one)));
    };
    renew();
    every(5_000, renew, signal);
    // The button may have moved the span to footage that was not read yet.
    this.#head.addEventListener('click', renew, {signal});
    // A page that is read again goes on there.
    const keepPlace = () => {
      // The address of the view that is shown next may stand there already.
      const isHere = !signal.aborted && addressed(store.state, location.hash).name === 'timeline';
      const place = isHere ? placeAddress(store.state) : null;
      if (place && place !== location.hash) history.replaceState(null, '', place);
    };
    every(2_000, keepPlace, signal);
    store.watch((state) => [state.timeline.playing], keepPlace, signal);
  }

  /** Reads the recordings again when the node finds damage, when the user presses a button of the view or its tab, and now and then. */
  #followArchive(signal) {
    const reread = () => { if (store.state.link.isUp) this.#reread(); };
    store.watch((state) => [sharedReasons(state)], reread, signal);
    this.#head.addEventListener('click', (event) => { if (event.target.closest('button')) reread(); }, {signal});
    at('tabs').addEventListener('click', (event) => { if (event.target.closest('[data-view=timeline]')) reread(); }, {signal});
    document.addEventListener('visibilitychange', () => { if (!document.hidden) reread(); }, {signal});
    every(rest.most, reread, signal);
  }

  /** Makes the player follow the state. The player is a video element and holds its own position. */
  #play(signal) {
    let [player, watching] = [null, null];
    store.watch((state) => [state.timeline.playing], ({timeline: {playing}}) => {
      this.#playerBox.hidden = !playing;
      if (!playing) return;
      if (!player) {
        const together = new Together(() => lanes(store.state));
        player = new Player(together, (one) => cameraName(store.state, one));
        watching = new AbortController();
        together.show(() => player.lead, watching.signal);
        player.onmoment = (at) => store.apply(cursorMoved, at);
        fill(this.#playerBox, player.element);
        this.#playerBox.scrollIntoView({block: 'nearest'});
      }
      player.play(playing.recording, playing.at).catch(failure);
      player.element.focus({preventScroll: true});
    }, signal);
    const end = () => {
      watching?.abort();
      player?.close();
      player = null;
      this.#playerBox.hidden = true;
    };
    store.watch((state) => [state.recordings], ({recordings, timeline: {playing}}) => {
      if (!playing || recordings.has(playing.recording.id)) return;
      end();
      store.apply(played, null);
      const {camera} = playing.recording;
      const isHidden = isBounded(store.state) && !store.state.me.viewOf.includes(camera);
      const name = cameraName(store.state, playing.recording);
      notice(isHidden ? setupTexts.recordings.hidden(name) : setupTexts.recordings.removed(name, moment(capturedFrom(playing.recording))));
    }, signal);
    signal.addEventListener('abort', end, {once: true});
  }

  #paint(state) {
    if (this.element.hidden || !this.#canvas.clientWidth) return;
    this.#colours ??= palette(this.element);
    drawLanes(this.#canvas, state, this.#colours);
    say(this.#range, spanText(state));
    this.#spans.forEach((button, index) => button.setAttribute('aria-pressed', String(Math.abs(span(state) / spans[index] - 1) < 0.01)));
    this.#empty.hidden = state.recordings.size > 0;
    say(this.#empty, state.complete.has('recordings') ? words.empty : words.loading);
    this.#details.want(undetailed(state));
  }

  #listSoon() { this.#listing ??= setTimeout(() => { this.#listing = null; this.#list.draw(store.state); }, 300); }

  #share(x) { return x / this.#canvas.clientWidth; }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) store.apply(moved, this.#share(event.deltaX || event.deltaY));
      else store.apply(zoomed, 1.0015 ** event.deltaY, this.#share(event.offsetX));
    }, {passive: false});
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, event.offsetX);
      this.#travelled = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(end, (event) => {
        this.#pointers.delete(event.pointerId);
        if (end === 'pointerup' && this.#travelled < 6) this.#click(event.offsetX, event.offsetY);
      });
    }
    canvas.addEventListener('pointerleave', () => store.apply(hovered, null));
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) { store.apply(hovered, {x: event.offsetX, y: event.offsetY}); return; }
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    this.#pointers.set(event.pointerId, event.offsetX);
    this.#travelled += Math.abs(event.offsetX - before);
    if (other === undefined) store.apply(moved, this.#share(before - event.offsetX));
    else store.apply(zoomed, Math.abs(before - other) / Math.max(10, Math.abs(event.offsetX - other)), this.#share(other));
  }

  #key(event) {
    const actions = {
      ArrowLeft: () => store.apply(moved, -0.1), ArrowRight: () => store.apply(moved, 0.1),
      ArrowUp: () => this.#chooseLane(-1), ArrowDown: () => this.#chooseLane(1),
      '+': () => store.apply(zoomed, 0.7), '=': () => store.apply(zoomed, 0.7), '-': () => store.apply(zoomed, 1.4),
      Enter: () => this.#playMiddle(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** The place in the middle of a lane. */
  #middle(lane) { return {x: this.#canvas.clientWidth / 2, y: axisHeight + laneHeight * (lane + 0.5)}; }

  /** Chooses the lane above or below, and shows what is in its middle. */
  #chooseLane(step) {
    this.#lane = Math.min(lanes(store.state).length - 1, Math.max(0, this.#lane + step));
    store.apply(hovered, {...this.#middle(this.#lane), isKey: true});
  }

  /** Plays what is in the middle: in the chosen lane, or in the first one that has a recording there. */
  #playMiddle() {
    const has = (lane) => {
      const {x, y} = this.#middle(lane);
      return found(store.state, x, y, this.#canvas.clientWidth).recording;
    };
    const lane = has(this.#lane) ? this.#lane : Math.max(0, lanes(store.state).findIndex((_, index) => has(index)));
    const {x, y} = this.#middle(lane);
    this.#click(x, y);
  }

  #click(x, y) {
    const {at, recording} = found(store.state, x, y, this.#canvas.clientWidth);
    if (recording && hasFootage(recording)) store.apply(played, {recording, at});
  }

  #drawHover(point) {
    const under = point && found(store.state, point.x, point.y, this.#canvas.clientWidth);
    // By keyboard it also tells which lane is chosen.
    this.#hover.hidden = !under?.recording && !point?.isKey;
    clearTimeout(this.#hovering);
    if (this.#hover.hidden) return;
    this.#hover.style.left = `${Math.min(this.#canvas.clientWidth - 190, Math.max(0, point.x - 90))}px`;
    this.#hover.style.top = `${point.y - this.#frame.scrollTop + 18}px`;
    const {text, frame} = hoverText(store.state, under);
    say(this.#hoverText, text);
    this.#hovering = setTimeout(() => {
      this.#hoverPicture.hidden = !frame;
      if (frame) this.#hoverPicture.src = frame;
    }, 120);
  }
}

export const makeView = () => styled('/gallery.css').then(() => new Timeline());

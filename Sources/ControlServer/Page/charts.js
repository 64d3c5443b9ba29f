// SPDX-License-Identifier: Apache-2.0
// Figures over the last ten minutes, collected while the page is open.
import {make, put, say} from '/dom.js';
import {bitrate, milliseconds} from '/formats.js';
import {model} from '/model.js';
import {texts} from '/texts.js';

const kept = 10 * 60_000;
const series = {
  bitrate: {of: (live) => live.bitsPerSecond, say: bitrate},
  loss: {of: (live) => live.lost + live.late, say: (count) => texts.desk.packets(count)},
  latency: {of: (live) => live.latency, say: milliseconds},
};

/** What was measured, by recording's camera. */
class History {
  #cameras = new Map();
  #isOn = false;

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    model.on('state', (state) => {
      const now = performance.now();
      for (const one of state.recordings) {
        if (!one.live) continue;
        const points = this.#cameras.get(one.camera) ?? [];
        this.#cameras.set(one.camera, points);
        points.push({now, live: one.live});
        while (points[0].now < now - kept) points.shift();
      }
    });
  }

  /** The points of a series, as [age in milliseconds, value]. */
  points(camera, name) {
    const now = performance.now();
    return (this.#cameras.get(camera) ?? []).map(({now: then, live}) => [now - then, series[name].of(live)])
      .filter(([, value]) => Number.isFinite(value));
  }
}

export const history = new History();
export const seriesNames = Object.keys(series);

/** A small graph of a series of a camera, with its range in words. */
export class Sparkline {
  element = make('figure.spark');
  #canvas = make('canvas', {role: 'img'});
  #word = make('span.hint');
  #text = make('span');
  #camera;
  #name;

  constructor(camera, name) {
    [this.#camera, this.#name] = [camera, name];
    put(this.element, put(make('figcaption'), this.#word, this.#text), this.#canvas);
    this.#word.textContent = texts.desk[name];
    this.#canvas.setAttribute('aria-label', texts.desk.chart(texts.desk[name], '–'));
  }

  draw() {
    const points = history.points(this.#camera, this.#name);
    const values = points.map(([, value]) => value);
    const most = Math.max(...values, 1);
    const last = values.at(-1);
    const word = texts.desk[this.#name];
    say(this.#text, last === undefined ? '–' : series[this.#name].say(last));
    this.#canvas.setAttribute('aria-label', texts.desk.chart(word, last === undefined ? '–' : series[this.#name].say(most)));
    const span = Math.min(kept, Math.max(60_000, points[0]?.[0] ?? 0));
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
    points.forEach(([age, value], index) => {
      const [x, y] = [width * (1 - age / span), height - 2 - (height - 4) * (value / most)];
      if (index) pen.lineTo(x, y); else pen.moveTo(x, y);
    });
    pen.stroke();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Photographers' overlays, computed in the browser from the live picture at most five times a second.
import {toggled} from './collections.js';
import {draw, every, make, put, say} from './dom.js';
import {icon} from './icons.js';
import {remoteTexts} from './remote-texts.js';
import {preferred} from './state.js';
import {store} from './store.js';

export const names = ['grid', 'level', 'histogram', 'peaking', 'clipping'];
const sampleWidth = 160;

/** The overlays of a live view, and their switches. */
export class Overlays {
  switches = make('div.switches', {role: 'group', 'aria-label': remoteTexts.overlays.title});
  #live;
  #sample = make('canvas');
  #mask = make('canvas.picture', {hidden: true});
  #grid = draw('svg', {class: 'picture grid', 'aria-hidden': 'true'});
  #level = draw('svg', {class: 'picture level', 'aria-hidden': 'true'});
  #tilt = make('span.tilt', {});
  #histogram = make('canvas.histogram', {width: 128, height: 56, hidden: true, role: 'img', 'aria-label': remoteTexts.overlays.histogram});
  #buttons;

  /** @param {import('./live.js').LiveView} live */
  constructor(live) {
    this.#live = live;
    put(live.layers, this.#mask, this.#grid, this.#level, this.#histogram, this.#tilt);
    this.#buttons = names.map((name) => put(make('button.quiet.round', {
      'aria-label': remoteTexts.overlays[name], title: remoteTexts.overlays[name],
      onclick: () => store.apply(preferred, 'overlays', [...toggled(this.#chosen, name)]),
    }), icon(name)));
    put(this.switches, this.#buttons);
  }

  get #chosen() { return new Set(store.state.preferences.overlays); }

  show(signal) {
    store.watch((state) => [state.preferences.overlays], () => {
      names.forEach((name, index) => this.#buttons[index].setAttribute('aria-pressed', String(this.#chosen.has(name))));
      this.#look();
    }, signal);
    every(200, () => this.#look(), signal);
  }

  async #look() {
    const {surface} = this.#live;
    const width = surface?.videoWidth || surface?.width || 0;
    const height = surface?.videoHeight || surface?.height || 0;
    const chosen = this.#chosen;
    const has = (name) => chosen.has(name) && this.#live.isLive && width > 16;
    this.#showGrid(has('grid'), width, height);
    const needs = ['level', 'histogram', 'peaking', 'clipping'].filter(has);
    this.#mask.hidden = !has('peaking') && !has('clipping');
    this.#histogram.hidden = !has('histogram');
    if (!has('level')) { this.#level.replaceChildren(); say(this.#tilt, ''); }
    if (!needs.length || document.hidden) return;
    const [{analyse}, {showHistogram, showLevel}] = await Promise.all([import('./analysis.js'), import('./overlay-drawing.js')]);
    const sampleHeight = Math.max(1, Math.round((sampleWidth * height) / width));
    [this.#sample.width, this.#sample.height] = [sampleWidth, sampleHeight];
    const context = this.#sample.getContext('2d', {willReadFrequently: true});
    context.drawImage(surface, 0, 0, sampleWidth, sampleHeight);
    const found = analyse(context.getImageData(0, 0, sampleWidth, sampleHeight), needs);
    if (found.mask) {
      [this.#mask.width, this.#mask.height] = [sampleWidth, sampleHeight];
      this.#mask.getContext('2d').putImageData(found.mask, 0, 0);
    }
    if (found.histogram) showHistogram(this.#histogram, found.histogram);
    if (has('level')) showLevel(this.#level, this.#tilt, found.tilt, width, height);
  }

  #showGrid(isOn, width, height) {
    const size = isOn ? `${width} ${height}` : '';
    if (this.#grid.dataset.size === size) return;
    this.#grid.dataset.size = size;
    this.#grid.replaceChildren();
    if (!isOn) return;
    this.#grid.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const d = [1, 2].map((n) => `M${(n * width) / 3} 0V${height} M0 ${(n * height) / 3}H${width}`).join(' ');
    put(this.#grid, draw('path', {d, 'vector-effect': 'non-scaling-stroke'}));
  }
}

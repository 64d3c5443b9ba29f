// SPDX-License-Identifier: Apache-2.0
// Distance, direction, and the distances of the last minute.
import {draw, make, put, say} from './dom.js';
import {compassBox, fanPath, minuteBox, radius} from './nearby-shapes.js';
import {length} from './nearby-state.js';
import {nearbyTexts as words} from './nearby-texts.js';

/** Sets an attribute only if it differs. */
const set = (element, name, value) => { if (element.getAttribute(name) !== value) element.setAttribute(name, value); };

/** What is known of the tag, as numbers and drawings; `draw` takes what `shown` returns. */
export class Readout {
  #distance = make('strong.nearby-distance');
  #uncertainty = make('span.nearby-uncertainty');
  #direction = make('p.nearby-direction');
  #age = make('p.hint');
  #fan = draw('path', {class: 'fan'});
  #needle = draw('path', {class: 'needle', d: `M0 0V${10 - radius}M-9 ${26 - radius}L0 ${8 - radius}L9 ${26 - radius}`});
  #compass = put(draw('svg', {class: 'compass', viewBox: compassBox(null), role: 'img', 'aria-label': words.compass}),
    this.#fan, draw('path', {class: 'axis', d: `M0 0V${-radius}`}), this.#needle, draw('circle', {class: 'camera', r: 6}));
  #line = draw('path', {class: 'minute', 'vector-effect': 'non-scaling-stroke'});
  #most = make('span');
  #least = make('span');
  element = put(make('div.readout'),
    put(make('div.nearby-numbers'), put(make('p.nearby-length'), this.#distance, ' ', this.#uncertainty), this.#direction, this.#age), this.#compass,
    put(make('figure.nearby-minute'),
      put(make('div.nearby-plot'), put(draw('svg', {
        viewBox: `0 0 ${minuteBox.width} ${minuteBox.height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': words.minute,
      }), this.#line), put(make('p.hint.nearby-scale'), this.#most, this.#least)),
      put(make('figcaption.hint'), make('span', {}, words.minuteAgo), make('span', {}, words.minute), make('span', {}, words.now))));

  draw({distance, uncertainty, direction, age, needle, fan, minute}) {
    say(this.#distance, distance);
    say(this.#uncertainty, uncertainty);
    say(this.#direction, direction);
    say(this.#age, age);
    set(this.#fan, 'd', fan ? fanPath(fan) : '');
    set(this.#compass, 'viewBox', compassBox(fan));
    this.#needle.classList.toggle('is-unknown', needle === null);
    if (needle !== null) set(this.#needle, 'transform', `rotate(${needle.toFixed(1)})`);
    set(this.#compass, 'aria-label', direction ? `${words.compass}: ${direction}` : words.compass);
    set(this.#line, 'd', minute?.path ?? '');
    say(this.#most, minute ? length(minute.most) : '');
    say(this.#least, minute ? length(minute.least) : '');
  }
}

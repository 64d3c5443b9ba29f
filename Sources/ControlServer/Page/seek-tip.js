// SPDX-License-Identifier: Apache-2.0
// What a recording has at a place of the player's slider, beside the pointer.
import {make, say} from './dom.js';
import {time} from './formats.js';
import {between, placeOf, placeText} from './places.js';

/** Half of a slider's thumb, in pixels. */
const halfThumb = 8;

export class SeekTip {
  #picture = make('img', {alt: ''});
  #time = make('figcaption');
  #waiting = null;
  #address;
  element = make('figure.preview', {hidden: true}, this.#picture, this.#time);

  /**
   * @param {HTMLInputElement} slider
   * @param {() => [number, number, object]} shown its beginning and end, in milliseconds since 1970, and the recording's timeline
   * @param {(at: number) => string} address the address of the frame of a moment
   */
  constructor(slider, shown, address) {
    this.#address = address;
    this.#picture.addEventListener('error', () => { this.#picture.hidden = true; });
    // The middle of the thumb is never at the very end of the slider.
    slider.addEventListener('pointermove', (event) => this.#show((event.offsetX - halfThumb) / (slider.clientWidth - 2 * halfThumb), ...shown()));
    for (const end of ['pointerleave', 'pointercancel']) slider.addEventListener(end, () => this.hide());
  }

  /** Shows the time, the frame or the gap, and the picture at a share of the slider. */
  #show(share, from, to, detail) {
    const at = from + Math.min(1, Math.max(0, share)) * (to - from);
    this.element.hidden = false;
    this.element.style.left = `clamp(0px, calc(${share * 100}% - 90px), calc(100% - 180px))`;
    const place = placeOf(detail, at);
    say(this.#time, [time(at), between(from, at), placeText(place)].filter(Boolean).join(' · '));
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (this.element.hidden) return;
      this.#picture.hidden = Boolean(place.gap);
      if (!place.gap) this.#picture.src = this.#address(at);
    }, 120);
  }

  hide() { this.element.hidden = true; }
}

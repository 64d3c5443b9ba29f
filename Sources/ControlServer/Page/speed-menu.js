// SPDX-License-Identifier: Apache-2.0
// The choice of how fast a recording is played.
import {menu} from './dom.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.player;
const speeds = [0.25, 0.5, 1, 2, 4, 8];

export class SpeedMenu {
  /** How many times as fast as it was captured. */
  value = 1;
  element;
  #onchange;

  constructor(onchange) {
    this.#onchange = onchange;
    this.element = menu(words.speed, speeds.map((one) => [one, `${one}×`]), 1, (value) => this.#set(Number(value)), {title: words.speedHint});
  }

  /** Takes the next higher speed, or the next lower one with a negative direction, if there is one. */
  change(direction) { this.#set(speeds[speeds.indexOf(this.value) + direction] ?? this.value); }

  #set(speed) {
    this.value = speed;
    this.element.value = String(speed);
    this.#onchange(speed);
  }
}

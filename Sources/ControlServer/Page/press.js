// SPDX-License-Identifier: Apache-2.0
// A press of a shutter button: its moment, and what was on the screen then.
import {isKnown} from './clock.js';
import {pause} from './dom.js';
import {store} from './store.js';

/** Waits for the node's clock, without which a press would be one of the moment when it arrives: a page that was just opened reads it. */
export async function clockKnown() {
  for (let count = 0; count < 30 && !isKnown(store.state); count += 1) await pause(50);
}

/** Immediate feedback, before any request. */
export function feel(button) {
  navigator.vibrate?.(15);
  button.classList.remove('pressed');
  void button.offsetWidth;
  button.classList.add('pressed');
}

/**
 * Calls `shoot` with each press of a button, as {moment, seen}. A press counts from the moment when the finger came down, with the
 * frame that was on the screen then.
 *
 * @param {() => object|null} seen the frame on the screen
 */
export function onPress(button, seen, shoot) {
  /** The current touch, which the following click belongs to. */
  let down = null;
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    down = {moment: event.timeStamp, seen: seen()};
    feel(button);
  });
  button.addEventListener('click', (event) => {
    const touch = down && event.timeStamp - down.moment < 1_000 ? down : null;
    down = null;
    if (!touch) feel(button);
    shoot(touch ?? {moment: event.timeStamp, seen: seen()});
  });
}

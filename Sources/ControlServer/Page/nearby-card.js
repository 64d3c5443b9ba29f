// SPDX-License-Identifier: Apache-2.0
// Measures the screen by a bank card that is held against it.
import {make, put, say} from './dom.js';
import {card, cardSide, densityOf} from './nearby-state.js';
import {nearbyTexts} from './nearby-texts.js';

const words = nearbyTexts.card;
/** The least width of the rectangle, in CSS pixels. */
const least = 120;
/** CSS pixels per millimetre at the beginning, as most phones and most other screens have them. */
const usual = () => (matchMedia('(pointer: coarse)').matches ? 6.2 : 3.8);
/** The step of the slider and of the buttons, in CSS pixels. */
const step = 0.5;

/**
 * Asks for the width of a bank card on this screen.
 *
 * @param {number|null} known what was measured before
 * @returns {Promise<number|null>} pixels of the screen per millimetre; null if the question was dismissed
 */
export function measureScreen(known) {
  return new Promise((resolve) => {
    const shape = make('div.bank-card', {'aria-hidden': 'true'});
    const hint = make('p', {id: 'card-hint'});
    const turn = make('p.hint', {}, words.turn);
    const dialog = make('dialog.card-dialog', {'aria-labelledby': 'card-title', 'aria-describedby': 'card-hint'});
    const set = (value) => { slider.value = String(value); show(); };
    const slider = make('input', {
      type: 'range', id: 'card-width', min: String(least), step: String(step), 'aria-label': words.width, oninput: () => show(),
    });
    const nudge = (text, sign, amount) => make('button.quiet', {
      'aria-label': text, title: text, onclick: () => set(Number(slider.value) + amount),
    }, sign);
    const show = () => {
      shape.style.width = `${slider.value}px`;
      // At the screen's edge the card may as well be wider.
      done.disabled = Number(slider.value) >= Number(slider.max);
    };
    const done = make('button', {id: 'card-done', onclick: () => dialog.close('done')}, words.done);
    let side = null;
    // A card's width means another length after the screen was turned.
    const fit = () => {
      const next = cardSide(innerWidth);
      slider.max = String(Math.floor(shape.parentElement.clientWidth));
      if (next !== side) slider.value = String(card[next] * (known ? known / devicePixelRatio : usual()));
      side = next;
      say(hint, words[side]);
      turn.hidden = side === 'long';
      show();
    };
    put(dialog, make('h2', {id: 'card-title'}, words.title), hint, turn, put(make('div.card-place'), shape),
      put(make('div.card-slider'), nudge(words.narrower, '−', -step), slider, nudge(words.wider, '+', step)),
      put(make('div.row'), done, make('button.quiet', {onclick: () => dialog.close()}, words.cancel)));
    const life = new AbortController();
    addEventListener('resize', fit, {signal: life.signal});
    dialog.addEventListener('close', () => {
      life.abort();
      dialog.remove();
      resolve(dialog.returnValue === 'done' ? densityOf(Number(slider.value) * (visualViewport?.scale ?? 1), card[side], devicePixelRatio) : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    fit();
    slider.focus();
  });
}

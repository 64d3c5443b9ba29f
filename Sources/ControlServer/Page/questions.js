// SPDX-License-Identifier: Apache-2.0
// Questions that need an answer.
import {make, put} from './dom.js';
import {texts} from './texts.js';

/** Whether a point is outside an element. */
function isOutside({clientX: x, clientY: y}, element) {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/**
 * Asks a question with buttons. *Cancel*, Escape and a click outside dismiss it.
 *
 * @param {Array<[string, string, string?]>} answers value, text, and a hint
 * @param {string} [present] the answer that holds now, which is marked
 * @returns {Promise<string|null>} the value; null if the dialog was dismissed
 */
export function choose(title, hint, answers, present) {
  return new Promise((resolve) => {
    const dialog = make('dialog', {'aria-labelledby': 'question'}, make('h2', {id: 'question'}, title), hint ? make('p.hint', {}, hint) : null);
    for (const [value, text, note] of answers) {
      const isPresent = value === present;
      const button = make('button.answer', {
        onclick: () => dialog.close(value), data: {value}, autofocus: isPresent, 'aria-pressed': present && String(isPresent),
      }, make('strong', {}, text));
      put(dialog, put(button, note ? make('span.hint', {}, note) : null));
    }
    put(dialog, make('button.answer', {onclick: () => dialog.close(), autofocus: !present}, make('strong', {}, texts.cancel)));
    // The click of a key has the button as its target.
    dialog.addEventListener('click', (event) => { if (event.target === dialog && isOutside(event, dialog)) dialog.close(); });
    dialog.addEventListener('close', () => { resolve(dialog.returnValue || null); dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for confirmation. */
export const confirmed = async (title, hint, yes) => (await choose(title, hint, [['yes', yes]])) === 'yes';

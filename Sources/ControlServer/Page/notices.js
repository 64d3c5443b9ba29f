// SPDX-License-Identifier: Apache-2.0
// Short messages that go by themselves, and questions that must be answered.
import {at, make, put} from '/dom.js';
import {texts} from '/texts.js';

/** Shows a message for some seconds; failures stay longer. */
export function notice(text, isBad = false) {
  const box = make('div.notice', {}, make('span', {}, text));
  if (isBad) { box.classList.add('bad'); box.setAttribute('role', 'alert'); }
  const close = make('button.quiet.small', {'aria-label': texts.close, onclick: () => box.remove()}, '×');
  put(box, close);
  const notices = at('notices');
  notices.append(box);
  // Shown anew, they lie over a dialog that was opened meanwhile.
  notices.hidePopover();
  notices.showPopover();
  while (notices.children.length > 4) notices.firstChild.remove();
  setTimeout(() => box.remove(), isBad ? 12_000 : 5_000);
}

export const failure = (error) => { if (error?.name !== 'AbortError') notice(error?.message ?? String(error), true); };

/** Does something for a button: it cannot be pressed twice, and a failure is told. */
export const carefully = (work) => async (event) => {
  const button = event?.currentTarget;
  if (button) button.disabled = true;
  try {
    await work(event);
  } catch (error) {
    failure(error);
  } finally {
    if (button) button.disabled = false;
  }
};

/**
 * Asks with buttons.
 *
 * @param {Array<[string, string, string?]>} answers value, text, and a hint below it
 * @returns {Promise<string|null>} the value; null when it was dismissed
 */
export function choose(title, hint, answers) {
  return new Promise((resolve) => {
    const heading = make('h2', {id: 'question'}, title);
    const dialog = make('dialog', {'aria-labelledby': 'question'}, heading, hint ? make('p.hint', {}, hint) : null);
    for (const [value, text, note] of answers) {
      const button = make('button.answer', {onclick: () => dialog.close(value), data: {value}}, make('strong', {}, text));
      put(dialog, put(button, note ? make('span.hint', {}, note) : null));
    }
    dialog.addEventListener('close', () => { resolve(dialog.returnValue || null); dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Whether somebody means it. */
export const confirmed = async (title, hint, yes) =>
  (await choose(title, hint, [['no', texts.cancel], ['yes', yes]])) === 'yes';

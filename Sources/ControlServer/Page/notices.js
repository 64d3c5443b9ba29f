// SPDX-License-Identifier: Apache-2.0
// Temporary messages, and failures of buttons.
import {at, make, put, written} from './dom.js';
import {noticeClosed, noticed} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

/** How long messages are shown, in milliseconds. */
const shownFor = {message: 5_000, failure: 12_000};
/** The time to read one character, in milliseconds. */
const pace = 90;

/** Shows a message until it is dismissed, or for some seconds; a failure stays longer. */
export const notice = (text, isBad = false) => store.apply(noticed, text, isBad);
export const failure = (error) => { if (error?.name !== 'AbortError') notice(error?.message ?? String(error), true); };

export function showNotices() {
  // Before the view handles the key; an open dialog handles it itself.
  document.addEventListener('keydown', (event) => {
    const newest = store.state.notices.list.at(-1);
    if (event.key !== 'Escape' || !newest || document.querySelector('dialog[open]')) return;
    event.stopPropagation();
    store.apply(noticeClosed, newest.id);
  }, {capture: true});
  store.watch((state) => [state.notices.list], ({notices}) => {
    const box = at('notices');
    const there = new Map([...box.children].map((child) => [Number(child.dataset.id), child]));
    for (const [id, child] of there) if (!notices.list.some((one) => one.id === id)) child.remove();
    const fresh = notices.list.filter((one) => !there.has(one.id));
    if (!fresh.length) return;
    put(box, fresh.map(noticeBox));
    // Shown again, to be above a dialog that was opened meanwhile.
    box.hidePopover();
    box.showPopover();
    // Loaded late, because the first view must be small. Without it, they stay at the bottom.
    import('./notice-place.js').then(({keepClear}) => keepClear(box)).catch(() => {});
  });
}

function noticeBox({id, text, isBad}) {
  const close = () => store.apply(noticeClosed, id);
  setTimeout(close, Math.max(shownFor[isBad ? 'failure' : 'message'], text.length * pace));
  return make(`div.notice${isBad ? '.bad' : ''}`, {data: {id}, role: isBad ? 'alert' : null}, make('span', {}, written(text)),
    make('button.quiet.small', {'aria-label': texts.dismiss, title: texts.dismiss, onclick: close}, '×'));
}

/** Wraps a button's action: disables the button meanwhile, and shows a failure. */
export const carefully = (work) => async (event) => {
  const button = event?.currentTarget;
  const isFocused = button && button === document.activeElement;
  if (button) button.disabled = true;
  try {
    await work(event);
  } catch (error) {
    failure(error);
  } finally {
    if (button) button.disabled = false;
    // A disabled button has lost the focus.
    if (isFocused && document.activeElement === document.body) button.focus();
  }
};

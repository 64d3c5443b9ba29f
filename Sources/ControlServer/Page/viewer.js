// SPDX-License-Identifier: Apache-2.0
// A picture, clip or file in full size, with its neighbours to the left and right.
import {fill, make, put, say} from './dom.js';
import {fetchBytes} from './downloads.js';
import {icon} from './icons.js';
import {caption as captionOf, remove as removeItem, saveItem} from './items.js';
import {carefully, failure} from './notices.js';
import {confirmed} from './questions.js';
import {cameraName} from './scene.js';
import {setupTexts} from './setup-texts.js';
import {store} from './store.js';
import {styled} from './styles.js';
import {texts} from './texts.js';

const words = setupTexts.viewer;

/**
 * Shows an item of a list in full size. Whether the dialog is open and its place in the list are not in the page's state, because
 * neither outlives the dialog.
 *
 * @param {import('./items.js').Item[]} items
 */
export async function openViewer(items, index) {
  await styled('/gallery.css');
  const dialog = make('dialog.viewer', {'aria-label': words.title});
  const stage = make('div.viewer-stage');
  const caption = make('p.viewer-caption', {'aria-live': 'polite'});
  const bar = make('div.bar');
  let player = null;
  let abort = null;
  let address = null;

  const release = () => {
    abort?.abort();
    player?.close();
    player = null;
    if (address) URL.revokeObjectURL(address);
    address = null;
  };

  const showPicture = async (item) => {
    const picture = make('img.fading', {alt: captionOf(store.state, item), src: item.thumbnail ?? ''});
    fill(stage, picture);
    abort = new AbortController();
    const mine = abort;
    try {
      const bytes = await fetchBytes(item.content, (share) => bar.style.setProperty('--share', share), mine.signal);
      if (mine.signal.aborted) return;
      address = URL.createObjectURL(bytes);
      picture.src = address;
      picture.classList.remove('fading');
    } catch (error) {
      if (!mine.signal.aborted) failure(error);
    } finally {
      bar.style.setProperty('--share', 0);
    }
  };

  // Loaded on demand, because cameras have no clips and need no player.
  const playClip = async (item) => {
    const {Player} = await import('./player.js');
    if (items[index] !== item || !dialog.open) return;
    player = new Player(null, (one) => cameraName(store.state, one));
    fill(stage, player.element);
    player.element.focus();
    await player.play(item.source, item.at);
  };

  const go = (to) => {
    if (to < 0 || to >= items.length) return;
    index = to;
    release();
    const item = items[index];
    say(caption, captionOf(store.state, item));
    previous.disabled = index === 0;
    next.disabled = index === items.length - 1;
    remove.hidden = !item.isRemovable;
    if (item.kind === 'clip') playClip(item).catch(failure);
    else if (item.isPicture) showPicture(item);
    else fill(stage, put(make('p.empty'), icon('file'), item.name));
    // A disabled button loses the focus, and the dialog the keys.
    const focused = document.activeElement;
    if (focused.disabled || !dialog.contains(focused)) [next, previous, close].find((one) => !one.disabled).focus();
  };

  const drop = async () => {
    const item = items[index];
    if (!await confirmed(words.removeQuestion, words.removeHint(captionOf(store.state, item)), words.remove)) return;
    await removeItem(item);
    items = items.filter((one) => one !== item);
    if (items.length) go(Math.min(index, items.length - 1));
    else dialog.close();
  };

  const button = (name, text, work) => put(make('button.quiet', {onclick: carefully(work), title: text}), icon(name), make('span', {}, text));
  const previous = make('button.side.left', {'aria-label': words.previous, onclick: () => go(index - 1)});
  const next = make('button.side.right', {'aria-label': words.next, onclick: () => go(index + 1)});
  put(previous, icon('left'));
  put(next, icon('right'));
  const remove = button('bin', words.remove, drop);
  const close = button('close', texts.close, async () => dialog.close());
  put(dialog, stage, previous, next, bar, put(make('div.viewer-bar'), caption,
    button('download', words.download, () => saveItem(items[index])), remove, close));
  dialog.addEventListener('keydown', (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step || event.target.matches('input, select, video')) return;
    // Before the player, which skips by these keys.
    event.stopPropagation();
    go(index + step);
  }, {capture: true});
  let start = null;
  stage.addEventListener('pointerdown', (event) => { start = event.clientX; });
  stage.addEventListener('pointerup', (event) => {
    const moved = start === null ? 0 : event.clientX - start;
    if (Math.abs(moved) > 60 && event.pointerType !== 'mouse') go(index + (moved < 0 ? 1 : -1));
    start = null;
  });
  // The browser's Back button closes the picture, and stays in its view.
  const left = new AbortController();
  let isBack = false;
  history.pushState(null, '');
  addEventListener('popstate', () => {
    isBack = true;
    dialog.close();
  }, {signal: left.signal});
  dialog.addEventListener('close', () => {
    left.abort();
    release();
    dialog.remove();
    if (!isBack) history.back();
  });
  document.body.append(dialog);
  dialog.showModal();
  go(index);
}

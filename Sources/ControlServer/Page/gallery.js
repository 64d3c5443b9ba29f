// SPDX-License-Identifier: Apache-2.0
// Stills, clips and files: thousands of items to view, select, download and delete.
import {every, fill, make, put, say} from './dom.js';
import {fetchBytes} from './downloads.js';
import {VirtualGrid} from './grid.js';
import {icon} from './icons.js';
import {allChosen, caption, choosing, chosen, chosenItems, dayGroups, downloaded, filtered, itemKinds, noteOf, rangeChosen, removal, remove, saveItem, shownItems} from './items.js';
import {carefully, failure, notice} from './notices.js';
import {confirmed} from './questions.js';
import {readFiles, readRecordings, readStills} from './requests.js';
import {linkNames} from './scene.js';
import {canGo, sendToNode} from './sending.js';
import {soon} from './soon.js';
import {isCamera, may} from './state.js';
import {store} from './store.js';
import {styled} from './styles.js';
import {setupTexts} from './setup-texts.js';
import {texts} from './texts.js';
import {openViewer} from './viewer.js';

const words = setupTexts.gallery;
const longPress = 500;

class Gallery {
  element = make('section.view.gallery', {id: 'view-gallery', 'aria-label': texts.views.gallery});
  #grid = new VirtualGrid((index) => this.#idOf(index), () => this.#makeCell(), (cell, index, isResting) => this.#drawCell(cell, index, isResting));
  #count = make('p.hint', {role: 'status'});
  #filters = make('div.segments', {role: 'group', 'aria-label': words.filter});
  #choose = make('button.quiet', {onclick: () => store.apply(choosing, !store.state.gallery.isChoosing)}, words.select);
  #bar = make('div.action-bar', {hidden: true});
  #isSending = false;
  /** The item's description in each cell; a running recording gets a new one. */
  #drawn = new WeakMap();
  /** The names with which the cells were drawn. */
  #names = '';
  #empty = make('p.empty', {hidden: true}, words.empty);

  constructor() {
    put(this.element, put(make('div.view-head'), this.#filters, this.#count, this.#choose), this.#empty,
      put(make('div.grid-frame'), this.#grid.element), this.#bar);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && store.state.gallery.isChoosing) store.apply(choosing, false);
      if (event.key === 'Delete' && chosenItems(store.state).length) this.#remove().catch(failure);
    });
  }

  get #items() { return shownItems(store.state); }

  /** The index may be beyond the items until the next drawing. */
  #idOf(index) {
    const item = this.#items[index];
    return item ? `${item.list}/${item.id}` : `none/${index}`;
  }

  show(signal) {
    store.watch((state) => [state.link.times], () => {
      for (const read of isCamera(store.state) ? [readStills] : [readFiles, readRecordings]) read().catch(failure);
    }, signal);
    // No event tells of a still that was deleted.
    every(5_000, () => { if (isCamera(store.state) && store.state.link.isUp) readStills().catch(() => {}); }, signal);
    const draw = soon(() => this.#draw(store.state));
    store.watch((state) => [shownItems(state), state.gallery, state.reading, state.complete], draw, signal);
  }

  #draw(state) {
    const {filter, isChoosing, progress} = state.gallery;
    const items = shownItems(state);
    const lists = isCamera(state) ? ['stills'] : ['files', 'recordings'];
    const isReading = lists.some((name) => state.reading.has(name) || !state.complete.has(name));
    const kinds = itemKinds(state);
    fill(this.#filters, kinds.length < 2 ? null : ['all', ...kinds].map((kind) => make('button', {
      'aria-pressed': String(kind === filter), onclick: () => store.apply(filtered, kind),
    }, words.kinds[kind])));
    say(this.#count, progress || (isReading ? words.loading(items.length) : words.count(items.length)));
    this.#empty.hidden = items.length > 0 || isReading;
    this.#choose.hidden = items.length === 0;
    say(this.#choose, isChoosing ? words.done : words.select);
    this.element.classList.toggle('is-choosing', isChoosing);
    const names = linkNames(state);
    if (names !== this.#names) [this.#names, this.#drawn] = [names, new WeakMap()];
    this.#grid.update(dayGroups(state));
    this.#drawBar(state);
  }

  #makeCell() {
    const cell = put(make('button.cell'), make('img', {alt: '', decoding: 'async'}), make('span.cell-icon'),
      make('span.cell-note'), make('span.cell-mark', {'aria-hidden': 'true'}, '✓'));
    // A long touch selects the cell; the click that follows is ignored.
    let timer = null;
    let wasLong = false;
    const choose = () => { wasLong = true; store.apply(choosing, true); store.apply(chosen, cell.dataset.id); };
    cell.addEventListener('pointerdown', (event) => {
      wasLong = false;
      if (event.pointerType !== 'mouse') timer = setTimeout(choose, longPress);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) cell.addEventListener(end, () => clearTimeout(timer));
    cell.addEventListener('contextmenu', (event) => { if (wasLong) event.preventDefault(); });
    cell.addEventListener('click', (event) => {
      const {gallery} = store.state;
      if (wasLong) return;
      if (event.shiftKey) store.apply(rangeChosen, cell.dataset.id);
      else if (gallery.isChoosing || event.ctrlKey || event.metaKey) store.apply(chosen, cell.dataset.id);
      else openViewer(this.#items, Number(cell.dataset.index)).catch(failure);
    });
    const picture = cell.querySelector('img');
    picture.addEventListener('error', () => { picture.hidden = true; });
    return cell;
  }

  #drawCell(cell, index, isResting) {
    const item = this.#items[index];
    if (!item) return;
    const [picture, sign, note] = cell.children;
    const known = this.#drawn.get(cell);
    if (known !== item.source) {
      this.#drawn.set(cell, item.source);
      cell.dataset.id = item.id;
      // A running recording has no picture at first.
      if (known?.id !== item.id || picture.hidden) {
        picture.removeAttribute('src');
        picture.hidden = true;
      }
      fill(sign, item.kind === 'still' ? null : icon(item.kind === 'clip' ? 'play' : 'file'));
      say(note, noteOf(store.state, item));
      cell.setAttribute('aria-label', caption(store.state, item));
    }
    // Fetches no pictures during fast scrolling, because the browser has only six connections.
    if (isResting && item.thumbnail && !picture.hasAttribute('src')) { picture.hidden = false; picture.src = item.thumbnail; }
    const {gallery} = store.state;
    const isChosen = gallery.chosen.has(item.id);
    cell.classList.toggle('is-chosen', isChosen);
    if (gallery.isChoosing) cell.setAttribute('aria-pressed', String(isChosen));
    else cell.removeAttribute('aria-pressed');
  }

  #drawBar(state) {
    this.#bar.hidden = !state.gallery.isChoosing;
    if (this.#bar.hidden) return;
    const items = chosenItems(state);
    const canShare = navigator.canShare && items.length <= 20 && items.every((item) => item.isPicture);
    const action = (name, text, work, isOn = items.length > 0, why = text) =>
      put(make('button.quiet', {disabled: !isOn, onclick: carefully(work), title: isOn ? text : why, 'aria-label': text}), icon(name), make('span', {}, text));
    fill(this.#bar, make('span', {}, words.chosen(items.length)),
      action('check', words.all, async () => store.apply(allChosen), true),
      action('download', words.download, () => this.#download(items)),
      may(state, 'admin') ? action('transfers', words.send, () => this.#send(items.filter(canGo)), items.some(canGo), items.length ? words.sendLater : words.send) : null,
      canShare ? action('share', words.share, () => this.#share(items)) : null,
      items.every((item) => !item.isRemovable && !item.isLocked) && items.length ? null : action('bin', words.remove, () => this.#remove()));
  }

  async #download(items) {
    try {
      for (const [index, item] of items.entries()) {
        store.apply(downloaded, words.downloading(index + 1, items.length));
        await saveItem(item);
      }
    } finally {
      store.apply(downloaded, '');
    }
  }

  /** What was sent is not chosen any more: the next press would send it again. */
  async #send(items) {
    // The bar is drawn anew meanwhile, with a button that is not disabled.
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      if (await sendToNode(items)) store.apply(choosing, false);
    } finally {
      this.#isSending = false;
    }
  }

  async #share(items) {
    const files = [];
    for (const item of items) {
      const bytes = await fetchBytes(item.content);
      files.push(new File([bytes], item.name, {type: bytes.type}));
    }
    if (!navigator.canShare({files})) throw new Error(words.cannotShare);
    await navigator.share({files});
  }

  async #remove() {
    const {question, left, items} = removal(chosenItems(store.state));
    if (!items.length) return void (left && notice(left));
    if (!(await confirmed(question, [left, words.removeHint].filter(Boolean).join(' '), words.remove))) return;
    const outcomes = [];
    for (const item of items) outcomes.push(await remove(item).then(() => true, (error) => { failure(error); return false; }));
    notice(words.removed(outcomes.filter(Boolean).length));
    store.apply(choosing, false);
  }
}

export const makeView = () => styled('/gallery.css').then(() => new Gallery());

// SPDX-License-Identifier: Apache-2.0
// Stills, clips and files: thousands of them, looked at, chosen, fetched and deleted.
import {fetchBytes, saveBlob, saveLink} from '/api.js';
import {fill, make, put, say} from '/dom.js';
import {day, elapsed} from '/formats.js';
import {VirtualGrid} from '/grid.js';
import {icon} from '/icons.js';
import {model} from '/model.js';
import {canGo, sendToNode} from '/sending.js';
import {Shelf} from '/shelf.js';
import {carefully, confirmed, failure, notice} from '/notices.js';
import {texts} from '/texts.js';
import {openViewer} from '/viewer.js';

const words = texts.gallery;
const longPress = 500;

class Gallery {
  element = make('section.view.gallery', {id: 'view-gallery', 'aria-label': texts.views.gallery});
  #shelf = new Shelf();
  #items = [];
  #filter = 'all';
  #chosen = new Set();
  #isChoosing = false;
  #last = null;
  #grid;
  #day = make('p.grid-day', {'aria-hidden': 'true'});
  #count = make('p.hint', {role: 'status'});
  #filters = make('div.segments', {role: 'group', 'aria-label': words.filter});
  #choose = make('button.quiet', {onclick: () => this.#setChoosing(!this.#isChoosing)}, words.select);
  #bar = make('div.action-bar', {hidden: true});
  #empty = make('p.empty', {hidden: true}, words.empty);

  constructor() {
    this.#grid = new VirtualGrid(() => this.#makeCell(), (cell, index, isResting) => this.#showCell(cell, index, isResting));
    this.#grid.onscrolled = (index) => say(this.#day, this.#items[index]?.at ? day(this.#items[index].at) : '');
    put(this.element, put(make('div.view-head'), this.#filters, this.#count, this.#choose), this.#bar, this.#empty,
      put(make('div.grid-frame'), this.#day, this.#grid.element));
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#isChoosing) this.#setChoosing(false);
      if (event.key === 'Delete' && this.#chosen.size) this.#remove().catch(failure);
    });
    this.#shelf.onchange = () => { if (!this.element.hidden) this.#update(); };
  }

  show() { this.#shelf.open().catch(failure).finally(() => this.#update()); this.#update(); }

  hide() { this.#shelf.close(); }

  #update() {
    const {kinds} = this.#shelf;
    fill(this.#filters, kinds.length < 2 ? null : ['all', ...kinds].map((kind) => make('button', {
      'aria-pressed': String(kind === this.#filter), onclick: () => { this.#filter = kind; this.#update(); },
    }, words.kinds[kind])));
    this.#items = this.#shelf.items.filter((item) => this.#filter === 'all' || item.kind === this.#filter);
    const there = new Set(this.#items.map((item) => item.id));
    for (const id of this.#chosen) if (!there.has(id)) this.#chosen.delete(id);
    say(this.#count, this.#shelf.isLoading ? words.loading(this.#items.length) : words.count(this.#items.length));
    this.#empty.hidden = this.#items.length > 0 || this.#shelf.isLoading;
    this.#choose.hidden = this.#items.length === 0;
    this.#grid.update(this.#items.length);
    this.#showBar();
  }

  #makeCell() {
    const cell = put(make('button.cell'), make('img', {alt: '', decoding: 'async'}), make('span.cell-icon'),
      make('span.cell-note'), make('span.cell-mark', {'aria-hidden': 'true'}, '✓'));
    const index = () => Number(cell.dataset.index);
    let timer = null;
    let wasLong = false;
    cell.addEventListener('pointerdown', (event) => {
      wasLong = false;
      if (event.pointerType !== 'mouse') timer = setTimeout(() => { wasLong = true; this.#setChoosing(true); this.#toggle(index()); }, longPress);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) cell.addEventListener(end, () => clearTimeout(timer));
    cell.addEventListener('contextmenu', (event) => { if (wasLong) event.preventDefault(); });
    cell.addEventListener('click', (event) => {
      if (wasLong) return;
      if (event.shiftKey && this.#last !== null) this.#chooseRange(this.#last, index());
      else if (this.#isChoosing || event.ctrlKey || event.metaKey) this.#toggle(index());
      else openViewer(this.#items, index());
    });
    const picture = cell.querySelector('img');
    picture.addEventListener('error', () => { picture.hidden = true; });
    return cell;
  }

  #showCell(cell, index, isResting) {
    const item = this.#items[index];
    if (!item) return;
    const [picture, sign, note] = cell.children;
    if (cell.dataset.id !== item.id) {
      cell.dataset.id = item.id;
      picture.removeAttribute('src');
      picture.hidden = true;
      fill(sign, item.kind === 'still' ? null : icon(item.kind === 'clip' ? 'play' : 'file'));
      say(note, item.kind === 'clip' ? elapsed(item.recording.duration / 1e9) : item.kind === 'file' ? item.name : '');
      cell.setAttribute('aria-label', item.caption);
    }
    // What flies by is not fetched: the browser has six connections.
    if (isResting && item.thumbnail && !picture.hasAttribute('src')) { picture.hidden = false; picture.src = item.thumbnail; }
    const isChosen = this.#chosen.has(item.id);
    cell.classList.toggle('is-chosen', isChosen);
    if (this.#isChoosing) cell.setAttribute('aria-pressed', String(isChosen));
    else cell.removeAttribute('aria-pressed');
  }

  #toggle(index) {
    const {id} = this.#items[index];
    if (!this.#chosen.delete(id)) this.#chosen.add(id);
    this.#last = index;
    this.#setChoosing(this.#isChoosing || this.#chosen.size > 0);
  }

  #chooseRange(from, to) {
    for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) this.#chosen.add(this.#items[index].id);
    this.#setChoosing(true);
  }

  #setChoosing(isChoosing) {
    this.#isChoosing = isChoosing;
    if (!isChoosing) { this.#chosen.clear(); this.#last = null; }
    say(this.#choose, isChoosing ? words.done : words.select);
    this.element.classList.toggle('is-choosing', isChoosing);
    this.#grid.update(this.#items.length);
    this.#showBar();
  }

  get #chosenItems() { return this.#items.filter((item) => this.#chosen.has(item.id)); }

  #showBar() {
    this.#bar.hidden = !this.#isChoosing;
    if (!this.#isChoosing) return;
    const items = this.#chosenItems;
    const has = items.length > 0;
    const canShare = navigator.canShare && items.length <= 20 && items.every((item) => item.isPicture);
    const action = (name, text, work, isOn = has) => put(make('button.quiet', {disabled: !isOn, onclick: carefully(work)}), icon(name), text);
    fill(this.#bar, make('span', {}, words.chosen(items.length)),
      action('check', words.all, async () => { this.#items.forEach((item) => this.#chosen.add(item.id)); this.#setChoosing(true); }, true),
      action('download', words.download, () => this.#download(items)),
      model.may('admin') ? action('transfers', words.send, () => sendToNode(items.filter(canGo)), items.some(canGo)) : null,
      canShare ? action('share', words.share, () => this.#share(items)) : null,
      action('bin', words.remove, () => this.#remove(), has && items.some((item) => item.remove)));
  }

  async #download(items) {
    for (const [index, item] of items.entries()) {
      say(this.#count, words.downloading(index + 1, items.length));
      // Large ones go to the disk without passing through the page's memory.
      if (item.kind === 'clip') saveLink(`${item.content}?download=1`, item.name);
      else if (item.kind === 'file') saveLink(item.content, item.name);
      else saveBlob(await fetchBytes(item.content), item.name);
    }
    say(this.#count, words.count(this.#items.length));
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
    const items = this.#chosenItems.filter((item) => item.remove);
    if (!items.length || !(await confirmed(words.removeQuestion(items.length), words.removeHint, words.remove))) return;
    let gone = 0;
    for (const item of items) {
      try {
        await item.remove();
        this.#shelf.forget(item.id);
        gone += 1;
      } catch (error) {
        if (error.status === 404) this.#shelf.forget(item.id);
        else failure(error);
      }
    }
    notice(words.removed(gone));
    this.#setChoosing(false);
    this.#update();
  }
}

export const makeGallery = () => new Gallery();

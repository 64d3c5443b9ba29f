// SPDX-License-Identifier: Apache-2.0
import {make, put, soon} from './dom.js';

const gap = 6;
/** Rows that are drawn above and below the visible ones. */
const spare = 2;

/**
 * A grid of thousands of cells, of which only the visible ones are in the document.
 *
 * The scroll position and the focus belong to the document, not to the page's state.
 */
export class VirtualGrid {
  element = make('div.grid-scroller', {tabIndex: -1});
  #sheet = make('div.grid-sheet');
  #cells = new Map();
  #free = [];
  #count = 0;
  #columns = 1;
  #size = 100;
  #aspect;
  #least;
  #make;
  #show;
  #resting;
  #focused = 0;
  /** Called with the index of the first visible cell. */
  onscrolled = () => {};

  /**
   * @param {() => HTMLElement} makeCell
   * @param {(cell: HTMLElement, index: number, isResting: boolean) => void} showCell fills a cell; `isResting` is false during fast
   *   scrolling, when pictures need not be fetched
   */
  constructor(makeCell, showCell, {least = 130, aspect = 0.75} = {}) {
    [this.#make, this.#show, this.#least, this.#aspect] = [makeCell, showCell, least, aspect];
    put(this.element, this.#sheet);
    const later = soon(() => this.#lay(false));
    this.element.addEventListener('scroll', () => {
      later();
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#lay(true), 90);
    }, {passive: true});
    new ResizeObserver(() => this.#measure()).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('focusin', (event) => { this.#focused = Number(event.target.dataset.index ?? this.#focused); });
  }

  /** Sets the number of cells; draws all visible cells again, because their contents may have changed. */
  update(count) {
    this.#count = count;
    this.#focused = Math.min(this.#focused, Math.max(0, count - 1));
    this.#measure();
  }

  get #rowHeight() { return this.#size * this.#aspect + gap; }

  #measure() {
    const width = this.#sheet.clientWidth;
    if (!width) return;
    this.#columns = Math.max(2, Math.floor((width + gap) / (this.#least + gap)));
    this.#size = (width + gap) / this.#columns - gap;
    this.#sheet.style.height = `${Math.ceil(this.#count / this.#columns) * this.#rowHeight}px`;
    this.#lay(true);
  }

  #lay(isResting) {
    const {scrollTop, clientHeight} = this.element;
    const top = Math.floor(scrollTop / this.#rowHeight);
    const first = Math.max(0, top - spare) * this.#columns;
    const last = Math.min(this.#count, (Math.ceil((scrollTop + clientHeight) / this.#rowHeight) + spare) * this.#columns);
    // Only one cell is in the tab order: the one last focused, or the first visible one.
    const stop = this.#focused >= first && this.#focused < last ? this.#focused : top * this.#columns;
    for (const [index, cell] of this.#cells) {
      if (index >= first && index < last) continue;
      this.#cells.delete(index);
      cell.hidden = true;
      this.#free.push(cell);
    }
    for (let index = first; index < last; index += 1) {
      let cell = this.#cells.get(index);
      if (!cell) {
        cell = this.#free.pop() ?? put(this.#sheet, this.#make()).lastChild;
        cell.hidden = false;
        this.#cells.set(index, cell);
        cell.dataset.index = index;
      } else if (!isResting) continue;
      const [column, row] = [index % this.#columns, Math.floor(index / this.#columns)];
      Object.assign(cell.style, {
        width: `${this.#size}px`, height: `${this.#size * this.#aspect}px`,
        transform: `translate(${column * (this.#size + gap)}px, ${row * this.#rowHeight}px)`,
      });
      cell.tabIndex = index === stop ? 0 : -1;
      this.#show(cell, index, isResting);
    }
    if (this.#count) this.onscrolled(Math.min(this.#count - 1, top * this.#columns));
  }

  #key(event) {
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns}[event.key];
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? this.#count - 1 : step ? this.#focused + step : null;
    if (target === null || target < 0 || target >= this.#count) return;
    event.preventDefault();
    this.focus(target);
  }

  /** Scrolls to a cell and gives it the focus. */
  focus(index) {
    this.#focused = index;
    const top = Math.floor(index / this.#columns) * this.#rowHeight;
    const {scrollTop, clientHeight} = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.#rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + this.#rowHeight - clientHeight;
    this.#lay(true);
    this.#cells.get(index)?.focus({preventScroll: true});
  }
}

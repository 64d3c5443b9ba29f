// SPDX-License-Identifier: Apache-2.0
import {make, put, say} from './dom.js';
import {soon} from './soon.js';

const gap = 6;
/** The height of a group's title, in pixels; also in gallery.css. */
const titleHeight = 36;
/** Rows that are drawn above and below the visible ones. */
const spare = 2;
/** The most columns. */
const mostColumns = 12;

/**
 * The layout of groups of cells: each group begins a new row, below its title.
 *
 * @param {Array<{title: string, count: number}>} groups
 * @param {number} row the height of a row with its gap
 */
export function layout(groups, columns, row, title = titleHeight) {
  let [first, top] = [0, 0];
  const placed = groups.map((group) => {
    const height = title + Math.ceil(group.count / columns) * row;
    const one = {title: group.title, first, end: first + group.count, top, height};
    [first, top] = [one.end, top + height];
    return one;
  });
  return {groups: placed, count: first, height: top, columns, row, title};
}

const groupOf = ({groups}, index) => groups.find((group) => index < group.end);

/** The place of a cell: its column, and the distance of its row from the top. */
export function placed(grid, index) {
  const {first, top} = groupOf(grid, index);
  const inside = index - first;
  return {column: inside % grid.columns, top: top + grid.title + Math.floor(inside / grid.columns) * grid.row};
}

/** The range of cells in a range of heights, as [first, end]. */
export function cellsBetween({groups, columns, row, title, count}, from, to) {
  const above = (group, y) => Math.floor((y - group.top - title) / row) * columns;
  const begin = groups.find((group) => group.top + group.height > from);
  const last = groups.findLast((group) => group.top < to);
  if (!begin || !last) return [count, count];
  return [begin.first + Math.max(0, above(begin, from)), Math.min(last.end, last.first + Math.max(0, above(last, to + row)))];
}

/** Puts the children of an element that are not hidden in order. It moves no more of them than needed, so that the focus stays. */
export function arrange(parent, children) {
  let next = parent.firstChild;
  for (const child of children) {
    while (next?.hidden) next = next.nextSibling;
    if (child === next) { next = next.nextSibling; continue; }
    const hasFocus = child.ownerDocument?.activeElement === child;
    parent.insertBefore(child, next);
    if (hasFocus) child.focus({preventScroll: true});
  }
}

/** The cell that a key moves to; null if there is none. */
export function neighbour(grid, index, key) {
  const {columns, count} = grid;
  const within = (target) => (target >= 0 && target < count ? target : null);
  if (key === 'Home' || key === 'End') return within(key === 'Home' ? 0 : count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return within(index + (key === 'ArrowLeft' ? -1 : 1));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const group = groupOf(grid, index);
  const column = (index - group.first) % columns;
  const row = Math.floor((index - group.first) / columns);
  const rows = Math.ceil((group.end - group.first) / columns);
  if (key === 'ArrowUp' && row > 0) return index - columns;
  if (key === 'ArrowDown' && row < rows - 1) return Math.min(index + columns, group.end - 1);
  const next = grid.groups[grid.groups.indexOf(group) + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return null;
  const start = key === 'ArrowUp' ? Math.floor((next.end - next.first - 1) / columns) * columns : 0;
  return Math.min(next.first + start + column, next.end - 1);
}

/**
 * A grid of thousands of cells in groups, of which only the visible ones are in the document.
 *
 * The scroll position and the focus belong to the document, not to the page's state.
 */
export class VirtualGrid {
  element = make('div.grid-scroller', {tabIndex: -1});
  #sheet = make('div.grid-sheet');
  /** The drawn cells, by the id of their item, so that a cell keeps its picture when items come before it. */
  #cells = new Map();
  #free = [];
  #titles = new Map();
  #groups = [];
  #grid = layout([], 1, 1);
  #size = 100;
  #aspect;
  #least;
  #idOf;
  #make;
  #show;
  #resting;
  #focused = 0;

  /**
   * @param {(index: number) => string} idOf the id of an item
   * @param {() => HTMLElement} makeCell
   * @param {(cell: HTMLElement, index: number, isResting: boolean) => void} showCell fills a cell; `isResting` is false during fast
   *   scrolling, when pictures need not be fetched
   */
  constructor(idOf, makeCell, showCell, {least = 130, aspect = 0.75} = {}) {
    [this.#idOf, this.#make, this.#show, this.#least, this.#aspect] = [idOf, makeCell, showCell, least, aspect];
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

  /** Sets the groups; draws all visible cells again, because their contents may have changed. */
  update(groups) {
    this.#groups = groups;
    this.#measure();
    this.#focused = Math.min(this.#focused, Math.max(0, this.#grid.count - 1));
  }

  #measure() {
    const width = this.#sheet.clientWidth;
    if (!width) return;
    // On a wide screen, cells are larger instead of ever more.
    const least = Math.max(this.#least, width / mostColumns);
    const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
    this.#size = (width + gap) / columns - gap;
    this.#grid = layout(this.#groups, columns, this.#size * this.#aspect + gap);
    this.#sheet.style.height = `${this.#grid.height}px`;
    this.#lay(true);
  }

  #lay(isResting) {
    const {scrollTop, clientHeight} = this.element;
    const margin = spare * this.#grid.row;
    const [first, end] = cellsBetween(this.#grid, scrollTop - margin, scrollTop + clientHeight + margin);
    // Only one cell is in the tab order: the one last focused, or the first visible one.
    const stop = this.#focused >= first && this.#focused < end ? this.#focused : cellsBetween(this.#grid, scrollTop, scrollTop + 1)[0];
    const wanted = new Map();
    for (let index = first; index < end; index += 1) wanted.set(this.#idOf(index), index);
    for (const [id, cell] of this.#cells) {
      if (wanted.has(id)) continue;
      this.#cells.delete(id);
      cell.hidden = true;
      this.#free.push(cell);
    }
    for (const [id, index] of wanted) {
      let cell = this.#cells.get(id);
      if (!cell) {
        cell = this.#free.pop() ?? put(this.#sheet, this.#make()).lastChild;
        cell.hidden = false;
        this.#cells.set(id, cell);
      } else if (!isResting) continue;
      cell.dataset.index = index;
      const {column, top} = placed(this.#grid, index);
      Object.assign(cell.style, {
        width: `${this.#size}px`, height: `${this.#size * this.#aspect}px`, transform: `translate(${column * (this.#size + gap)}px, ${top}px)`,
      });
      cell.tabIndex = index === stop ? 0 : -1;
      this.#show(cell, index, isResting);
    }
    this.#layTitles(scrollTop - margin, scrollTop + clientHeight + margin);
    if (isResting) this.#order(wanted);
  }

  /** Puts titles and cells in the document as they are on the screen: a screen reader reads them so. */
  #order(wanted) {
    const cells = [...wanted];
    arrange(this.#sheet, this.#grid.groups.filter(({title}) => this.#titles.has(title)).flatMap(({title, first, end}) => [
      this.#titles.get(title), ...cells.filter(([, index]) => index >= first && index < end).map(([id]) => this.#cells.get(id)),
    ]));
  }

  /** Each title stays at the top while its group is scrolled through. */
  #layTitles(from, to) {
    const shown = new Map(this.#grid.groups.filter(({top, height}) => top < to && top + height > from).map((group) => [group.title, group]));
    for (const [title, box] of this.#titles) if (!shown.has(title)) { box.remove(); this.#titles.delete(title); }
    for (const [title, {top, height}] of shown) {
      if (!this.#titles.has(title)) this.#titles.set(title, put(this.#sheet, put(make('div.grid-group'), make('h2.grid-day'))).lastChild);
      const box = this.#titles.get(title);
      say(box.firstChild, title);
      Object.assign(box.style, {top: `${top}px`, height: `${height}px`});
    }
  }

  #key(event) {
    if (!this.#grid.count) return;
    const target = neighbour(this.#grid, this.#focused, event.key);
    if (target === null) return;
    event.preventDefault();
    this.focus(target);
  }

  /** Scrolls to a cell and gives it the focus. */
  focus(index) {
    this.#focused = index;
    const {top} = placed(this.#grid, index);
    const {scrollTop, clientHeight} = this.element;
    if (top - titleHeight < scrollTop) this.element.scrollTop = top - titleHeight;
    else if (top + this.#grid.row > scrollTop + clientHeight) this.element.scrollTop = top + this.#grid.row - clientHeight;
    this.#lay(true);
    this.#cells.get(this.#idOf(index))?.focus({preventScroll: true});
  }
}

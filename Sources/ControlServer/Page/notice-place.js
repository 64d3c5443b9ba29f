// SPDX-License-Identifier: Apache-2.0
// Places the messages where they cover no button, field or link, and no picture if there is another place.

/** How bad it is to cover an element that a selector finds. A message covers any number of pictures before it covers one button. */
const weights = [['a, button, input, select, summary, progress', 1], ['.live-badge', 0.01], ['.tile-picture, .player-stages, .lanes-frame', 0.001]];
/** The distance to these, and to other messages, in pixels. */
const margin = 6;
/** How often their places are compared, in milliseconds: the page may be scrolled, or show another view. */
const beat = 300;

/**
 * The top of a box of some height between two edges at which it covers the fewest elements, {top, bottom, weight} each; of several such
 * places the lowest.
 */
export function freePlace(height, from, to, elements) {
  const covered = (top) => elements.reduce((sum, one) => sum + (one.top < top + height && one.bottom > top ? one.weight : 0), 0);
  const places = [to - height, ...elements.flatMap((one) => [one.top - height, one.bottom])].filter((top) => top >= from && top + height <= to);
  return places.map((top) => [covered(top), top]).sort(([count, top], [other, below]) => count - other || below - top)[0]?.[1] ?? to - height;
}

/** The limits of an element with a margin, and how bad it is to cover it. */
function limits(element, weight) {
  const {top, bottom, left, right} = element.getBoundingClientRect();
  return {top: top - margin, bottom: bottom + margin, left, right, weight};
}

/** The part of the window for a message of some height, [top, bottom]: in the live view the picture, as in page.css, if it has the room. */
function room(height) {
  const picture = document.body.dataset.view === 'live' && document.querySelector('.viewfinder')?.getBoundingClientRect();
  const [from, to] = [margin, innerHeight - margin];
  const [top, bottom] = picture ? [Math.max(from, picture.top), Math.min(to, picture.bottom)] : [from, to];
  return bottom - top >= height ? [top, bottom] : [from, to];
}

/** Moves each message that covers something; the others stay where they are. */
function place(box) {
  const page = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const shown = weights.flatMap(([selector, weight]) => [...page.querySelectorAll(selector)].filter((one) => !box.contains(one)).map((one) => limits(one, weight)))
    .filter((one) => one.right > one.left && one.bottom > 0 && one.top < innerHeight);
  for (const message of box.children) {
    const {top, bottom, left, right, height} = message.getBoundingClientRect();
    const elements = shown.filter((one) => one.right > left && one.left < right);
    const isFree = top >= 0 && bottom <= innerHeight && elements.every((one) => one.top >= bottom || one.bottom <= top);
    if (!isFree) {
      const moved = parseFloat(message.style.translate.split(' ')[1] ?? 0);
      message.style.translate = `0 ${moved + freePlace(height, ...room(height), elements) - top}px`;
    }
    // Two messages over each other cannot be read.
    shown.push(limits(message, 100));
  }
}

let timer = null;

/** Places the messages, and again while there are some. */
export function keepClear(box) {
  place(box);
  timer ??= setInterval(() => {
    if (box.children.length) return place(box);
    clearInterval(timer);
    timer = null;
  }, beat);
}

// SPDX-License-Identifier: Apache-2.0
// No other file makes elements. Everything from nodes is inserted as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** The element with an id. */
export const at = (id) => document.getElementById(id);

/**
 * Makes an element: `make('button.quiet', {onclick, 'aria-label': 'Close'}, 'Close')`.
 * Properties that begin with `on` are listeners; `style` and `data` are objects; names with a dash and `role`, `for` and `list` are
 * attributes.
 */
export function make(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  if (tag === 'button') element.type = 'button';
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') for (const [name, worth] of Object.entries(value)) element.style.setProperty(name, worth);
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key.includes('-') || key === 'role' || key === 'for' || key === 'list') element.setAttribute(key, value);
    else element[key] = value;
  }
  return put(element, ...children);
}

/** Appends elements and texts; skips null, undefined and false. */
export function put(element, ...children) {
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren();
  return put(element, ...children);
}

export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return put(element, ...children);
}

/** A text in parts; commands, between backquotes, as code. */
export const written = (text) => text.split('`').map((part, index) => (index % 2 ? make('code', {}, part) : part));

/** Sets a text only if it differs: screen readers would repeat it. */
export function say(element, text = '') {
  if (element.textContent !== text.replaceAll('`', '')) fill(element, written(text));
}

/** A menu of `[value, text]` pairs with a label. */
export function menu(label, options, value, onchange, properties = {}) {
  const select = make('select', {'aria-label': label, ...properties},
    options.map(([worth, text]) => make('option', {value: worth, selected: String(worth) === String(value)}, text)));
  select.addEventListener('change', () => onchange(select.value));
  return select;
}

/** A field with its label in front. */
export const labelled = (text, field) => make('label.field', {}, make('span', {}, text), field);

/** Resolves after a time, or rejects when the signal aborts. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => { clearTimeout(timer); reject(signal.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener('abort', stop); resolve(); }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, {once: true});
  });
}

/** Calls `work` at intervals while the page is visible, until the signal aborts. */
export function every(milliseconds, work, signal) {
  const timer = setInterval(() => { if (!document.hidden) work(); }, milliseconds);
  signal?.addEventListener('abort', () => clearInterval(timer), {once: true});
}

/** Whether a pointer was used last, and not Tab: what was clicked keeps the focus, and is not meant by a key. */
let isByPointer = false;
globalThis.document?.addEventListener?.('pointerdown', () => { isByPointer = true; }, true);
globalThis.document?.addEventListener?.('keydown', (event) => { if (event.key === 'Tab') isByPointer = false; }, true);

/** Whether the element handles keys itself: a button or a link does that if Tab has led to it. */
export const takesKeys = (element) => Boolean(element?.closest?.('input, select, textarea, video, dialog, [contenteditable]')
  || !isByPointer && element?.closest?.('button, a, summary'));

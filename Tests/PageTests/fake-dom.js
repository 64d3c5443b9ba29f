// SPDX-License-Identifier: Apache-2.0
// As much of a document as the page's elements need to be made, changed and clicked without a browser.

class FakeElement extends EventTarget {
  #attributes = new Map();
  #text = '';
  children = [];
  dataset = {};
  src = '';
  style = {setProperty() {}};
  /** As a video: paused, with all of its data. */
  paused = true;
  currentTime = 0;
  readyState = 4;
  buffered = {length: 0};
  classList = {
    names: new Set(), add(name) { this.names.add(name); }, remove(name) { this.names.delete(name); },
    toggle(name, isOn) { if (isOn) this.add(name); else this.remove(name); }, contains(name) { return this.names.has(name); },
  };

  append(...children) { for (const child of children) if (child instanceof FakeElement) this.children.push(child); else this.#text += child; }
  replaceChildren(...children) { [this.children, this.#text] = [[], '']; this.append(...children); }
  get textContent() { return this.#text + this.children.map((child) => child.textContent).join(''); }
  set textContent(text) { this.replaceChildren(text); }
  setAttribute(name, value) { this.#attributes.set(name, value); }
  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  removeAttribute(name) { this.#attributes.delete(name); }
  hasAttribute(name) { return this.#attributes.has(name); }
  matches() { return false; }
  remove() {}
  contains(other) { return other === this || this.children.some((child) => child.contains(other)); }
  focus() { document.activeElement = this; }
  /** Opens a dialog and focuses its first button. */
  showModal() {
    this.open = true;
    this.children.find(({type, disabled}) => type === 'button' && !disabled)?.focus();
  }
  close() { this.open = false; this.dispatchEvent(new Event('close')); }
  click() { this.dispatchEvent(new Event('click')); }

  async play() { this.paused = false; }
  pause() { this.paused = true; }
  load() {}
  async decode() {}

  /** The elements within it of a class. */
  all(name) { return [...this.className?.split(' ').includes(name) ? [this] : [], ...this.children.flatMap((child) => child.all(name))]; }
}

/** Gives the tests of a file a document until they are over. */
export function useFakeDocument({before, after}) {
  const fakes = {
    document: Object.assign(new EventTarget(), {createElement: () => new FakeElement(), createElementNS: () => new FakeElement(), hidden: false, activeElement: null}),
    Image: FakeElement, HTMLMediaElement: {HAVE_CURRENT_DATA: 2}, RTCPeerConnection: EventTarget, navigator: {},
  };
  const real = Object.fromEntries(Object.keys(fakes).map((name) => [name, globalThis[name]]));
  before(() => Object.assign(globalThis, fakes));
  after(() => Object.assign(globalThis, real));
}

// SPDX-License-Identifier: Apache-2.0
// The style sheets that the first view does not need.
import {make} from './dom.js';

const sheets = new Map();

/** Loads a style sheet once. */
export function styled(href) {
  if (!sheets.has(href)) {
    sheets.set(href, new Promise((done) => {
      document.head.append(make('link', {rel: 'stylesheet', href, onload: done, onerror: done}));
    }));
  }
  return sheets.get(href);
}

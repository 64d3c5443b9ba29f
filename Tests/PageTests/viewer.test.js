// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {openViewer} from '../../Sources/ControlServer/Page/viewer.js';
import {useFakeDocument} from './fake-dom.js';
import {file, page} from './support.js';

describe('the viewer', () => {
  useFakeDocument({before, after});
  const {state} = store;
  const fakes = {history: {pushState() {}, back() {}}, addEventListener() {}};
  before(() => { Object.assign(globalThis, fakes); });
  after(() => {
    for (const name of Object.keys(fakes)) delete globalThis[name];
    store.state = state;
  });

  test('the arrow keys go on working at both ends of the list, where a button is disabled', async () => {
    store.state = page('recorder', 'view');
    let dialog;
    document.body = {append: (element) => { dialog = element; }};
    document.head = {append: (link) => link.dispatchEvent(new Event('load'))};
    const items = ['a', 'b', 'c'].map((id) => ({id, list: 'files', kind: 'file', name: id, at: 0, source: file({id, name: id})}));
    /** The names that are shown after each key, which only an element within the dialog that is not disabled passes on. */
    const walk = (...keys) => keys.map((key) => {
      const {activeElement} = document;
      if (dialog.contains(activeElement) && !activeElement.disabled) dialog.dispatchEvent(Object.assign(new Event('keydown'), {key}));
      return dialog.all('empty')[0].textContent;
    });
    const [left, right] = ['ArrowLeft', 'ArrowRight'];
    await openViewer(items, 0);
    assert.deepEqual(walk(right, right, left, left, right), ['b', 'c', 'b', 'a', 'b']);
    // As the browser does, which focuses the button that is clicked.
    const [previous] = dialog.all('left');
    previous.focus();
    previous.click();
    assert.deepEqual(walk(left, right), ['a', 'b']);
    await openViewer(items.slice(0, 1), 0);
    assert.ok(dialog.contains(document.activeElement) && !document.activeElement.disabled);
  });
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, test} from 'node:test';
import {choose, confirmed} from '../../Sources/ControlServer/Page/questions.js';

/** What a dialog needs of an element. */
class Element extends EventTarget {
  children = [];
  dataset = {};
  returnValue = '';
  attributes = {};
  append(...children) { this.children.push(...children); }
  setAttribute(name, value) { this.attributes[name] = value; }
  getBoundingClientRect() { return {left: 10, right: 110, top: 20, bottom: 220}; }
  showModal() {}
  remove() {}
  close(value) {
    if (value !== undefined) this.returnValue = value;
    this.dispatchEvent(new Event('close'));
  }
}

let dialog = null;
// The hooks are of these tests alone: all files run in one process.
describe('Questions of the page', () => {
  beforeEach(() => {
    globalThis.document = {createElement: () => new Element(), body: {append: (element) => { dialog = element; }}};
  });
  afterEach(() => { delete globalThis.document; });

  const buttons = () => dialog.children.filter((one) => one.className === 'answer');
  const text = (button) => button.children[0].children[0];
  const press = (button) => button.dispatchEvent(new Event('click'));
  const clickAt = (clientX, clientY) => dialog.dispatchEvent(Object.assign(new Event('click'), {clientX, clientY}));
  const answers = [['here', 'Here'], ['camera', 'There']];

  test('the present answer is marked, for screen readers too, and has the focus; the answer is the value', async () => {
    const chosen = choose('Where?', null, answers, 'camera');
    assert.deepEqual(buttons().map((one) => [text(one), one.attributes['aria-pressed'], one.autofocus]),
      [['Here', 'false', false], ['There', 'true', true], ['Cancel', undefined, false]]);
    press(buttons()[0]);
    assert.equal(await chosen, 'here');
  });

  test('without a present answer, none is marked, and Cancel has the focus', async () => {
    const chosen = choose('Where?', null, answers);
    assert.deepEqual(buttons().map((one) => [one.attributes['aria-pressed'], one.autofocus]), [[undefined, false], [undefined, false], [undefined, true]]);
    press(buttons()[2]);
    assert.equal(await chosen, null);
  });

  test('a click outside dismisses the question, one between the answers does not', async () => {
    let isOver = false;
    const chosen = choose('Where?', null, answers).finally(() => { isOver = true; });
    clickAt(60, 100);
    await new Promise(setImmediate);
    assert.equal(isOver, false);
    clickAt(60, 230);
    assert.equal(await chosen, null);
  });

  test('only the yes confirms', async () => {
    for (const [index, wanted] of [[0, true], [1, false]]) {
      const answer = confirmed('Sure?', null, 'Delete');
      press(buttons()[index]);
      assert.equal(await answer, wanted);
    }
  });
});

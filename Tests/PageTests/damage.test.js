// SPDX-License-Identifier: Apache-2.0
// What the page does when footage of a recording is damaged, with elements that only record what is done to them.
import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, test} from 'node:test';
import {Companion} from '../../Sources/ControlServer/Page/companion.js';
import {sendToNode} from '../../Sources/ControlServer/Page/sending.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {page, recording} from './support.js';

class FakeElement extends EventTarget {
  children = [];
  dataset = {};
  style = {};
  attributes = new Map();
  classList = {toggle: () => {}, add: () => {}};
  append(...children) { this.children.push(...children); }
  replaceChildren() { this.children = []; }
  get textContent() { return this.children.map((child) => child.textContent ?? child).join(''); }
  set textContent(text) { this.children = [text]; }
  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { if (name === 'src') this.src = undefined; }
  hasAttribute(name) { return name === 'src' && Boolean(this.src); }
  remove() {}
  // A video.
  currentTime = 0;
  buffered = [];
  pause() {}
  load() {}
  async play() {}
  requestVideoFrameCallback(shown) { this.shown = shown; }
  // A dialog.
  showModal() {}
  close(value) { this.returnValue = value; this.dispatchEvent(new Event('close')); }
}

const real = {document: globalThis.document, HTMLMediaElement: globalThis.HTMLMediaElement, fetch: globalThis.fetch, state: store.state};
/** The dialogs that were opened, and the requests that were sent. */
let [dialogs, requests] = [[], []];
/** The timeline that the node answers with. */
let timeline = null;

// The hooks are of these tests alone: all files run in one process.
describe('Damaged footage on the page', () => {
  beforeEach(() => {
    [dialogs, requests] = [[], []];
    globalThis.document = {createElement: () => new FakeElement(), body: {append: (dialog) => dialogs.push(dialog)}, hidden: false};
    globalThis.HTMLMediaElement = {HAVE_CURRENT_DATA: 2};
    globalThis.fetch = async (where, {method, body}) => {
      requests.push(method === 'POST' ? JSON.parse(body) : where);
      return Response.json(where.includes('/timeline') ? timeline : {});
    };
  });
  afterEach(() => {
    ({state: store.state} = real);
    for (const name of ['document', 'HTMLMediaElement', 'fetch']) globalThis[name] = real[name];
  });

  const whole = {parts: [{from: 1_000e9, to: 1_059e9, frames: 1_800, format: 'a', codec: 'h264', width: 640, epoch: 1}], gaps: []};
  const damaged = {...whole, gaps: [{from: 1_020e9, to: 1_030e9, frames: 300, reason: 'digest-mismatch'}]};
  const porch = recording({id: 'r', startedAt: 1_000e9, duration: 59e9, codec: 'h264', width: 640, state: 'stopped'});
  const settled = async () => { for (let round = 0; round < 20; round += 1) await new Promise((resolve) => { setImmediate(resolve); }); };

  /** A companion that plays the recording from a moment, until the test ends. */
  async function companion(at, context) {
    timeline = whole;
    const one = new Companion('Porch', () => [porch]);
    context.after(() => one.close());
    one.follow(at, true, 1);
    await settled();
    one.follow(at, true, 1);
    const [video, , caption] = one.element.children;
    assert.match(video.src, /media/);
    return {one, video, caption};
  }

  test('a camera beside the player that fails reads the timeline again, and plays on without the damaged footage', async (context) => {
    const {one, video, caption} = await companion(1_005_000, context);
    timeline = damaged;
    video.dispatchEvent(new Event('error'));
    assert.equal(video.src, undefined);
    await settled();
    one.follow(1_005_100, true, 1);
    assert.match(video.src, /media/, 'it requests the movie again');
    one.follow(1_025_000, true, 1);
    assert.match(caption.textContent, /^Porch: 300 frames missing/);
    // The second failure at the same moment lasts.
    one.follow(1_005_200, true, 1);
    video.dispatchEvent(new Event('error'));
    await settled();
    one.follow(1_005_300, true, 1);
    assert.equal(video.src, undefined);
    assert.equal(caption.textContent, 'Porch: cannot be read');
  });

  test('a camera beside the player whose video skips frames without an error reads the timeline again', async (context) => {
    const {one, video, caption} = await companion(1_018_000, context);
    const length = requests.length;
    video.shown(0, {mediaTime: 2});
    video.currentTime = 2.2;
    one.follow(1_020_200, true, 1);
    await settled();
    assert.equal(requests.length, length, 'a frame that is shown for a short time is no reason');
    timeline = damaged;
    video.currentTime = 4;
    one.follow(1_022_000, true, 1);
    await settled();
    one.follow(1_022_100, true, 1);
    await settled();
    assert.equal(requests.length, length + 1);
    assert.match(caption.textContent, /^Porch: 300 frames missing/);
  });

  test('before a recording with damaged footage is sent, the page asks whether to leave it out', async () => {
    const send = async (answers) => {
      [dialogs, requests] = [[], []];
      store.state = {...page('recorder', 'view'), peers: [{id: 'b', name: 'attic', role: 'recorder', addresses: ['h:1']}]};
      const sent = sendToNode([{id: 'r', kind: 'clip', source: porch}, {id: 'f', kind: 'file', source: {id: 'f'}}]);
      for (const [index, answer] of answers.entries()) {
        await settled();
        dialogs[index].close(answer);
      }
      return [await sent, dialogs.length, requests.filter(({files}) => files)];
    };
    const request = {files: ['r', 'f'], to: 'b'};
    timeline = whole;
    assert.deepEqual(await send(['b']), [true, 1, [request]]);
    timeline = damaged;
    assert.deepEqual(await send(['b', 'yes']), [true, 2, [request]]);
    assert.match(dialogs[1].textContent, /^Send the recording of Porch without its damaged footage\?.*300 frames are left out/);
    assert.deepEqual(await send(['b', 'no']), [false, 2, []]);
  });
});

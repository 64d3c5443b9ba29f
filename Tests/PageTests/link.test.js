// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Link, limitAfter} from '../../Sources/ControlServer/Page/link.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {useFakeDocument} from './fake-dom.js';
import {page} from './support.js';

test('a page reads its grants and its node again when its event stream is open again', async () => {
  const {fetch, EventSource} = globalThis;
  const before = store.state;
  const sources = [];
  const asked = [];
  const me = {...page('camera', 'view', 'record').me};
  globalThis.EventSource = class {
    constructor(address) { sources.push(address, this); }
    addEventListener() {}
    close() {}
  };
  globalThis.fetch = (where) => {
    asked.push(where);
    // The clock is never read, so that the link does nothing else.
    if (where === '/v1/time') return new Promise(() => {});
    const answers = {'/v1/page/session': me, '/v1/node': {...store.state.node, name: 'veranda'}};
    return Promise.resolve(Response.json(answers[where] ?? {}));
  };
  try {
    store.state = {...page('camera', 'view', 'record'), me: {...me}};
    new Link().run();
    const [address, source] = sources;
    assert.equal(address, '/v1/events');
    me.grants = ['view'];
    source.onopen();
    for (let turn = 0; turn < 50 && (store.state.me.grants.length > 1 || store.state.node.name === 'porch'); turn += 1) await new Promise((resolve) => { setTimeout(resolve, 5); });
    assert.deepEqual(store.state.me.grants, ['view']);
    assert.equal(store.state.node.name, 'veranda', 'it was restarted with another name');
    assert.ok(asked.includes('/v1/page/session'));
  } finally {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    [globalThis.fetch, globalThis.EventSource, store.state] = [fetch, EventSource, before];
  }
});

test('the limit for an answer follows the slow answers at once, and the fast ones within seconds', () => {
  const limits = (limit, ...took) => took.map((one) => Math.round(limit = limitAfter(limit, one)));
  assert.deepEqual(limits(1_000, 5, 50, 400), [1_000, 1_000, 1_000], 'a lost link is told within two seconds');
  assert.deepEqual(limits(1_000, 1_000, 1_050, 1_050), [2_500, 2_625, 2_625]);
  assert.deepEqual(limits(1_000, 1_000, 2_500, 5_000), [2_500, 5_000, 5_000], 'without an answer');
  assert.deepEqual(limits(2_625, 20, 20, 20, 20, 20), [2_100, 1_680, 1_344, 1_075, 1_000]);
});

test('a link whose answers take a second is not told to be lost', async (context) => {
  useFakeDocument({before: (work) => work(), after: (work) => context.after(work)});
  const {state} = store;
  context.after(() => { store.state = state; });
  store.state = page('camera', 'view');
  const {EventSource} = globalThis;
  globalThis.EventSource = class extends EventTarget {};
  context.after(() => { globalThis.EventSource = EventSource; });
  let now = 0;
  let within;
  context.mock.method(performance, 'now', () => now);
  context.mock.method(AbortSignal, 'timeout', (limit) => { within = limit; return new AbortController().signal; });
  const looks = [];
  context.mock.method(globalThis, 'fetch', async (where) => {
    if (where !== '/v1/time') return Response.json({});
    const took = looks.length < 30 ? 1_050 : Infinity;
    now += Math.min(took, within);
    if (took > within) throw new DOMException('', 'TimeoutError');
    return Response.json({monotonic: 0});
  });
  const ended = new Promise((done) => {
    context.mock.method(globalThis, 'setTimeout', (work) => {
      looks.push(store.state.link.isUp);
      if (looks.length < 31) queueMicrotask(work); else done();
    });
  });
  new Link().run();
  await ended;
  assert.deepEqual(looks, [...Array(30).fill(true), false]);
});

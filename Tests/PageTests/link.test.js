// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Link} from '../../Sources/ControlServer/Page/link.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {page} from './support.js';

test('a page reads its grants again when its event stream is open again', async () => {
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
    return Promise.resolve(Response.json(where === '/v1/page/session' ? me : {}));
  };
  try {
    store.state = {...page('camera', 'view', 'record'), me: {...me}};
    new Link().run();
    const [address, source] = sources;
    assert.equal(address, '/v1/events');
    me.grants = ['view'];
    source.onopen();
    for (let turn = 0; turn < 50 && store.state.me.grants.length > 1; turn += 1) await new Promise((resolve) => { setTimeout(resolve, 5); });
    assert.deepEqual(store.state.me.grants, ['view']);
    assert.ok(asked.includes('/v1/page/session'));
  } finally {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    [globalThis.fetch, globalThis.EventSource, store.state] = [fetch, EventSource, before];
  }
});

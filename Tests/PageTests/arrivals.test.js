// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {Arrivals} from '../../Sources/ControlServer/Page/arrivals.js';
import {accepted, stillTaken} from '../../Sources/ControlServer/Page/jobs.js';
import {linked, preferred} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {useFakeDocument} from './fake-dom.js';
import {after as afterAll, job, page, still} from './support.js';

describe('stills for this device', () => {
  useFakeDocument({before, after});
  const {state} = store;
  after(() => { store.state = state; });
  /** Waits for everything but timers. */
  const settled = () => new Promise((resolve) => { setImmediate(resolve); });

  test('one that the link lost is downloaded when the link is back, and the page says how many wait', async (context) => {
    context.mock.timers.enable({apis: ['setTimeout']});
    const saved = [];
    document.body = {append: (link) => { saved.push(link.download); link.remove = () => {}; }};
    let isLost = true;
    context.mock.method(globalThis, 'fetch', async () => {
      if (!isLost) return new Response('whole');
      const lost = new Error('network error');
      // The first one is lost before its answer, the second one within it.
      if (isLost === 'before') throw lost;
      return new Response(new ReadableStream({pull: (stream) => stream.error(lost)}));
    });
    store.state = afterAll(page('camera', 'shoot'), [preferred, 'save', {where: 'here'}],
      ...['a', 'b'].flatMap((id) => [[accepted, job({id})], [stillTaken, still({id, job: id, name: `${id}.jpg`})]]));
    new Arrivals();
    await settled();
    assert.deepEqual([store.state.shutter.progress, store.state.notices.list], ['2 stills wait for the link, to be saved on this device.', []]);
    // The link seems to be there: it is requested again after a while.
    isLost = 'before';
    context.mock.timers.tick(2_000);
    await settled();
    store.apply(linked, false);
    context.mock.timers.tick(2_000);
    await settled();
    assert.equal(fetch.mock.callCount(), 2, 'nothing is requested without a link');
    isLost = false;
    store.apply(linked, true);
    await settled();
    assert.deepEqual([saved, store.state.notices.list], [['a.jpg', 'b.jpg'], []]);
  });
});

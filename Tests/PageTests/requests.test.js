// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, test} from 'node:test';
import {Problem, ask} from '../../Sources/ControlServer/Page/api.js';
import {remove} from '../../Sources/ControlServer/Page/items.js';
import {readPairing} from '../../Sources/ControlServer/Page/pairing.js';
import * as requests from '../../Sources/ControlServer/Page/requests.js';
import {repeated} from '../../Sources/ControlServer/Page/soon.js';
import {linked, listed, missed, regranted} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {page, still} from './support.js';

const [real, empty] = [globalThis.fetch, store.state];
// Without a link, because a list that could not be read would be tried again.
// The hooks are of these tests alone: all files run in one process.
describe('What the page reads', () => {
  beforeEach(() => { store.state = linked(page('camera', 'view', 'shoot', 'admin'), false); });
  afterEach(() => { [globalThis.fetch, store.state] = [real, empty]; });

  /** A node that answers each path with a value or an error status. Returns the requests. */
  function node(answers) {
    const asked = [];
    globalThis.fetch = async (where, {method}) => {
      asked.push(`${method} ${where}`);
      const answer = typeof answers === 'function' ? answers(where) : answers[where];
      return typeof answer === 'number' ? new Response('{}', {status: answer}) : Response.json(answer);
    };
    return asked;
  }

  const stills = (from, count) => Array.from({length: count}, (_, index) => still({id: `s${from + index}`}));

  test('a list is read page by page until one is not full; what the node has no more goes', async () => {
    store.apply(listed, 'stills', [still({id: 'gone'}), still({id: 's1000'})]);
    const asked = node({'/v1/stills?limit=1000': stills(0, 1_000), '/v1/stills?limit=1000&after=s999': stills(1_000, 5)});
    await requests.readStills();
    assert.deepEqual(asked, ['GET /v1/stills?limit=1000', 'GET /v1/stills?limit=1000&after=s999']);
    assert.equal(store.state.stills.size, 1_005);
    assert.ok(!store.state.stills.has('gone'));
    assert.equal(store.state.reading.size, 0);
  });

  test('a list that cannot be read to its end loses nothing, and what came meanwhile stays', async () => {
    store.apply(listed, 'stills', [still({id: 'old'})]);
    node((where) => (where.includes('after') ? 500 : stills(0, 1_000)));
    await assert.rejects(requests.readStills(), (error) => error.status === 500);
    assert.ok(store.state.stills.has('old') && store.state.stills.has('s0'));
    assert.equal(store.state.reading.size, 0);
    node(() => { store.apply(listed, 'stills', [still({id: 'fresh'})]); return []; });
    await requests.readStills();
    assert.deepEqual([...store.state.stills.keys()], ['fresh']);
  });

  test('what an event has changed or removed meanwhile is later than the list', async () => {
    const [moving, there] = [{id: 'f', kind: 'sent', phase: 'transferring'}, {id: 'f', kind: 'sent', phase: 'received'}];
    store.apply(listed, 'sends', [moving, {id: 'gone', kind: 'sent'}]);
    node(() => {
      store.apply(listed, 'sends', [there, {id: 'new', kind: 'sent', phase: 'received'}]);
      store.apply(missed, 'sends', ['gone']);
      return [moving, {id: 'gone', kind: 'sent'}, {id: 'new', kind: 'sent', phase: 'waiting'}, {id: 'old', kind: 'sent'}];
    });
    await requests.readSends();
    const phases = [...store.state.sends.values()].map((one) => [one.id, one.phase]);
    assert.deepEqual(phases, [['f', 'received'], ['new', 'received'], ['old', undefined]]);
  });

  test('a list counts as empty only when it was read or refused; a busy node is asked again, and without a link nobody is', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    store.apply(linked, true);
    let asked = node(() => 503);
    await assert.rejects(requests.readStills(), (error) => error.status === 503);
    assert.ok(!store.state.complete.has('stills'));
    asked = node(() => []);
    t.mock.timers.tick(5_000);
    while (store.state.reading.size) await new Promise(setImmediate);
    assert.deepEqual(asked, ['GET /v1/stills?limit=1000']);
    assert.ok(store.state.complete.has('stills'));
    node(() => 403);
    await assert.rejects(requests.readFiles(), (error) => error.status === 403);
    assert.ok(store.state.complete.has('files'));
    store.apply(linked, false);
    asked = node(() => 503);
    await assert.rejects(requests.readRecordings(), (error) => error.status === 503);
    t.mock.timers.tick(60_000);
    assert.deepEqual(asked, ['GET /v1/recordings?segments=0&limit=200']);
  });

  test('a list that cannot be read waits for one retry, however often it is read meanwhile', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    store.apply(linked, true);
    const asked = node(() => 503);
    for (let count = 0; count < 3; count += 1) await assert.rejects(requests.readRecordings());
    t.mock.timers.tick(5_000);
    while (store.state.reading.size) await new Promise(setImmediate);
    assert.equal(asked.length, 4);
    node(() => []);
    t.mock.timers.tick(5_000);
    while (store.state.reading.size) await new Promise(setImmediate);
  });

  test('repeated work is done at once, and once more for all that is requested meanwhile', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    let [count, finish] = [0, null];
    const again = repeated(() => { count += 1; return new Promise((resolve, reject) => { finish = count % 2 ? resolve : reject; }); }, 2_000);
    const settled = async () => { for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate); };
    again();
    again();
    again();
    assert.equal(count, 1);
    finish();
    await settled();
    assert.equal(count, 1, 'not before its time');
    t.mock.timers.tick(2_000);
    await settled();
    assert.equal(count, 2);
    finish(new Error('a failure ends it too'));
    await settled();
    t.mock.timers.tick(2_000);
    await settled();
    assert.equal(count, 2, 'nothing was requested meanwhile');
    again();
    assert.equal(count, 3);
  });

  test('a list is read once at a time', async () => {
    const asked = node(() => []);
    await Promise.all([requests.readStills(), requests.readStills(), requests.readFiles()]);
    assert.deepEqual(asked, ['GET /v1/stills?limit=1000', 'GET /v1/files?limit=1000']);
  });

  test('what is deleted goes from its list, also if it was gone already; a refusal leaves it', async () => {
    store.apply(listed, 'stills', stills(0, 3));
    const asked = node({'/v1/stills/s0': {}, '/v1/stills/s1': 404, '/v1/stills/s2': 403});
    await remove({list: 'stills', id: 's0'});
    await remove({list: 'stills', id: 's1'});
    await assert.rejects(remove({list: 'stills', id: 's2'}), (error) => error.status === 403);
    assert.deepEqual(asked.map((one) => one.split(' ')[0]), ['DELETE', 'DELETE', 'DELETE']);
    assert.deepEqual([...store.state.stills.keys()], ['s2']);
  });

  test('who may not look does not ask for the state, and who does not administer not for the peers', async () => {
    store.state = page('camera', 'shoot');
    const asked = node({});
    await Promise.all([requests.refresh(), requests.readPeers()]);
    assert.deepEqual(asked, []);
  });

  test('when the candidate of a pairing is gone, the peers are read again', async () => {
    const report = {phase: 'confirming', candidate: {session: 's'}};
    node({'/v1/pairing/window': report});
    await readPairing();
    const asked = node({'/v1/pairing/window': {phase: 'closed', ending: 'paired'}, '/v1/peers': [{id: 'a', name: 'attic'}]});
    await readPairing();
    assert.deepEqual(asked, ['GET /v1/pairing/window', 'GET /v1/peers']);
    assert.deepEqual(store.state.peers.map((peer) => peer.name), ['attic']);
  });

  test('after a refusal for lack of a grant, the page reads its session again, once', async () => {
    store.state = page('recorder', 'view', 'record');
    const asked = [];
    const me = {...store.state.me, grants: ['view'], lastSeen: 7};
    globalThis.fetch = async (where) => {
      asked.push(where);
      return where === '/v1/page/session' ? Response.json(me) : Response.json({type: 'tag:longshot,2026:not-granted'}, {status: 403});
    };
    const refused = async () => {
      await assert.rejects(ask('/v1/recordings', {method: 'POST', body: {}}), Problem);
      await new Promise(setImmediate);
    };
    await refused();
    assert.deepEqual([asked, store.state.me], [['/v1/recordings', '/v1/page/session'], me]);
    const {me: kept} = store.state;
    me.lastSeen = 8;
    await refused();
    assert.equal(store.state.me, kept, 'the same grants draw nothing again');
    globalThis.fetch = async (where) => { asked.push(where); return Response.json({type: 'tag:longshot,2026:busy'}, {status: 409}); };
    asked.length = 0;
    await refused();
    assert.deepEqual(asked, ['/v1/recordings']);
  });

  test('a browser that may not look any more has no report', () => {
    const state = {...page('camera', 'view', 'shoot'), report: {}};
    const report = (fields) => regranted(state, {...state.me, ...fields}).report;
    assert.deepEqual([report({grants: ['view']}), report({grants: ['shoot']}), report({grants: [], viewOf: ['a']})], [{}, null, {}]);
  });
});

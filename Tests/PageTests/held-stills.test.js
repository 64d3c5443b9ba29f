// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, test} from 'node:test';
import {fileHeard} from '../../Sources/ControlServer/Page/files.js';
import {heldStills, lateRecorders, watchHeld} from '../../Sources/ControlServer/Page/held-stills.js';
import {accepted, stillTaken} from '../../Sources/ControlServer/Page/jobs.js';
import {completed, listed, noticeClosed, preferred, reported} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {after, file, job, page, still} from './support.js';

const problem = '2.0 MB are to come, and the disk has room for 0 B (250 MB stay free): free some space there; the next attempt goes on from what has arrived';
const held = (id, fields = {}) => file({id, kind: 'still', peer: 'porch', phase: 'suspended', problem, ...fields});
const cameras = [{camera: 'porch', name: 'Porch', phase: 'connected'}, {camera: 'shed', name: 'Shed', phase: 'lost'}];

describe('stills that a recorder has not stored', () => {
  const {state} = store;
  let end;
  beforeEach(() => { end = new AbortController(); });
  afterEach(() => { end.abort(); store.state = state; });
  const told = () => store.state.notices.list.map(({text}) => text);
  const settled = () => new Promise((resolve) => { setImmediate(resolve); });

  test('are those of connected cameras whose transfer failed or waits because of a problem', () => {
    const files = [held('a'), held('b', {phase: 'failed'}), held('c', {peer: 'shed'}), held('d', {phase: 'received'}), held('e', {problem: undefined}), held('f', {kind: 'file'})];
    const known = after(page('recorder', 'view'), [reported, {cameras}, 0], [listed, 'files', files]);
    assert.deepEqual(heldStills(known).map(({id}) => id), ['a', 'b']);
  });

  test('the desk tells what happened, where the picture is and what to do, once for each still and one at a time for a camera', () => {
    store.state = after(page('recorder', 'view'), [reported, {cameras}, 0], [listed, 'files', [held('old')]], [completed, 'files']);
    watchHeld(end.signal);
    assert.deepEqual(told(), [], 'it was so before the page was opened');
    store.apply(fileHeard, held('a'), 0);
    const text = `A still of Porch is not on this recorder yet: ${problem}. Porch keeps it, and the recorder tries again.`;
    assert.deepEqual(told(), [text]);
    for (const phase of ['transferring', 'suspended']) store.apply(fileHeard, held('a', {phase}), 0);
    store.apply(fileHeard, held('b'), 0);
    assert.deepEqual(told(), [text]);
    store.apply(noticeClosed, store.state.notices.list[0].id);
    store.apply(fileHeard, held('a'), 0);
    assert.deepEqual(told(), [], 'it is known');
    store.apply(fileHeard, held('c'), 0);
    assert.deepEqual(told(), [text], 'of the next press');
    store.apply(fileHeard, held('c', {phase: 'failed', problem: 'no answer'}), 0);
    assert.equal(told()[1], undefined, 'one message about a camera is shown');
  });

  test('of a still, the recorders are late that are connected and have not confirmed it', () => {
    const peers = [{peer: 'r1', name: 'attic', phase: 'connected'}, {peer: 'r2', name: 'cellar', phase: 'lost'}];
    const camera = after(page('camera', 'view', 'shoot'), [reported, {peers}, 0]);
    const late = (fields) => lateRecorders(camera, still({save: 'recorder', ...fields}));
    assert.deepEqual([late({}), late({recipients: ['r1', 'r2']}), late({recipients: ['r1'], receivedBy: ['r1']})], [[], ['attic'], []]);
    assert.deepEqual(lateRecorders(page('camera', 'shoot'), {recipients: ['r1']}), ['The recorder']);
  });

  test("the camera's page tells once for each press if the recorder has not stored the still ten seconds later", async (context) => {
    context.mock.timers.enable({apis: ['setTimeout']});
    let answer = still({save: 'both', recipients: ['r1']});
    context.mock.method(globalThis, 'fetch', async () => (answer ? Response.json(answer) : Response.json({status: 404, title: 'Not found', detail: ''}, {status: 404})));
    store.state = after(page('camera', 'view', 'shoot'), [preferred, 'save', {where: 'both'}],
      [reported, {peers: [{peer: 'r1', name: 'attic', phase: 'connected'}]}, 0]);
    watchHeld(end.signal);
    const shoot = async (id, number = 1, fields = {}) => {
      store.apply(accepted, job({id}));
      store.apply(stillTaken, still({id: `${id}-${number}`, job: id, save: 'both', ...fields}));
      context.mock.timers.tick(9_999);
      await settled();
      const before = told().length;
      context.mock.timers.tick(1);
      await settled();
      return told().length - before;
    };
    assert.deepEqual([await shoot('a'), await shoot('a', 2), await shoot('b')], [1, 0, 1]);
    assert.match(told()[0], /^attic has not stored your still yet\. This camera keeps it until then\. If this lasts, the disk of the recorder may be full: /);
    answer = {...answer, receivedBy: ['r1']};
    assert.equal(await shoot('c'), 0, 'it is on both');
    answer = null;
    assert.equal(await shoot('d', 1, {save: 'recorder'}), 0, 'the camera has deleted it');
    assert.equal(await shoot('e', 1, {save: 'camera'}), 0);
    assert.deepEqual(fetch.mock.calls.map(({arguments: [address]}) => String(address)).filter((address) => !address.endsWith('/content')),
      ['a-1', 'b-1', 'c-1', 'd-1'].map((id) => `/v1/stills/${id}`), 'nothing is asked of a press that was told, or is for no recorder');
  });
});

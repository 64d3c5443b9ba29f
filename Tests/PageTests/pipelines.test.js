// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {mock, test} from 'node:test';
import {heard} from '../../Sources/ControlServer/Page/events.js';
import {capturing, returnText, watchReturns} from '../../Sources/ControlServer/Page/pipelines.js';
import {reported} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {after, page} from './support.js';

const at = new Date(2026, 10, 21, 12).getTime() / 1_000;
const returnedFrom = {pipeline: 'new', reason: 'the camera is gone', at};
const returned = {pipeline: 'old', phase: 'running', returnedFrom};
const words = 'The camera uses the old pipeline again (12:00:00), because new failed: the camera is gone';
const told = (capture) => returnText(after(page('camera', 'view'), [reported, {capture}, 0]), at * 1_000);

test('a page says that the camera has returned to the old pipeline, when and why, once that gives pictures', () => {
  assert.equal(told(returned), words);
  assert.equal(told({...returned, phase: 'starting'}), '', 'not before it gives pictures');
  assert.equal(told({pipeline: 'new', phase: 'running'}), '');
  assert.equal(returnText(page('recorder', 'view'), 0), '');
});

watchReturns();

test('a page that is opened after that reports it once in this browser, and the next return too', () => {
  const before = store.state;
  store.state = page('camera', 'view');
  try {
    const notices = () => store.state.notices.list.length;
    const open = (report) => store.apply(reported, report, 0);
    open({capture: returned});
    assert.equal(notices(), 1);
    open({capture: {...returned, phase: 'failed'}});
    open({capture: returned});
    assert.equal(notices(), 1, 'not again after a failure of the camera');
    const {preferences} = store.state;
    store.state = {...page('camera', 'view'), preferences};
    open({capture: {...returned, phase: 'starting'}});
    open({capture: returned});
    assert.equal(notices(), 0, 'a page that is loaded again');
    open({capture: {...returned, returnedFrom: {...returnedFrom, at: at + 60}}});
    assert.equal(notices(), 1);
  } finally {
    store.state = before;
  }
});

/** What the page says of a chosen pipeline: the steps are events of the capture as `phase pipeline`, or milliseconds. */
async function chosen(...steps) {
  const before = store.state;
  store.state = {...page('camera', 'view', 'admin'), capture: {pipeline: 'old', phase: 'running', epochID: 'e'}};
  let failure;
  mock.timers.enable({apis: ['setTimeout']});
  try {
    const said = [];
    capturing('new', async () => {}).then(() => said.push('runs'), (error) => said.push(error.message));
    for (const step of steps) {
      if (typeof step === 'number') mock.timers.tick(step);
      else {
        const [phase, pipeline] = step.split(' ');
        if (phase === 'failed') failure = {pipeline, reason: 'no key frame', at};
        // What fails or stops before its own epoch has the identity of the one before.
        const epochID = phase === 'running' && pipeline === 'new' ? 'f' : 'e';
        const capture = {phase, pipeline, epochID, returnedFrom: failure, ...(phase === 'failed' ? {reason: 'no key frame'} : {})};
        store.apply(heard, 'capture', capture, 0, 0);
        store.apply(reported, {capture}, 0);
      }
      await new Promise(setImmediate);
    }
    return [...said, ...store.state.notices.list.map(({text}) => text)];
  } finally {
    // Ends what still waits, before its timers go.
    store.apply(heard, 'capture', {phase: 'failed', pipeline: 'new'}, 0, 0);
    await new Promise(setImmediate);
    mock.timers.reset();
    store.state = before;
  }
}

test('a chosen pipeline runs if it still does a second after its first picture; otherwise only its end is told', async () => {
  const failed = ['The camera goes back to the old pipeline, because new gives no picture: no key frame'];
  assert.deepEqual(await chosen('starting new', 'running new', 900), []);
  assert.deepEqual(await chosen('starting new', 14_500, 'running new', 'running new', 1_000), ['runs']);
  assert.deepEqual(await chosen('starting new', 'failed new', 1_000), failed);
  assert.deepEqual(await chosen('running old', 'starting new', 'running new', 500, 'failed new', 'starting old', 'running old', 1_000), failed, 'once');
  assert.deepEqual(await chosen('starting new', 'running new', 500, 'stopped new', 500), ['new ended right after its first picture.']);
  assert.deepEqual(await chosen('starting new', 15_000), ["new has given no picture for 15 s. The camera's log says why."]);
});

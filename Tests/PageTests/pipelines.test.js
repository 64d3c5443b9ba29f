// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {mock, test} from 'node:test';
import {heard} from '../../Sources/ControlServer/Page/events.js';
import {abandoned, capturing, watchReturns} from '../../Sources/ControlServer/Page/pipelines.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {after, page} from './support.js';

/** The reason of a return to the pipeline before, after events of the capture as `phase pipeline began`. */
const told = (...captures) => abandoned(after(page('camera', 'view'), ...captures.map((text) => {
  const [phase, pipeline, began = 'camera-restarted'] = text.split(' ');
  return [heard, 'capture', {phase, pipeline, began, ...(phase === 'failed' ? {reason: 'the camera is gone'} : {})}, 0, 0];
}), [heard, 'still', {id: 's1'}, 0, 0]).events)?.pipeline;

const begin = ['running old', 'starting new', 'running new pipeline-changed'];

test('a pipeline that ran and failed is named once the camera uses the one before it again', () => {
  const failed = [...begin, 'failed new pipeline-changed', 'starting old pipeline-changed'];
  assert.equal(told(...failed), undefined, 'not before it gives pictures');
  assert.equal(told(...failed, 'running old pipeline-changed'), 'new');
  assert.equal(told(...failed, 'running old pipeline-changed', 'running old pipeline-changed'), undefined, 'once');
  // The page may have been opened meanwhile, and another camera may have the same pipeline.
  assert.equal(told('failed new', 'starting new', 'running new pipeline-changed'), 'new');
});

test('nothing is said of a retry, of a pipeline that a user chooses, and of one that failed before its first picture', () => {
  assert.equal(told(...begin), undefined);
  assert.equal(told(...begin, 'failed new', 'starting new', 'running new capture-failed'), undefined);
  assert.equal(told(...begin, 'failed new', 'starting old', 'running old capture-failed'), undefined, 'chosen in the pause after the failure');
  assert.equal(told(...begin, 'failed new', 'starting new', 'starting old', 'running old pipeline-changed'), undefined, 'chosen during the retry');
  assert.equal(told('running old', 'starting new', 'failed new', 'starting old', 'running old pipeline-changed'), undefined);
});

watchReturns();

/** What the page says of a chosen pipeline: the steps are events of the capture as `phase pipeline`, or milliseconds. */
async function chosen(...steps) {
  const before = store.state;
  store.state = {...page('camera', 'view', 'admin'), capture: {pipeline: 'old', phase: 'running'}};
  mock.timers.enable({apis: ['setTimeout']});
  try {
    const said = [];
    capturing('new', async () => {}).then(() => said.push('runs'), (error) => said.push(error.message));
    for (const step of steps) {
      if (typeof step === 'number') mock.timers.tick(step);
      else {
        const [phase, pipeline] = step.split(' ');
        store.apply(heard, 'capture', {phase, pipeline, began: 'pipeline-changed', ...(phase === 'failed' ? {reason: 'no key frame'} : {})}, 0, 0);
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
  const failed = ['The camera uses the old pipeline again, because new gives no picture: no key frame'];
  assert.deepEqual(await chosen('starting new', 'running new', 900), []);
  assert.deepEqual(await chosen('starting new', 14_500, 'running new', 'running new', 1_000), ['runs']);
  assert.deepEqual(await chosen('starting new', 'failed new', 1_000), failed);
  assert.deepEqual(await chosen('running old', 'starting new', 'running new', 500, 'failed new', 'starting old', 'running old', 1_000), failed, 'once');
  assert.deepEqual(await chosen('starting new', 'running new', 500, 'stopped new', 500), ['new ended right after its first picture.']);
  assert.deepEqual(await chosen('starting new', 15_000), ["new has given no picture for 15 s. The camera's log says why."]);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {heard} from '../../Sources/ControlServer/Page/events.js';
import {abandoned} from '../../Sources/ControlServer/Page/pipelines.js';
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

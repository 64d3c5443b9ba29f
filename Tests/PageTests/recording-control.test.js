// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {heard} from '../../Sources/ControlServer/Page/events.js';
import {moment} from '../../Sources/ControlServer/Page/formats.js';
import {phrases, shownEvents} from '../../Sources/ControlServer/Page/log.js';
import {recordButton, recordingAsked, revocations} from '../../Sources/ControlServer/Page/recording-control.js';
import {reported} from '../../Sources/ControlServer/Page/state.js';
import {after, page} from './support.js';

const noon = new Date(2026, 10, 21, 12).getTime();
const peers = [{peer: 'r1', name: 'attic', phase: 'connected'}, {peer: 'r2', name: 'barn', phase: 'suspended'}];
const camera = (recordingControl) => after(page('camera', 'view', 'record'), [reported, {peers, recordingControl}, 0]);
const button = (recordingControl) => Object.values(recordButton(camera(recordingControl), noon));

test('without a recorder that is connected, the record button says so and cannot be pressed', () => {
  assert.deepEqual(button(undefined), [false, true, 'No recorder is connected.']);
  assert.deepEqual(button({recorders: [{recorder: 'r2'}]}), [false, true, 'No recorder is connected.']);
  // One that has recorded it when it left fetches the rest later.
  assert.deepEqual(button({recorders: [{recorder: 'r2', startedAt: noon * 1e6}]}),
    [false, true, 'barn is not connected. What is captured meanwhile is kept here, and fetched later.']);
});

test('it shows a press at once, until the recorder has answered, or the node has refused it', () => {
  const recorded = {recorders: [{recorder: 'r1'}]};
  const pressed = recordingAsked(camera(recorded), {isOn: true});
  assert.deepEqual(Object.values(recordButton(pressed, noon)), [false, true, 'Starting the recording…']);
  assert.deepEqual(recordingAsked(pressed).report.recordingControl, {...recorded, request: undefined});
  const heard = camera({...recorded, request: {id: 'q', isOn: true}});
  assert.equal(recordingAsked(heard), heard, 'the answer to this press may still be under way');
});

test('it says which of the two has revoked the other and when, also while another recorder is connected, for a day', () => {
  const peer = (fields) => ({peer: 'r2', name: 'barn', phase: 'lost', ...fields});
  const told = (fields, at = noon, others = [], recorders = []) => {
    const state = after(page('camera', 'view', 'record'), [reported, {peers: [peer(fields), ...others], recordingControl: {recorders}}, 0]);
    return [revocations(state, at), recordButton(state, at).text];
  };
  const [here] = told({revokedAt: noon / 1_000})[0];
  assert.match(here, /^This camera revoked barn \(12:00:00\)\. .*`longshot pair open`/);
  const [there] = told({revokedByPeerAt: noon / 1_000})[0];
  assert.match(there, /^barn revoked this camera \(12:00:00\)\. .*`longshot pair join`/);
  assert.deepEqual(told({revokedAt: noon / 1_000}), [[here], here], 'not that no recorder is connected');
  const attic = [[peers[0]], [{recorder: 'r1', startedAt: noon * 1e6}]];
  assert.deepEqual(told({revokedByPeerAt: noon / 1_000}, noon, ...attic)[1], `Recording since 12:00:00. ${there}`);
  const later = noon + 2 * 86_400_000;
  assert.deepEqual(told({revokedByPeerAt: noon / 1_000}, later, ...attic)[0], []);
  assert.equal(told({revokedByPeerAt: noon / 1_000}, later)[0].length, 1);
  assert.deepEqual(told({reason: 'timed out'})[0], []);
  assert.deepEqual(told({phase: 'connected', revokedAt: 1})[0], [], 'it is paired again');
});

test('it starts, or stops what runs since when, and says what a recorder refused', () => {
  assert.deepEqual(button({recorders: [{recorder: 'r1'}]}), [false, false, '']);
  assert.deepEqual(button({recorders: [{recorder: 'r1', startedAt: noon * 1e6}]}), [true, false, 'Recording since 12:00:00.']);
  assert.deepEqual(button({recorders: [{recorder: 'r1', problem: 'the disk is full'}]}), [false, false, 'attic: the disk is full.']);
});

test('until the recorder has answered, it cannot be pressed; the event of the answer is enough', () => {
  const asked = {request: {id: 'q', isOn: true}, recorders: [{recorder: 'r1'}]};
  assert.deepEqual(button(asked), [false, true, 'Starting the recording…']);
  assert.deepEqual(button({...asked, request: {id: 'q', isOn: false}}), [true, true, 'Stopping the recording…']);
  const told = after(camera(asked), [heard, 'recording-control', {recorders: [{recorder: 'r1', startedAt: noon * 1e6}]}, noon, 0]);
  assert.deepEqual(Object.values(recordButton(told, noon)), [true, false, 'Recording since 12:00:00.']);
});

test('in the log each of its events says something, once, and one that says nothing is left out', () => {
  const events = [
    {recorders: []}, {recorders: [{recorder: 'r1'}]}, {request: {id: 'q', isOn: true}, recorders: [{recorder: 'r1'}]},
    {recorders: [{recorder: 'r1', startedAt: noon * 1e6}, {recorder: 'r2'}]}, {recorders: [{recorder: 'r1', startedAt: noon * 1e6}]},
    {recorders: [{recorder: 'r1', problem: 'the disk is full'}]},
  ];
  const state = after(camera(undefined), ...events.map((value) => [heard, 'recording-control', value, noon, 0]));
  assert.deepEqual(shownEvents(state).map(({kind, value}) => phrases[kind](value)).reverse(),
    ['Not being recorded.', 'Starting the recording…', 'Recording since 12:00:00.', 'the disk is full']);
});

test('an event of a node that was revoked says that, with the time of this browser', () => {
  const at = new Date(2020, 1, 2, 3, 4, 5);
  const stamp = at.toISOString().replace(/\.\d+/, '');
  const camera = {name: 'garden', phase: 'lost', reason: 'revoked: this recorder has revoked it'};
  assert.equal(phrases['camera-link'](camera), 'garden, not connected, revoked: this recorder has revoked it');
  assert.equal(phrases['camera-link']({...camera, reason: `revoked: it revoked this recorder at ${stamp}; pair them again`}),
    `garden, not connected, revoked: it revoked this recorder at ${moment(at.getTime())}; pair them again`);
  assert.equal(phrases.peer({name: 'attic', phase: 'lost', reason: 'revoked'}), 'attic, not connected, revoked');
});

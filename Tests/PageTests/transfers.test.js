// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {lastStill} from '../../Sources/ControlServer/Page/cameras.js';
import {fileHeard, momentOfFile} from '../../Sources/ControlServer/Page/files.js';
import {momentOf} from '../../Sources/ControlServer/Page/formats.js';
import {noteOf, shownItems} from '../../Sources/ControlServer/Page/items.js';
import {receivers, canGo} from '../../Sources/ControlServer/Page/sending.js';
import {actions, fileText, transfers} from '../../Sources/ControlServer/Page/transfer-list.js';
import {after, file, page} from './support.js';

const owner = page('recorder', 'view', 'admin');
const speed = (state) => state.paces.get(file().id)?.speed;

test('the speed is measured between two words of the node, smoothed, and gone when the file is', () => {
  const first = after(owner, [fileHeard, file(), 0]);
  assert.equal(speed(first), 0);
  const second = after(first, [fileHeard, file({bytes: 100_000}), 1_000]);
  assert.equal(speed(second), 100_000);
  assert.equal(speed(after(second, [fileHeard, file({bytes: 900_000}), 1_100])), 100_000, 'too soon to measure');
  assert.equal(speed(after(second, [fileHeard, file({bytes: 400_000}), 2_000])), 200_000);
  assert.equal(after(second, [fileHeard, file({phase: 'received'}), 2_000]).paces.size, 0);
});

test('files are sorted, the newest first, into those on the way and those that are over', () => {
  const state = after(owner, [fileHeard, file({id: 'a'}), 0], [fileHeard, file({id: 'c', phase: 'received'}), 0],
    [fileHeard, file({id: 'd', phase: 'failed'}), 0], [fileHeard, file({id: 'b', kind: 'sent'}), 0]);
  const {coming, over} = transfers(state);
  assert.deepEqual([coming.map((one) => one.id), over.map((one) => one.id)], [['b', 'a'], ['d', 'c']]);
  // Ids of stills and of other files have their moment in different forms.
  const ids = ['20261126T091300Z-1', (Date.UTC(2026, 10, 26, 9, 33)).toString(16) + '-1', '20261126T092800Z-2'];
  const mixed = after(owner, ...ids.map((id) => [fileHeard, file({id, phase: 'received'}), 0]));
  assert.deepEqual(transfers(mixed).over.map((one) => one.id), [ids[1], ids[2], ids[0]]);
  assert.match(fileText(mixed, file({id: ids[1], phase: 'received'})), /\d\d:33:00 · received/);
  assert.ok(state.sends.has('b') && !state.files.has('b'));
});

test('each still of a series has the moment at which it was taken', () => {
  const at = Date.UTC(2026, 10, 26, 12, 45, 40);
  const series = [1, 2, 3, 4].map((number) => file({
    id: `20261126T124540Z-b03a-000${number}-porch`, kind: 'still', phase: 'received', shownAt: (at + (number - 1) * 3_000 + 451) * 1e6,
  }));
  const state = after(owner, ...series.map((one) => [fileHeard, one, 0]));
  const {over} = transfers(state);
  assert.deepEqual(over.map((one) => fileText(state, one).match(/:(45:\d\d) · received/)?.[1]), ['45:49', '45:46', '45:43', '45:40']);
  assert.deepEqual(shownItems(state).map((item) => noteOf(state, item).slice(-5)), ['45:49', '45:46', '45:43', '45:40']);
  assert.equal(lastStill(state, 'peer'), series[3], 'the newest is the last one');
});

test('a file has the time of its arrival, which may be a night after its offer', () => {
  const offered = momentOf('19ac0a1b2c0-deadbeef');
  assert.equal(momentOfFile(file({id: '19ac0a1b2c0-deadbeef', phase: 'offered'})), offered);
  assert.equal(momentOfFile(file({id: '19ac0a1b2c0-deadbeef', phase: 'received', milliseconds: 36_000_000})), offered + 36_000_000);
});

test('a file is described: how far, how fast, from whom, and what is wrong', () => {
  const state = {...after(owner, [fileHeard, file(), 0], [fileHeard, file({bytes: 500_000}), 1_000]), peers: [{id: 'peer', name: 'porch'}]};
  assert.equal(fileText(state, file({bytes: 500_000})), 'receiving · 500 kB of 1.0 MB · 500 kB/s, 1 s left · from porch');
  assert.equal(fileText(owner, file({kind: 'sent', phase: 'suspended', peer: 'abcdefghij', problem: 'no answer'})),
    'interrupted, retrying · 0 B of 1.0 MB · to abcdefg · no answer');
  assert.equal(fileText(owner, file({id: 'x', phase: 'received', bytes: 1_000_000})), 'received · 1.0 MB · from peer');
});

test('what may be done depends on the phase, the direction and the grants', () => {
  const names = (state, fields) => actions(state, file(fields)).map((one) => one.text);
  assert.deepEqual(names(owner, {phase: 'offered'}), ['Accept', 'Refuse']);
  assert.deepEqual(names(owner, {phase: 'transferring'}), ['Cancel']);
  assert.deepEqual(names(owner, {phase: 'transferring', kind: 'still'}), []);
  assert.deepEqual(names(owner, {phase: 'failed', kind: 'still'}), ['Retry']);
  assert.deepEqual(names(owner, {phase: 'failed'}), []);
  assert.deepEqual(names(owner, {phase: 'cancelled'}), []);
  assert.deepEqual(names(owner, {phase: 'received'}), ['Download']);
  for (const [phase, wanted] of Object.entries({
    offered: ['Pause', 'Cancel'], paused: ['Resume', 'Cancel'], failed: ['Retry', 'Remove'], refused: ['Retry', 'Remove'], received: [],
  })) assert.deepEqual(names(owner, {kind: 'sent', phase}), wanted, phase);
  const viewer = page('recorder', 'view');
  assert.deepEqual([names(viewer, {phase: 'offered'}), names(viewer, {phase: 'received'}), names(viewer, {kind: 'sent'})], [[], ['Download'], []]);
});

test('what is done is asked of the node with its file in the path', () => {
  const [accept, refuse] = actions(owner, file({id: 'a/b', phase: 'offered'}));
  assert.deepEqual([accept.where, accept.options], ['/v1/files/a%2Fb/decision', {method: 'POST', body: {accept: true}}]);
  assert.equal(refuse.options.body.accept, false);
  const [pause] = actions(owner, file({id: 'x', kind: 'sent'}));
  assert.deepEqual([pause.where, pause.options], ['/v1/sends/x', {method: 'PATCH', body: {isPaused: true}}]);
});

test('files go to nodes that can be reached, and not while they are being recorded', () => {
  const peers = [
    {id: 'a', role: 'recorder', addresses: ['h:1']}, {id: 'b', role: 'recorder', addresses: []},
    {id: 'c', role: 'remote', addresses: ['h:1']}, {id: 'd', role: 'camera', addresses: ['h:1'], revoked: 1},
  ];
  assert.deepEqual(receivers({peers}).map((peer) => peer.id), ['a']);
  assert.deepEqual([canGo({kind: 'still'}), canGo({kind: 'clip', source: {state: 'recording'}}), canGo({kind: 'clip', source: {state: 'stopped'}})], [true, false, true]);
});

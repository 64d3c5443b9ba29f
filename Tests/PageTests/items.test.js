// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as items from '../../Sources/ControlServer/Page/items.js';
import {listed, missed} from '../../Sources/ControlServer/Page/state.js';
import {after, file, page, recording, still} from './support.js';

const stills = ['a', 'b', 'c', 'd'].map((id, index) => still({id, shownAt: (10 - index) * 1e15}));
const camera = after(page('camera', 'view', 'shoot'), [listed, 'stills', stills]);
const ids = (list) => list.map((item) => item.id);

test('a camera shows its stills, the newest first; only who may shoot deletes', () => {
  assert.deepEqual(ids(items.shownItems(camera)), ['a', 'b', 'c', 'd']);
  assert.ok(items.shownItems(camera).every((item) => item.isRemovable && item.isPicture));
  const viewer = after(page('camera', 'view'), [listed, 'stills', stills]);
  assert.ok(!items.shownItems(viewer).some((item) => item.isRemovable));
});

test('a recorder shows what was received and what was recorded, and filters it', () => {
  const recorder = after(page('recorder', 'view', 'record'), [listed, 'files', [
    file({id: '0190aaaaaaaa-1', phase: 'received', kind: 'still', name: 'x.jpg'}), file({id: '0190aaaaaaab-1', phase: 'received', name: 'y.zip'}),
    file({id: '0190aaaaaaac-1', name: 'z.zip'}),
  ]], [listed, 'recordings', [recording({id: 'r1', state: 'stopped'}), recording({id: 'r2', state: 'stopped', isLocked: true}), recording({id: 'r3'})]]);
  assert.deepEqual(items.itemKinds(recorder), ['still', 'file', 'clip']);
  const [zip, picture] = items.shownItems(recorder).filter((item) => item.list === 'files');
  assert.deepEqual([picture.kind, picture.thumbnail, picture.isRemovable], ['still', '/v1/files/0190aaaaaaaa-1/thumbnail', false]);
  assert.deepEqual([zip.kind, zip.thumbnail], ['file', null]);
  const clips = items.shownItems(after(recorder, [items.filtered, 'clip']));
  assert.deepEqual(clips.filter((item) => item.isRemovable).map((item) => item.id), ['r1'], 'neither a locked nor a running one');
});

test('captions', () => {
  const [item] = items.shownItems(camera);
  assert.match(items.caption(item), /^.*1970.* · 640×480 · 1\.0 kB · 11 ms before the press · saved on the camera$/);
  assert.match(items.caption({kind: 'clip', at: 0, source: recording()}), /^Porch · .* · 1:00 · 5\.0 MB$/);
  assert.equal(items.caption({kind: 'file', at: 0, source: file()}), 'a.bin · 1.0 MB');
});

test('items are chosen one by one, in a range in either direction, or all; the first one begins to choose', () => {
  const one = after(camera, [items.chosen, 'c']);
  assert.ok(one.gallery.isChoosing);
  assert.deepEqual(ids(items.chosenItems(one)), ['c']);
  assert.deepEqual(ids(items.chosenItems(after(one, [items.rangeChosen, 'a']))), ['a', 'b', 'c']);
  assert.deepEqual(ids(items.chosenItems(after(one, [items.rangeChosen, 'd']))), ['c', 'd']);
  assert.deepEqual(ids(items.chosenItems(after(camera, [items.rangeChosen, 'b']))), ['b'], 'without a first one');
  assert.equal(items.chosenItems(after(camera, [items.allChosen])).length, 4);
  assert.equal(items.chosenItems(after(one, [items.chosen, 'c'])).length, 0);
  assert.deepEqual(after(one, [items.choosing, false]).gallery.chosen.size, 0);
});

test('what is deleted is not chosen any more', () => {
  const gone = after(camera, [items.allChosen], [missed, 'stills', ['a', 'b']]);
  assert.deepEqual(ids(items.chosenItems(gone)), ['c', 'd']);
});

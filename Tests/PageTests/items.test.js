// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as grid from '../../Sources/ControlServer/Page/grid.js';
import * as items from '../../Sources/ControlServer/Page/items.js';
import {listed, missed, reported} from '../../Sources/ControlServer/Page/state.js';
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

test('the items of a day are a group, and items without a date are the last one', () => {
  const noon = (day) => new Date(2026, 10, day, 12).getTime() * 1e6;
  const list = [[21, 0], [21, 11 * 3.6e12], [20, 0], [20, -11 * 3.6e12], [18, 0]].map(([day, by], index) => still({id: `s${index}`, shownAt: noon(day) + by}));
  const groups = items.dayGroups(after(page('camera', 'view'), [listed, 'stills', [...list, still({id: 'x', shownAt: 0})]]));
  assert.deepEqual(groups.map(({count}) => count), [2, 2, 1, 1]);
  assert.match(groups[1].title, /20/);
  assert.equal(groups[3].title, 'Day unknown');
  assert.deepEqual(items.dayGroups(page('camera', 'view')), []);
});

test('a grid begins a row below the title of each group, and finds its cells by height', () => {
  const of = (...counts) => grid.layout(counts.map((count) => ({title: `${count}`, count})), 3, 100, 30);
  const two = of(4, 2);
  assert.deepEqual([two.height, two.count], [360, 6]);
  assert.deepEqual([0, 2, 3, 4, 5].map((index) => grid.placed(two, index)),
    [{column: 0, top: 30}, {column: 2, top: 30}, {column: 0, top: 130}, {column: 0, top: 260}, {column: 1, top: 260}]);
  assert.deepEqual(grid.cellsBetween(two, 0, 30), [0, 3]);
  assert.deepEqual(grid.cellsBetween(two, 130, 240), [3, 4]);
  assert.deepEqual(grid.cellsBetween(two, 135, 300), [3, 6]);
  assert.deepEqual(grid.cellsBetween(two, -200, 1_000), [0, 6]);
  assert.deepEqual(grid.cellsBetween(of(), 0, 100), [0, 0]);
});

test('what is drawn is in the document in the order of the screen', () => {
  const list = [];
  const node = (name, hidden = false) => ({name, hidden, get nextSibling() { return list[list.indexOf(this) + 1] ?? null; }});
  const moved = [];
  const sheet = {
    get firstChild() { return list[0] ?? null; },
    insertBefore(child, next) {
      moved.push(child.name);
      if (list.includes(child)) list.splice(list.indexOf(child), 1);
      list.splice(next ? list.indexOf(next) : list.length, 0, child);
    },
  };
  const order = (...nodes) => { grid.arrange(sheet, nodes); return list.filter((one) => !one.hidden).map((one) => one.name).join(''); };
  const [a, b, c, d, title, free] = [node('a'), node('b'), node('c'), node('d'), node('T'), node('x', true)];
  list.push(free, b, c, title, d, a);
  assert.equal(order(title, a, b, c, d), 'Tabcd');
  assert.deepEqual(moved.splice(0), ['T', 'a']);
  assert.equal(order(title, a, b, c, d), 'Tabcd');
  assert.deepEqual(moved, [], 'what is in order stays where it is');
  a.hidden = true;
  assert.equal(order(title, b, c, d), 'Tbcd');
  assert.deepEqual(moved, []);
});

test('arrow keys move by cell and by row, also from group to group', () => {
  const two = grid.layout([{title: 'a', count: 4}, {title: 'b', count: 2}], 3, 100, 30);
  const moves = (key) => [0, 1, 2, 3, 4, 5].map((index) => grid.neighbour(two, index, key));
  assert.deepEqual(moves('ArrowDown'), [3, 3, 3, 4, null, null]);
  assert.deepEqual(moves('ArrowUp'), [null, null, null, 0, 3, 3]);
  assert.deepEqual([grid.neighbour(two, 3, 'ArrowRight'), grid.neighbour(two, 0, 'ArrowLeft'), grid.neighbour(two, 5, 'ArrowRight')], [4, null, null]);
  assert.deepEqual([grid.neighbour(two, 2, 'Home'), grid.neighbour(two, 2, 'End'), grid.neighbour(two, 2, 'x')], [0, 5, null]);
});

test('a deletion says what it takes, and what it leaves and why', () => {
  const recorder = after(page('recorder', 'view', 'record', 'admin'), [listed, 'files', [
    file({id: '0190aaaaaaaa-1', phase: 'received', kind: 'still', name: 'x.jpg'}), file({id: '0190aaaaaaab-1', phase: 'received', kind: 'still', name: 'y.jpg'}),
  ]], [listed, 'recordings', [recording({id: 'r1', state: 'stopped'}), recording({id: 'r2', state: 'stopped', isLocked: true}), recording({id: 'r3'})]]);
  const all = items.shownItems(recorder);
  const {question, left, items: taken} = items.removal(all);
  assert.equal(question, 'Delete 2 stills, 1 recording (1:00)?');
  assert.equal(left, '1 item is locked and stays: unlock under Recordings first. 1 item cannot be deleted from here, or not yet.');
  assert.equal(taken.length, 3);
  assert.deepEqual(items.removal(all.filter((item) => item.id === 'r1')).left, '');
  assert.deepEqual(items.removal(all.filter((item) => item.id === 'r2')).items, []);
});

test('captions', () => {
  const [item] = items.shownItems(camera);
  assert.match(items.caption(camera, item), /^.*1970.* · 640×480 · 1\.0 kB · 11 ms before the press · kept on the camera$/);
  const caption = (...receivedBy) => items.caption(camera, {...item, source: {...item.source, save: 'both', recipients: ['a', 'b'], receivedBy}});
  assert.match(caption('a'), / · kept on the camera, goes to a recorder$/);
  assert.match(caption('a', 'b'), / · kept on the camera, received by a recorder$/, 'it may have deleted it since');
  assert.match(items.caption(camera, {kind: 'clip', at: 0, source: recording()}), /^Porch · .* · 1:00 · 5\.0 MB$/);
  assert.equal(items.caption(camera, {kind: 'file', at: 0, source: file()}), 'a.bin · 1.0 MB');
  const taken = {list: 'files', kind: 'still', at: 0, source: file({name: 's.jpg', peer: 'porch-id'})};
  const recorder = after(page('recorder', 'view'), [reported, {cameras: [{camera: 'porch-id', name: 'porch'}]}, 0]);
  assert.deepEqual([items.noteOf(recorder, taken), items.caption(recorder, taken)], ['porch', 'porch · s.jpg · 1.0 MB']);
  assert.equal(items.noteOf(page('recorder', 'view'), taken), '');
  assert.match(items.noteOf(recorder, {...taken, at: Date.UTC(2026, 10, 26, 9, 13, 5)}), /^porch · \d\d:13:05$/);
  const clip = {kind: 'clip', at: Date.UTC(2026, 10, 26, 9, 13, 5), source: {cameraName: 'porch', duration: 42.97e9}};
  assert.match(items.noteOf(recorder, clip), /^porch · \d\d:13:05, 0:42 long$/, 'a length alone reads as a time of day');
  const long = {...clip, source: {...clip.source, cameraName: 'Camera behind the garden shed (abcdefg)'}};
  assert.match(items.noteOf(recorder, long), /^Camera be…ed \(abcdefg\) · /, 'the id stays');
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

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Store} from '../../Sources/ControlServer/Page/store.js';

const add = (state, by) => ({...state, count: state.count + by});
const rename = (state, name) => ({...state, name});

test('a view is drawn at once, and then whenever a part that it reads is replaced', () => {
  const store = new Store({count: 0, name: 'a'});
  const drawn = [];
  store.watch((state) => [state.count], ({count}) => drawn.push(count));
  store.apply(rename, 'b');
  store.apply(add, 2);
  store.apply((state) => state);
  assert.deepEqual(drawn, [0, 2]);
});

test('a view that applies a transition while it is drawn sees each state once, the newest last', () => {
  const store = new Store({count: 0, name: ''});
  const drawn = [];
  store.watch((state) => [state.count], ({count}) => { if (count === 1) store.apply(add, 1); });
  store.watch((state) => [state.count], ({count}) => drawn.push(count));
  store.apply(add, 1);
  assert.deepEqual(drawn, [0, 2]);
});

test('a view whose signal has aborted is not drawn any more', () => {
  const store = new Store({count: 0, name: ''});
  const end = new AbortController();
  const drawn = [];
  store.watch((state) => [state.count], ({count}) => drawn.push(count), end.signal);
  store.apply(add, 1);
  end.abort();
  store.apply(add, 1);
  assert.deepEqual(drawn, [0, 1]);
});

test('a view that cannot be drawn is reported, and stops neither the others nor the caller', (context) => {
  const report = context.mock.method(console, 'error', () => {});
  const store = new Store({count: 0, name: ''});
  const drawn = [];
  store.watch((state) => [state.count], ({count}) => { if (count) throw new Error('no canvas'); });
  store.watch((state) => [state.count], ({count}) => drawn.push(count));
  store.apply(add, 1);
  assert.deepEqual([drawn, report.mock.calls[0].arguments[0].message], [[0, 1], 'no canvas']);
});

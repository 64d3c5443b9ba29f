// SPDX-License-Identifier: Apache-2.0
// Shared by the page's tests: frozen states, and values as nodes send them.
import {entered, initial} from '../../Sources/ControlServer/Page/state.js';

/** A copy of a map or set whose changes throw. */
function readOnly(collection) {
  const copy = new collection.constructor(collection);
  for (const name of ['set', 'add', 'delete', 'clear']) {
    if (copy[name]) Object.defineProperty(copy, name, {value: () => { throw new Error('a transition changed the old state'); }});
  }
  return copy;
}

/** The same value, deeply frozen. */
export function frozen(value) {
  if (value instanceof Map) return readOnly(new Map([...value].map(([key, one]) => [key, frozen(one)])));
  if (value instanceof Set) return readOnly(value);
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  if (value !== null && typeof value === 'object') {
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, frozen(one)])));
  }
  return value;
}

/** Applies transitions in order, `[transition, ...values]`, each to a frozen state. */
export const after = (state, ...steps) => steps.reduce((now, [transition, ...values]) => transition(frozen(now), ...values), state);

/** The page of a camera or a recorder, for a browser with some grants. */
export const page = (role, ...grants) => after(initial, [entered, {id: 'me', name: 'phone', grants}, {id: 'node', name: 'porch', role, version: '1'}, {}]);

export const recording = (fields = {}) => ({
  id: '20261121-041730-aa', camera: 'porch', cameraName: 'Porch', state: 'recording', startedAt: 1_000_000e9, duration: 60e9, bytes: 5e6,
  isLocked: false, frames: {persisted: 1_800, missing: 0}, gaps: [], ...fields,
});

export const still = (fields = {}) => ({
  id: 's1', job: 'j1', name: 's1.jpg', shownAt: 1_000_000e9, width: 640, height: 480, bytes: 1_000, skew: -11e6, save: 'camera', clamped: false, ...fields,
});

export const job = (fields = {}) => ({id: 'j1', phase: 'taking', secondsLeft: 0, count: 1, taken: 0, skipped: 0, stills: [], ...fields});

export const file = (fields = {}) => ({
  id: '0190aaaaaaaa-1', kind: 'file', name: 'a.bin', peer: 'peer', phase: 'transferring', bytes: 0, total: 1_000_000, ...fields,
});

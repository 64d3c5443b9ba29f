// SPDX-License-Identifier: Apache-2.0
// The page's requests to its node, and the parts of the state for the responses.
import {ask, refusals} from './api.js';
import {every} from './dom.js';
import {completed, isCamera, listed, may, mayLook, missed, nodeRead, peersRead, reading, regranted, reported} from './state.js';
import {store} from './store.js';

/** Reads `/v1/state`. */
export async function refresh() {
  if (mayLook(store.state)) store.apply(reported, await ask('/v1/state', {within: 5_000}), performance.now());
}

/** The pending refresh, which serves all requests until it starts. */
let pending = null;

/** Reads `/v1/state` soon, once for all requests until then. The link detects failures. */
export function refreshSoon(delay = 200) {
  pending ??= setTimeout(() => refresh().catch(() => {}).finally(() => { pending = null; }), delay);
}

/** Reads again what may have changed while there was no link. */
export function readAgain() {
  refreshSoon(0);
  ask('/v1/node').then((node) => store.apply(nodeRead, node)).catch(() => {});
}

/** Reads this browser's session again: the node closes its connections when its grants change. */
export async function readSession() {
  try {
    store.apply(regranted, await ask('/v1/page/session', {within: 5_000}));
  } catch (error) {
    // The start says that it may do nothing.
    if (error.status === 403 && store.state.me.id) location.reload();
    throw error;
  }
}
refusals.addEventListener('not-granted', () => { if (store.state.me.id) readSession().catch(() => {}); });

/** Reads what no event reports: statistics, counters, disk space. */
export function keepFresh() {
  every(isCamera(store.state) ? 2_500 : 1_500, () => { if (store.state.link.isUp) refreshSoon(0); });
}

/** Milliseconds until a list is read again that could not be read, and the lists that wait for that. */
const pause = 5_000;
const retried = new Set();

/** Reads a list page by page. */
async function* pages(where, parameter, size) {
  for (let from = ''; ;) {
    const list = await ask(`${where}limit=${size}${from}`);
    yield list;
    if (list.length < size) return;
    from = `&${parameter}=${encodeURIComponent(list.at(-1).id)}`;
  }
}

/**
 * Reads a list, and removes entries that the node no longer lists, but for one that an event changes meanwhile. A list that may not
 * be read is empty. After another failure tries again later, if there is a link.
 */
async function read(name, source) {
  if (store.state.reading.has(name)) return;
  store.apply(reading, name, true);
  try {
    const before = store.state[name];
    const known = new Set(before.keys());
    for await (const entries of source()) {
      for (const {id} of entries) known.delete(id);
      store.apply(listed, name, entries.filter(({id}) => store.state[name].get(id) === before.get(id)));
    }
    store.apply(missed, name, known);
    store.apply(completed, name);
  } catch (error) {
    if (error.status === 403) store.apply(completed, name);
    else if (store.state.link.isUp && !retried.has(name)) {
      retried.add(name);
      setTimeout(() => { retried.delete(name); read(name, source).catch(() => {}); }, pause);
    }
    throw error;
  } finally {
    store.apply(reading, name, false);
  }
}

export const readStills = () => read('stills', () => pages('/v1/stills?', 'after', 1_000));
export const readRecordings = () => read('recordings', () => pages('/v1/recordings?segments=0&', 'before', 200));
export const readFiles = () => read('files', () => pages('/v1/files?', 'after', 1_000));
export const readSends = () => read('sends', async function* () { yield await ask('/v1/sends'); });

/** Reads the nodes paired with this one; needs `admin`. */
export async function readPeers() {
  if (may(store.state, 'admin')) store.apply(peersRead, await ask('/v1/peers'));
}

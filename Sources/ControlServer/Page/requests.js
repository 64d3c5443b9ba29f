// SPDX-License-Identifier: Apache-2.0
// What the page asks its node for, and the part of the state that the answers go to.
import {ask, path} from './api.js';
import {every} from './dom.js';
import {isCamera, listed, may, mayLook, missed, partRead, peersRead, reading, reported} from './state.js';
import {store} from './store.js';

/** Reads `/v1/state`. */
export async function refresh() {
  if (mayLook(store.state)) store.apply(reported, await ask('/v1/state', {within: 5_000}), performance.now());
}

/** The pending refresh: one serves all that ask meanwhile. */
let pending = null;

/** The same soon, once for all that ask; if it fails the link says so. */
export function refreshSoon(delay = 200) {
  pending ??= setTimeout(() => refresh().catch(() => {}).finally(() => { pending = null; }), delay);
}

/** Reads what no event brings: statistics, counters, room on the disk. */
export function keepFresh() {
  every(isCamera(store.state) ? 2_500 : 1_500, () => { if (store.state.link.isUp) refreshSoon(0); });
}

const page = 1_000;

/** Reads a list page by page; each request names the last id of the page before. */
async function* pages(where, parameter) {
  for (let from = ''; ;) {
    const list = await ask(`${where}limit=${page}${from}`);
    yield list;
    if (list.length < page) return;
    from = `&${parameter}=${encodeURIComponent(list.at(-1).id)}`;
  }
}

/** Reads a list, page by page; what it has no more goes from the state. */
async function read(name, source) {
  if (store.state.reading.has(name)) return;
  store.apply(reading, name, true);
  try {
    const known = new Set(store.state[name].keys());
    for await (const entries of source) {
      for (const {id} of entries) known.delete(id);
      store.apply(listed, name, entries);
    }
    store.apply(missed, name, known);
  } finally {
    store.apply(reading, name, false);
  }
}

export const readStills = () => read('stills', pages('/v1/stills?', 'after'));
export const readRecordings = () => read('recordings', pages('/v1/recordings?segments=0&', 'before'));
export const readFiles = () => read('files', pages('/v1/files?', 'after'));
export const readSends = async () => read('sends', [await ask('/v1/sends')]);

/** The nodes that are paired with this one; only who administers may know all. */
export async function readPeers() {
  if (may(store.state, 'admin')) store.apply(peersRead, await ask('/v1/peers'));
}

export const readSessions = async () => store.apply(partRead, 'browsers', {sessions: await ask('/v1/page/sessions')});
export const readPipelines = async () => store.apply(partRead, 'pipelines', {files: await ask('/v1/pipelines')});

/** Reads whether the pairing window is open; when a pairing is over, the peers are others. */
export async function readPairing() {
  const before = store.state.pairing.report;
  const report = await ask('/v1/pairing/window', {within: 3_000});
  store.apply(partRead, 'pairing', {report});
  if (before?.candidate && !report.candidate) await readPeers();
}

/** Deletes what an item of the gallery stands for, and takes it from its list. */
export async function remove({list, id}) {
  try {
    await ask(path`/v1/` + list + path`/${id}`, {method: 'DELETE'});
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  store.apply(missed, list, [id]);
}

// SPDX-License-Identifier: Apache-2.0
// Tells on the page where stills are taken that a recorder has not stored one, for example because its disk is full.
import {ask, path} from './api.js';
import {short} from './formats.js';
import {notice} from './notices.js';
import {setupTexts} from './setup-texts.js';
import {awaited, isCamera, nameOf} from './state.js';
import {store} from './store.js';

const words = setupTexts.heldStills;
/** How long a recorder has to store a still before the camera's page says that it has not, in milliseconds. */
const patience = 10_000;

/** The stills that a recorder could not store although their cameras are connected. */
export function heldStills({files, report}) {
  const there = new Set((report?.cameras ?? []).filter(({phase}) => phase === 'connected').map(({camera}) => camera));
  return [...files.values()].filter(({kind, phase, problem, peer}) => kind === 'still' && words.recorder[phase] && problem && there.has(peer));
}

/** The recorders that should have stored a still and have not. A recorder that is not connected fetches it later. */
export function lateRecorders(state, still) {
  const away = new Set((state.report?.peers ?? []).filter(({phase}) => phase !== 'connected').map(({peer}) => peer));
  return awaited(still).filter((id) => !away.has(id)).map((id) => nameOf(state, id) ?? state.preferences.save?.name ?? words.aRecorder);
}

/** On a recorder. Stills that were not stored before the page was opened are not told. */
function watchTransfers(signal) {
  let known = null;
  /** The last message about each camera; one at a time is enough. */
  const told = new Map();
  store.watch((state) => [state.files, state.report, state.complete], (state) => {
    if (!state.complete.has('files')) return;
    const keys = new Map(heldStills(state).map((one) => [`${one.phase} ${one.id}`, one]));
    const fresh = known ? [...keys].filter(([key]) => !known.has(key)) : [];
    known = new Set([...known ?? [], ...keys.keys()]);
    for (const [, {peer, phase, problem}] of fresh) {
      if (store.state.notices.list.some(({text}) => text === told.get(peer))) continue;
      told.set(peer, words.recorder[phase](nameOf(state, peer) ?? short(peer), problem));
      notice(told.get(peer), true);
    }
  }, signal);
}

/** On a camera, whose recorders report only what they have stored. Tells each press once. */
function watchReceipts(signal) {
  let [timer, seen] = [null, null];
  const told = new Set();
  const look = async (still) => {
    // A camera that does not have it any more has deleted it, because the recorder has it.
    const names = lateRecorders(store.state, await ask(path`/v1/stills/${still.id}`).catch(() => ({})));
    if (names.length) {
      told.add(still.job);
      notice(words.camera(names), true);
    }
    timer = null;
    follow(store.state);
  };
  const follow = ({shutter: {arrived, mine}}) => {
    const still = arrived.find(({job}) => mine.has(job));
    if (timer || !still || still.id === seen || still.save === 'camera' || told.has(still.job) || signal?.aborted) return;
    seen = still.id;
    timer = setTimeout(look, patience, still);
  };
  store.watch((state) => [state.shutter.arrived, state.shutter.mine], follow, signal);
  signal?.addEventListener('abort', () => clearTimeout(timer), {once: true});
}

export const watchHeld = (signal) => (isCamera(store.state) ? watchReceipts : watchTransfers)(signal);

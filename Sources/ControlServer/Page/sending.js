// SPDX-License-Identifier: Apache-2.0
// Sends files of this node to another node.
import {ask} from './api.js';
import {short} from './formats.js';
import {isWanted, readDetail} from './movies.js';
import {notice} from './notices.js';
import {choose} from './questions.js';
import {readPeers} from './requests.js';
import {setupTexts} from './setup-texts.js';
import {nameOf} from './state.js';
import {store} from './store.js';

const words = setupTexts.sending;
/** The most files in one request. */
const most = 256;

/** Whether an item can be sent; a running recording cannot. */
export const canGo = (item) => item.kind !== 'clip' || item.source.state === 'stopped';

/** The nodes that this one can reach. They may still refuse the files. */
export const receivers = ({peers}) => (peers ?? []).filter((peer) => !peer.revoked && peer.role !== 'remote' && peer.addresses?.length);

/**
 * Asks for the receiver, and for each recording with damaged footage whether to leave that out; then makes the node send. The transfers
 * show the progress. Returns whether the node sends.
 */
export async function sendToNode(items) {
  await readPeers();
  const peers = receivers(store.state);
  if (!peers.length) {
    notice(words.nobody, true);
    return false;
  }
  const to = await choose(words.question(items.length), words.hint,
    peers.map((peer) => [peer.id, peer.name, `${peer.role} · ${short(peer.id)}`]));
  const peer = peers.find((one) => one.id === to);
  if (!peer) return false;
  for (const {source} of items.filter(({kind}) => kind === 'clip')) {
    if (!await isWanted(source, await readDetail(source), words)) return false;
  }
  for (let start = 0; start < items.length; start += most) {
    const files = items.slice(start, start + most).map((item) => item.id);
    await ask('/v1/sends', {method: 'POST', body: {files, to}});
  }
  notice(words.begun(items.length, nameOf(store.state, peer.id) ?? peer.name));
  return true;
}

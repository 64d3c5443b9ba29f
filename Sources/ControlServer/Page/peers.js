// SPDX-License-Identifier: Apache-2.0
// The paired nodes: their grants, and their revocation.
import {path} from './api.js';
import {every, make, put} from './dom.js';
import {ago, moment, short, shownName} from './formats.js';
import {rightsText} from './grants.js';
import {readPeers} from './requests.js';
import {rightsForm} from './rights-form.js';
import {Rows} from './rows.js';
import {setupTexts} from './setup-texts.js';
import {isCamera} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = setupTexts.peers;

/** A peer's connection, or when it was last seen. */
export function presence({report}, peer) {
  // A recorder connects to its cameras, so that these are in another list.
  const session = report?.peers?.find((one) => one.peer === peer.id) ?? report?.cameras?.find((one) => one.camera === peer.id);
  if (peer.revokedByPeerAt) return words.revokedThere(moment(peer.revokedByPeerAt * 1_000));
  if (session) return texts.phases[session.phase] ?? session.phase;
  return peer.lastSeen ? words.seen(ago(peer.lastSeen)) : words.never;
}

const title = (peers, {name, role}) => `${shownName(name, peers.map((one) => one.id))}, ${role}`;

/** That a peer was revoked on this node, and when, if the node knows. */
export const revocation = ({revokedAt}) => words.revoked(revokedAt && moment(revokedAt * 1_000));

export class Peers {
  element = make('section.card');
  #list = make('ul.rows', {id: 'peers'});
  #rows = new Rows(this.#list);

  constructor() { put(this.element, make('h2', {}, words.title), this.#list); }

  show(signal) {
    const read = () => readPeers().catch(() => {});
    store.watch((state) => [state.link.times], read, signal);
    store.watch((state) => [state.peers], (state) => this.#draw(state), signal);
    every(4_000, read, signal);
  }

  #draw(state) {
    const peers = state.peers ?? [];
    const revoked = peers.filter((peer) => peer.revoked);
    const there = peers.filter((peer) => !peer.revoked);
    const gone = (peer) => put(make('li'), put(make('div.row-text'), make('strong', {}, title(peers, peer)),
      make('span', {}, `${revocation(peer)} · ${short(peer.id)}`)));
    this.#rows.draw([
      ...(there.length ? there.map((peer) => [peer.id, () => this.#row(state, peer)]) : [['', () => make('li.empty', {}, words.none)]]),
      ...revoked.map((peer) => [peer.id, () => gone(peer)]),
    ]);
  }

  #row(state, peer) {
    const {peers} = state;
    const may = rightsText(state.node, peer, peers).join(', ');
    const form = rightsForm(state.node, peer, path`/v1/peers/${peer.id}`, {
      peers: isCamera(state) ? [] : peers,
      question: words.revokeQuestion(shownName(peer.name)), hint: words.revokeHint, read: readPeers, present: () => store.state.peers?.find(({id}) => id === peer.id),
    });
    return put(make('li'), put(make('div.row-text'), make('strong', {}, title(peers, peer)),
      make('span', {}, `${may || words.nothing} · ${presence(state, peer)} · ${short(peer.id)}`)), form);
  }
}

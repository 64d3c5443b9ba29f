// SPDX-License-Identifier: Apache-2.0
// The nodes that were let in: what they may do, and the way out.
import {ask, path} from '/api.js';
import {fill, make, put} from '/dom.js';
import {ago, short, shownName} from '/formats.js';
import {cameraBoxes, chosenRights, grantBoxes, rightsText} from '/grants.js';
import {model} from '/model.js';
import {carefully, confirmed} from '/notices.js';
import {texts} from '/texts.js';

const words = texts.peers;

export class Peers {
  element = make('section.card');
  #list = make('ul.rows', {id: 'peers'});
  #off = null;

  constructor() { put(this.element, make('h2', {}, words.title), this.#list); }

  show() {
    this.#refresh();
    this.#off ??= model.on('peers', () => this.#refresh());
    this.#timer ??= setInterval(() => { if (!document.hidden && !this.#list.querySelector('[open]')) this.#refresh(); }, 4_000);
  }

  #timer = null;

  hide() {
    this.#off?.();
    this.#off = null;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #refresh() {
    const peers = await ask('/v1/peers').catch(() => null);
    if (!peers) return;
    const there = peers.filter((peer) => !peer.revoked);
    fill(this.#list, there.length ? there.map((peer) => this.#row(peer, peers)) : make('li.empty', {}, words.none));
  }

  #row(peer, peers) {
    const address = path`/v1/peers/${peer.id}`;
    const session = model.state?.peers?.find((one) => one.peer === peer.id);
    const seen = session ? words.phases[session.phase] ?? session.phase : peer.lastSeen ? words.seen(ago(peer.lastSeen)) : words.never;
    const may = rightsText(peer, peers).join(', ');
    const cameras = model.isCamera ? [] : cameraBoxes(peers.filter((one) => one.id !== peer.id), peer.viewOf);
    const boxes = put(make('fieldset'), make('legend', {}, texts.pairing.may), grantBoxes(peer.grants), cameras);
    const name = make('input', {type: 'text', value: peer.name, maxLength: 60, 'aria-label': words.name});
    const save = carefully(async () => {
      const body = {...chosenRights(boxes), ...(name.value && name.value !== peer.name ? {name: name.value} : {})};
      await ask(address, {method: 'PATCH', body});
      await this.#refresh();
    });
    const revoke = carefully(async () => {
      if (!(await confirmed(words.revokeQuestion(shownName(peer.name)), words.revokeHint, words.revoke))) return;
      await ask(address, {method: 'DELETE'});
      await this.#refresh();
    });
    return put(make('li'), put(make('div.row-text'), make('strong', {}, `${shownName(peer.name, peers.map((one) => one.id))}, ${peer.role}`),
      make('span', {}, `${may || words.nothing} · ${seen} · ${short(peer.id)}`)),
    put(make('details.row-actions'), make('summary', {}, words.change), name, boxes, put(make('div.row'),
      make('button', {onclick: save}, words.save), make('button.quiet.danger', {onclick: revoke}, words.revoke))));
  }
}

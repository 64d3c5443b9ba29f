// SPDX-License-Identifier: Apache-2.0
// The admitted browsers, and a link for another one.
import {ask, path} from './api.js';
import {every, fill, make, put} from './dom.js';
import {ago, moment} from './formats.js';
import {browserGrants, cameraBoxes, checkedValues, chosenRights, grantBoxes, rightsText} from './grants.js';
import {carefully} from './notices.js';
import {copyButton, svgPicture} from './pairing.js';
import {rightsForm} from './rights-form.js';
import {Rows} from './rows.js';
import {setupTexts} from './setup-texts.js';
import {isCamera, partRead, regranted} from './state.js';
import {store} from './store.js';

const words = setupTexts.browsers;

async function readSessions() {
  const sessions = await ask('/v1/page/sessions');
  const {sessions: before, link} = store.state.browsers;
  // A link works once: who has come in has used it.
  const isUsed = link && before && sessions.some(({id}) => !before.some((one) => one.id === id));
  store.apply(partRead, 'browsers', isUsed ? {sessions, link: null} : {sessions});
  store.apply(regranted, sessions.find(({id}) => id === store.state.me.id) ?? store.state.me);
}

export class Browsers {
  element = make('section.card', {id: 'browsers'});
  #list = make('ul.rows');
  #rows = new Rows(this.#list);
  #name = make('input', {type: 'text', placeholder: words.namedByProgram, maxLength: 60, 'aria-label': words.name});
  #grants = make('fieldset');
  #cameras = make('div');
  #result = make('div', {hidden: true, role: 'status'});

  constructor() {
    put(this.#grants, make('legend', {}, setupTexts.pairing.may), grantBoxes(store.state.node, ['view', 'shoot', 'record'], browserGrants), this.#cameras);
    put(this.element, make('h2', {}, words.title), this.#list, put(make('details'), make('summary', {}, words.invite), this.#name, this.#grants,
      make('button', {id: 'invite', onclick: carefully(() => this.#invite())}, words.make), this.#result));
  }

  show(signal) {
    const read = () => readSessions().catch(() => {});
    store.watch((state) => [state.link.times], read, signal);
    every(5_000, read, signal);
    // Peers are read every few seconds, and a redraw would discard what is ticked or typed.
    const names = (state) => JSON.stringify((state.peers ?? []).map(({id, name, revoked}) => [id, name, revoked]));
    store.watch((state) => [state.browsers.sessions, names(state)], (state) => {
      this.#rows.draw((state.browsers.sessions ?? []).map((one) => [one.id, () => this.#row(state, one)]));
    }, signal);
    store.watch((state) => [isCamera(state) || names(state)], (state) => {
      // The view may be shown again: what is ticked stays.
      if (!isCamera(state)) fill(this.#cameras, cameraBoxes(state.peers ?? [], checkedValues(this.#cameras)));
    }, signal);
    store.watch((state) => [state.browsers.link], ({browsers}) => this.#drawLink(browsers.link), signal);
  }

  async #invite() {
    const body = {...(this.#name.value.trim() ? {name: this.#name.value.trim()} : {}), ...chosenRights(this.#grants)};
    store.apply(partRead, 'browsers', {link: await ask('/v1/page/browsers', {method: 'POST', body})});
  }

  #drawLink(link) {
    this.#result.hidden = !link;
    if (!link) return;
    fill(this.#result, make('img.code-picture', {alt: words.picture, src: svgPicture(link.svg)}), make('p.words', {}, link.words.join('  ')),
      make('p.hint', {}, words.once), put(make('p.link'), make('code', {}, link.link)), copyButton(words.copy, () => link.link));
  }

  #row(state, one) {
    const may = rightsText(state.node, one, state.peers ?? []).join(', ') || setupTexts.peers.nothing;
    const isMe = one.id === state.me.id;
    const form = isMe ? null : rightsForm(state.node, one, path`/v1/page/sessions/${one.id}`, {
      offered: browserGrants, peers: isCamera(state) ? [] : state.peers ?? [],
      question: words.revokeQuestion(one.name), hint: words.revokeHint, read: readSessions, present: () => store.state.browsers.sessions?.find(({id}) => id === one.id),
    });
    return put(make('li'), put(make('div.row-text'), make('strong', {}, isMe ? words.thisOne(one.name) : one.name),
      make('span', {}, [one.name.startsWith(one.program) ? null : one.program, may, words.admitted(moment(one.enteredAt * 1e3)), words.seen(ago(isMe ? Date.now() / 1e3 : one.lastSeen))].filter(Boolean).join(' · '))),
    form);
  }
}

// SPDX-License-Identifier: Apache-2.0
// The browsers that were let in, and a link for another one.
import {ask, path} from '/api.js';
import {fill, make, put, say} from '/dom.js';
import {ago} from '/formats.js';
import {allGrants, cameraBoxes, chosenRights, grantBoxes, rightsText} from '/grants.js';
import {model} from '/model.js';
import {carefully, confirmed} from '/notices.js';
import {svgPicture} from '/pairing.js';
import {texts} from '/texts.js';

const words = texts.browsers;
/** Files are sent by nodes. */
const mayHave = allGrants.filter((grant) => grant !== 'send');

export class Browsers {
  element = make('section.card', {id: 'browsers'});
  #list = make('ul.rows');
  #name = make('input', {type: 'text', value: words.defaultName, maxLength: 60, 'aria-label': words.name});
  #grants = make('fieldset');
  #cameras = make('div');
  #result = make('div', {hidden: true, role: 'status'});

  constructor() {
    put(this.#grants, make('legend', {}, texts.pairing.may), grantBoxes(['view', 'shoot', 'record'], mayHave), this.#cameras);
    put(this.element, make('h2', {}, words.title), this.#list, put(make('details'), make('summary', {}, words.invite), this.#name, this.#grants,
      make('button', {id: 'invite', onclick: carefully(() => this.#invite())}, words.make), this.#result));
  }

  show() { this.#refresh(); }

  async #refresh() {
    const [sessions, peers] = await Promise.all(['/v1/page/sessions', '/v1/peers'].map((route) => ask(route).catch(() => null)));
    if (sessions) fill(this.#list, sessions.map((one) => this.#row(one, peers ?? [])));
    if (peers && !model.isCamera) fill(this.#cameras, cameraBoxes(peers));
  }

  async #invite() {
    const body = {name: this.#name.value || words.defaultName, ...chosenRights(this.#grants)};
    let link;
    try {
      link = await ask('/v1/page/browsers', {method: 'POST', body});
    } catch (error) {
      // An older node makes the link and no code for it.
      if (!error.isMissingRoute) throw error;
      link = {link: (await ask('/v1/page/links', {method: 'POST', body})).links[0]};
    }
    const copy = make('button.quiet', {onclick: carefully(async () => {
      await navigator.clipboard.writeText(link.link);
      say(copy, words.copied);
    })}, words.copy);
    fill(this.#result, link.svg ? make('img.code-picture', {alt: words.picture, src: svgPicture(link.svg)}) : null,
      link.words ? make('p.words', {}, link.words.join('  ')) : null, make('p.hint', {}, words.once),
      put(make('p.link'), make('code', {}, link.link)), navigator.clipboard ? copy : null);
    this.#result.hidden = false;
  }

  #row(one, peers) {
    const isMe = one.id === model.me.id;
    const may = rightsText(one, peers).join(', ');
    const revoke = carefully(async () => {
      if (!(await confirmed(words.revokeQuestion(one.name), words.revokeHint, words.revoke))) return;
      await ask(path`/v1/page/sessions/${one.id}`, {method: 'DELETE'});
      await this.#refresh();
    });
    return put(make('li'), put(make('div.row-text'), make('strong', {}, isMe ? words.thisOne(one.name) : one.name),
      make('span', {}, `${may} · ${words.seen(ago(one.lastSeen))}`)),
    isMe ? null : make('button.quiet.danger', {onclick: revoke}, words.revoke));
  }
}

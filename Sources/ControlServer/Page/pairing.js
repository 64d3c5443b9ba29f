// SPDX-License-Identifier: Apache-2.0
// The pairing window: the owner of the node lets another node in.
import {ask} from '/api.js';
import {fill, make, put, say} from '/dom.js';
import {short, shownName} from '/formats.js';
import {chosenRights, grantBoxes} from '/grants.js';
import {model} from '/model.js';
import {carefully} from '/notices.js';
import {texts} from '/texts.js';

const words = texts.pairing;

/** An SVG of the node as a picture: it can do nothing there. */
export const svgPicture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export class Pairing {
  element = make('section.card', {id: 'pairing', hidden: true});
  #open = make('button', {id: 'open', onclick: carefully(() => this.#invite())}, words.open);
  #picture = make('img.code-picture', {id: 'code-picture', alt: words.picture});
  #code = make('p.code', {id: 'code'});
  #left = make('p', {id: 'left', role: 'status'});
  #invitation = make('div', {id: 'invitation', hidden: true});
  #candidate = make('div', {id: 'candidate', hidden: true, role: 'alert'});
  #who = make('strong', {id: 'who'});
  #words = make('p.words', {id: 'words'});
  #grants = make('fieldset', {id: 'grants'});
  #waiting = null;
  #ending = make('p.hint', {role: 'status'});
  #timer = null;

  constructor() {
    const close = carefully(async () => { await ask('/v1/pairing/window', {method: 'DELETE'}); await this.#refresh(); });
    put(this.#invitation, this.#picture, this.#code, put(make('p.hint'), words.otherMachine, make('code', {}, 'longshot pair join')), this.#left,
      make('button.quiet', {id: 'close', onclick: close}, words.close));
    put(this.#candidate, put(make('p'), this.#who, words.shows), this.#words, this.#grants, put(make('div.row'),
      make('button', {id: 'approve', onclick: carefully(() => this.#decide(true))}, words.approve),
      make('button.quiet', {id: 'deny', onclick: carefully(() => this.#decide(false))}, words.deny)));
    put(this.element, make('h2', {}, words.title), make('p.hint', {}, words.hint), this.#open, this.#invitation, this.#candidate, this.#ending);
  }

  show() {
    this.element.hidden = false;
    this.#refresh().catch(() => {});
    this.#timer ??= setInterval(() => { if (!document.hidden) this.#refresh().catch(() => {}); }, 1_000);
  }

  hide() { clearInterval(this.#timer); this.#timer = null; }

  async #invite() {
    const invitation = await ask('/v1/page/pairing', {method: 'POST', body: {}});
    this.#picture.src = svgPicture(invitation.svg);
    say(this.#code, invitation.code);
    this.#invitation.hidden = false;
    await this.#refresh();
  }

  async #refresh() {
    const report = await ask('/v1/pairing/window', {within: 3_000});
    const isOpen = ['open', 'attempting', 'confirming'].includes(report.phase);
    say(this.#left, isOpen ? words.left(report.secondsLeft) : '');
    if (!isOpen) this.#invitation.hidden = true;
    this.#open.hidden = isOpen && !this.#invitation.hidden;
    this.#candidate.hidden = !report.candidate;
    say(this.#ending, !isOpen && report.ending ? words.endings[report.ending] ?? report.ending : '');
    if (!report.candidate) {
      if (this.#waiting) { this.#waiting = null; model.tell('peers'); }
      return;
    }
    if (report.candidate.session === this.#waiting?.session) return;
    this.#waiting = report.candidate;
    const {name, role, id} = this.#waiting;
    say(this.#who, words.who(shownName(name), role, short(id)));
    say(this.#words, this.#waiting.words.join('  '));
    fill(this.#grants, make('legend', {}, words.may), grantBoxes(this.#waiting.wants));
  }

  async #decide(approve) {
    const body = {session: this.#waiting.session, approve, ...chosenRights(this.#grants)};
    await ask('/v1/pairing/window/decision', {method: 'POST', body});
    await this.#refresh();
    model.tell('peers');
  }
}

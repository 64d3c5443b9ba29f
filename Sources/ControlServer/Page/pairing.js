// SPDX-License-Identifier: Apache-2.0
// The pairing window: the node's owner admits another node.
import {ask} from './api.js';
import {every, fill, make, put, say} from './dom.js';
import {short, shownName} from './formats.js';
import {cameraBoxes, chosenRights, grantBoxes} from './grants.js';
import {carefully} from './notices.js';
import {readPeers} from './requests.js';
import {setupTexts} from './setup-texts.js';
import {partRead} from './state.js';
import {store} from './store.js';

const words = setupTexts.pairing;

/** How long the page says how the window ended, in milliseconds. */
const endingShownFor = 20_000;

/** The node's SVG as an image, in which it can neither run scripts nor load anything. */
export const svgPicture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** What a candidate may do unless the owner decides otherwise: what it asks for and what it has; a view that is bounded stays so. */
function usualRights({wants, has = [], viewOf = []}) {
  // Nobody becomes an administrator unless the owner says so.
  const may = [...new Set([...wants.filter((grant) => grant !== 'admin'), ...has])];
  return {may: viewOf.length ? may.filter((grant) => grant !== 'view') : may, viewOf};
}

const isOpen = (report) => ['open', 'attempting', 'confirming'].includes(report?.phase);

/** The pairing window as text: {isOpen, left, ending, candidate?: {session, who, words, may, viewOf}}. */
export function pairingText({pairing: {report}}) {
  const {candidate, ending} = report ?? {};
  const isThere = isOpen(report);
  return {
    isOpen: isThere, left: isThere ? words.left(report.secondsLeft) : '', ending: !isThere && ending ? words.endings[ending] ?? ending : '',
    candidate: candidate && {
      session: candidate.session, who: words.who(shownName(candidate.name), candidate.role, short(candidate.id)),
      words: candidate.words.join('  '), ...usualRights(candidate),
    },
  };
}

/** The addresses in a pairing link, the best first. */
export const linkAddresses = (link) => new URLSearchParams(link.split('?')[1]).getAll('at');

/** A button that copies a text; null without a clipboard. */
export function copyButton(label, text) {
  if (!navigator.clipboard) return null;
  const button = make('button.quiet', {onclick: carefully(async () => {
    await navigator.clipboard.writeText(text());
    say(button, setupTexts.copied);
    setTimeout(() => say(button, label), 3_000);
  })}, label);
  return button;
}

/** Reads the state of the pairing window; after a pairing, reads the peers again. */
export async function readPairing() {
  const before = store.state.pairing.report;
  const report = await ask('/v1/pairing/window', {within: 3_000});
  // The code of a window that has closed is of no other one.
  const isOver = isOpen(before) && !isOpen(report);
  store.apply(partRead, 'pairing', {report, ...(isOver ? {invitation: null} : {})});
  if (before?.candidate && !report.candidate) await readPeers();
}

async function invite() {
  store.apply(partRead, 'pairing', {invitation: await ask('/v1/page/pairing', {method: 'POST', body: {}})});
  await readPairing();
}

async function close() {
  await ask('/v1/pairing/window', {method: 'DELETE'});
  await readPairing();
}

export class Pairing {
  element = make('section.card', {id: 'pairing'});
  #open = make('button', {id: 'open', onclick: carefully(invite)}, words.open);
  #picture = make('img.code-picture', {id: 'code-picture', alt: words.picture});
  #code = make('p.code', {id: 'code'});
  #link = make('code', {id: 'pairing-link'});
  #addresses = make('ul.rows', {id: 'pairing-addresses'});
  #left = make('p', {id: 'left', role: 'status'});
  /** How another machine joins; it is not needed any more when one has. */
  #ways = make('div');
  #invitation = make('div', {id: 'invitation', hidden: true});
  #candidate = make('div', {id: 'candidate', hidden: true, role: 'alert'});
  #who = make('strong', {id: 'who'});
  #words = make('p.words', {id: 'words'});
  #grants = make('fieldset', {id: 'grants'});
  #ending = make('p.hint', {role: 'status'});
  #wasOpen = false;
  /** Whose boxes were drawn; they keep their ticks when another view has been shown meanwhile. */
  #asked = null;
  #clearing = null;

  constructor() {
    put(this.#ways, this.#picture, this.#code, put(make('p.hint'), words.otherMachine, make('code', {}, 'longshot pair join')),
      make('p.hint', {}, words.link), put(make('p.link'), this.#link), copyButton(words.copy, () => this.#link.textContent),
      make('p.hint', {}, words.addresses), this.#addresses);
    put(this.#invitation, this.#ways, this.#left,
      make('button.quiet', {id: 'close', onclick: carefully(close)}, words.close));
    put(this.#candidate, put(make('p'), this.#who, words.shows), this.#words, this.#grants, put(make('div.row'),
      make('button', {id: 'approve', onclick: carefully(() => this.#decide(true))}, words.approve),
      make('button.quiet', {id: 'deny', onclick: carefully(() => this.#decide(false))}, words.deny)));
    put(this.element, make('h2', {}, words.title), make('p.hint', {}, words.hint), this.#open, this.#candidate, this.#invitation, this.#ending);
  }

  show(signal) {
    const read = () => readPairing().catch(() => {});
    read();
    every(1_000, read, signal);
    store.watch((state) => [state.pairing], (state) => this.#draw(state), signal);
    // The ticked boxes persist until the candidate changes.
    store.watch((state) => [state.pairing.report?.candidate?.session], (state) => {
      const {candidate} = pairingText(state);
      if (!candidate || candidate.session === this.#asked) return;
      this.#asked = candidate.session;
      fill(this.#grants, make('legend', {}, words.may), grantBoxes(state.node, candidate.may),
        candidate.viewOf.length ? cameraBoxes(state.peers ?? [], candidate.viewOf) : []);
      // At the edge of a phone, the tabs would cover it.
      requestAnimationFrame(() => this.#candidate.scrollIntoView({block: 'center'}));
    }, signal);
  }

  #draw(state) {
    const {isOpen, left, ending, candidate} = pairingText(state);
    const {invitation} = state.pairing;
    this.#invitation.hidden = !isOpen;
    this.#open.hidden = isOpen;
    if (invitation && this.#code.textContent !== invitation.code) {
      this.#picture.src = svgPicture(invitation.svg);
      say(this.#code, invitation.code);
      say(this.#link, invitation.link);
      fill(this.#addresses, linkAddresses(invitation.link).map((one) => put(make('li.link'), make('code', {}, words.joinAt(one)))));
    }
    say(this.#left, invitation || candidate ? left : `${words.elsewhere} ${left}`);
    this.#drawEnding(isOpen, ending);
    this.#candidate.hidden = !candidate;
    this.#ways.hidden = !invitation || Boolean(candidate);
    say(this.#who, candidate?.who ?? '');
    say(this.#words, candidate?.words ?? '');
  }

  /** Says for some seconds how the window ended, if it was open on this page. */
  #drawEnding(isOpen, ending) {
    if (isOpen === this.#wasOpen) return;
    this.#wasOpen = isOpen;
    say(this.#ending, ending);
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => say(this.#ending), endingShownFor);
  }

  async #decide(approve) {
    const {session} = store.state.pairing.report.candidate;
    await ask('/v1/pairing/window/decision', {method: 'POST', body: {session, approve, ...chosenRights(this.#grants)}});
    await readPairing();
    await readPeers();
  }
}

// SPDX-License-Identifier: Apache-2.0
// The page for browsers without a session: it names the node and has one button. The token is in the fragment of the address, which
// browsers do not send, so that it reaches no log and no other host; the page removes it at once. This tab remembers it until it was
// used, so that the page can be loaded again.
import {at, make, put, say} from './dom.js';
import {short} from './formats.js';
import {rightsText} from './grants.js';
import {setupTexts} from './setup-texts.js';
import {texts} from './texts.js';

const words = setupTexts.enter;
const remembered = 'longshot-link';
const token = location.hash.slice(1) || sessionStorage.getItem(remembered);
if (token) sessionStorage.setItem(remembered, token);
history.replaceState(null, '', '/enter');

const post = (where) => fetch(where, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token}),
});
const detail = async (answer) => (await answer.json().catch(() => ({}))).detail;

/** This browser's session; null for none. */
async function session() {
  const answer = await fetch('/v1/page/session').catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Shows the node of the link, and the button. */
async function greet() {
  const answer = await post('/v1/page/greeting').catch(() => null);
  if (!answer?.ok) {
    if (answer) sessionStorage.removeItem(remembered);
    // The browser may have used this link before.
    if (await session()) location.replace('/');
    else say(at('message'), answer ? (await detail(answer)) ?? words.refused : texts.unreachable);
    return;
  }
  const greeting = await answer.json();
  say(at('name'), greeting.name);
  document.title = `${greeting.name} – Longshot`;
  put(at('who'), make('p', {}, words.who(greeting.role, short(greeting.id))), make('p.words', {id: 'words'}, greeting.words.join('  ')),
    make('p.hint', {}, words.words), make('p', {}, words.may(rightsText(greeting, greeting, greeting.cameras))));
  const known = await session();
  if (known) {
    put(at('who'), make('p.hint', {}, words.known(rightsText(known, known, greeting.cameras))), make('a', {href: '/', id: 'stay'}, words.stay));
  }
  at('who').hidden = false;
  say(at('message'), words.question);
  say(at('use'), words.use);
  at('use').hidden = false;
  at('use').focus({preventScroll: true});
  say(at('roles'), words.roles);
}

async function enter() {
  at('use').disabled = true;
  try {
    const answer = await post('/enter');
    // What the node could not do now can be tried again.
    const isFinal = answer.status < 500;
    if (isFinal) sessionStorage.removeItem(remembered);
    if (answer.ok) { location.replace('/'); return; }
    say(at('message'), (await detail(answer)) ?? words.refused);
    at('use').hidden = isFinal;
    at('use').disabled = isFinal;
  } catch {
    say(at('message'), texts.unreachable);
    at('use').disabled = false;
  }
}

at('use').addEventListener('click', enter);
// A new link in this tab changes the fragment only.
addEventListener('hashchange', () => location.reload());
if (token) await greet();
else {
  // Why this tab was signed out; stays when the page is loaded again.
  const why = sessionStorage.getItem('longshot-why');
  // A browser with a session can come here by an old bookmark.
  if (await session()) {
    sessionStorage.removeItem('longshot-why');
    location.replace('/');
  } else say(at('message'), why ? `${why} ${words.again}` : words.closed);
}

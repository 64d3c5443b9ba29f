// SPDX-License-Identifier: Apache-2.0
// The start: reads the session and the node, and shows the views.
import {ask} from './api.js';
import {at, fill, make, put, say} from './dom.js';
import {showGlance} from './glance.js';
import {icon} from './icons.js';
import {Link} from './link.js';
import {failure, showNotices} from './notices.js';
import {keepFresh, refresh} from './requests.js';
import {entered, isCamera, viewed} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {addressed, keptView, viewNames, views} from './views.js';

/** The made views, and the controller that ends the work of the shown one. */
const made = new Map();
let shown = new AbortController();

/** Ends and hides the shown view. */
function clear() {
  shown.abort();
  shown = new AbortController();
  for (const other of at('views').children) other.hidden = true;
}

async function show() {
  const {name, detail} = addressed(store.state, location.hash);
  store.apply(viewed, name, detail);
  if (!made.has(name)) {
    made.set(name, views[name].load().then((module) => module.makeView()));
    made.get(name).catch(() => made.delete(name));
  }
  const making = made.get(name);
  const isWanted = () => store.state.view.name === name && made.get(name) === making;
  // A view that loads slowly must not leave the last one beneath its tab.
  const slow = setTimeout(() => isWanted() && clear(), 150);
  const view = await making.finally(() => clearTimeout(slow));
  if (!isWanted()) return;
  clear();
  if (!view.element.isConnected) at('views').append(view.element);
  view.element.hidden = false;
  view.show(shown.signal, detail);
  document.body.dataset.view = name;
}

/** Makes the tabs and the views by the grants of this browser. */
function draw(state) {
  fill(at('tabs'), viewNames(state).map((name) =>
    put(make('a', {href: `#${name}`, data: {view: name}, onpointerdown: name === 'live' ? expectLive : null}, icon(name)), make('span', {}, texts.views[name]))));
  const kept = keptView(state, location.hash, document.body.dataset.view);
  if (!kept) shown.abort();
  for (const name of made.keys()) if (name !== kept) made.delete(name);
  for (const one of [...at('views').children]) if (one.hidden || !kept) one.remove();
  if (kept) store.apply(viewed, kept, state.view.detail);
  else show().catch(failure);
}

/** The preferences are stored separately for each node. */
const key = ({id}) => `longshot-${id}`;

function preferences(node) {
  try { return JSON.parse(localStorage.getItem(key(node))) ?? {}; } catch { return {}; }
}

function keepPreferences({node, preferences: values}) {
  try {
    localStorage.setItem(key(node), JSON.stringify(values));
  } catch {
    // Without local storage, the browser asks for the preferences again next time.
  }
}

const expectLive = () => import('./whep.js').then(({expectWhep}) => expectWhep('/v1/live/whep')).catch(() => {});

async function start() {
  const [me, node] = await Promise.all([ask('/v1/page/session'), ask('/v1/node')]);
  store.apply(entered, me, node, preferences(node));
  store.watch((state) => [state.preferences], keepPreferences);
  new Link().run();
  await refresh();
  keepFresh();
  document.body.classList.add(node.role);
  store.watch((state) => [state.node.name], ({node: {name}}) => {
    document.title = `${name} – Longshot`;
    say(at('name'), name);
  });
  showGlance();
  showNotices();
  if (isCamera(store.state)) import('./pipelines.js').then(({watchReturns}) => watchReturns()).catch(() => {});
  import('./held-stills.js').then(({watchHeld}) => watchHeld()).catch(() => {});
  store.watch((state) => [state.me], draw);
  store.watch((state) => [state.view], ({view}) => {
    for (const tab of at('tabs').children) {
      if (tab.dataset.view === view.name) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
  });
  addEventListener('hashchange', () => show().catch(failure));
}

try {
  await start();
} catch (error) {
  at('trouble').hidden = false;
  at('trouble').textContent = error.status === 403 ? texts.nothingAllowed : error.message;
  // It may start, or be allowed something.
  if ([0, 403].includes(error.status) || error.status >= 500) setTimeout(() => location.reload(), 2_000);
}

// SPDX-License-Identifier: Apache-2.0
// The start: who is here, which views there are, and which one is shown (the part of the address behind the #).
import {at, fill, make, put} from '/dom.js';
import {icon} from '/icons.js';
import {model} from '/model.js';
import {failure} from '/notices.js';
import {startStatus} from '/status.js';
import {texts} from '/texts.js';

/** Each view is fetched when it is first shown; it gives {element, show?, hide?}. */
const views = {
  live: {grants: ['view', 'shoot'], role: 'camera', load: async () => (await import('/remote.js')).makeRemote()},
  cameras: {grants: ['view', 'record'], role: 'recorder', load: async () => (await import('/desk.js')).makeDesk()},
  timeline: {grants: ['view'], role: 'recorder', load: async () => (await import('/timeline.js')).makeTimeline()},
  gallery: {grants: ['view', 'shoot'], load: async () => (await import('/gallery.js')).makeGallery()},
  transfers: {grants: ['view'], allCameras: true, load: async () => (await import('/transfers.js')).makeTransfers()},
  settings: {grants: ['view', 'shoot', 'record', 'send', 'admin'], load: async () => (await import('/settings.js')).makeSettings()},
};
let shown = null;

function mayShow(name) {
  const view = views[name];
  return Boolean(view) && !(view.allCameras && model.isBounded) && (!view.role || view.role === model.node.role) && model.may(...view.grants);
}

async function show() {
  const [wanted, detail] = location.hash.slice(1).split('/');
  const name = mayShow(wanted) ? wanted : Object.keys(views).find(mayShow);
  const view = views[name];
  for (const tab of at('tabs').children) {
    if (tab.dataset.view === name) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
  if (shown !== view) {
    shown?.made?.hide?.();
    if (shown?.made) shown.made.element.hidden = true;
    shown = view;
  }
  view.loading ??= view.load().catch((error) => { view.loading = null; throw error; });
  view.made = await view.loading;
  if (shown !== view) return;
  if (!view.made.element.isConnected) at('views').append(view.made.element);
  view.made.element.hidden = false;
  view.made.show?.(detail ? decodeURIComponent(detail) : undefined);
  document.body.dataset.view = name;
}

try {
  await model.start();
  document.body.classList.add(model.node.role);
  startStatus();
  fill(at('tabs'), Object.keys(views).filter(mayShow).map((name) =>
    put(make('a', {href: `#${name}`, data: {view: name}}, icon(name)), make('span', {}, texts.views[name]))));
  addEventListener('hashchange', () => show().catch(failure));
  await show();
} catch (error) {
  at('trouble').hidden = false;
  at('trouble').textContent = error.message;
  // The node may only be starting.
  if (error.status === 0 || error.status >= 500) setTimeout(() => location.reload(), 2_000);
}

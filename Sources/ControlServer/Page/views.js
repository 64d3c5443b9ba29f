// SPDX-License-Identifier: Apache-2.0
// The views, and the grants that they need. A view is loaded when it is first shown. Its module exports `makeView()`, which returns
// {element, show(signal, detail)}; the signal aborts when another view is shown. A view that `followsGrants` draws itself by them.
import {isBounded, may} from './state.js';

export const views = {
  live: {grants: ['view', 'shoot'], role: 'camera', load: () => import('./remote.js')},
  cameras: {grants: ['view', 'record'], role: 'recorder', followsGrants: true, load: () => import('./desk.js')},
  timeline: {grants: ['view'], role: 'recorder', load: () => import('./timeline.js')},
  gallery: {grants: ['view', 'shoot'], load: () => import('./gallery.js')},
  transfers: {grants: ['view'], needsAllCameras: true, load: () => import('./transfers.js')},
  nearby: {grants: ['view'], role: 'camera', capability: 'nearby', load: () => import('./nearby.js')},
  settings: {grants: ['view', 'shoot', 'record', 'send', 'admin'], load: () => import('./settings.js')},
};

/** The names of the views that this browser may see. */
export const viewNames = (state) => Object.keys(views).filter((name) => {
  const {grants, role, capability, needsAllCameras} = views[name];
  return may(state, ...grants) && !(needsAllCameras && isBounded(state)) && (!role || role === state.node.role)
    && (!capability || (state.node.capabilities ?? []).includes(capability));
});

/** The view that the fragment of an address names, or else the first one: {name, detail}. */
export function addressed(state, hash) {
  const [wanted, detail] = hash.slice(1).split('/');
  const names = viewNames(state);
  return {name: names.includes(wanted) ? wanted : names[0], detail: detail ? decodeURIComponent(detail) : null};
}

/** The shown view if it stays when the grants change, so that its live pictures go on; else null. */
export const keptView = (state, hash, shown) => (views[shown]?.followsGrants && addressed(state, hash).name === shown ? shown : null);

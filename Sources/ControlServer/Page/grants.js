// SPDX-License-Identifier: Apache-2.0
import {make, put} from './dom.js';
import {distinct, short, shownName} from './formats.js';
import {setupTexts} from './setup-texts.js';

export const allGrants = Object.keys(setupTexts.grants);
/** The grants for browsers: only nodes send files. */
export const browserGrants = allGrants.filter((grant) => grant !== 'send');

/** A grant of a node as text; a camera has nothing to play back. */
const grantText = (grant, {role}) => (grant === 'view' && role === 'recorder' ? setupTexts.lookBack : setupTexts.grants[grant]);

/** Peers with the names that are shown. */
const shown = (peers) => distinct(peers.map((peer) => ({...peer, name: shownName(peer.name, peers.map((one) => one.id))})));

/** A checkbox for each offered grant of a node. */
export const grantBoxes = (node, chosen, offered = allGrants) => offered.map((grant) => put(make('label'),
  make('input', {type: 'checkbox', value: grant, checked: chosen.includes(grant)}), grantText(grant, node)));

/** The cameras to which the owner can bound a view, with the names that are shown; not the peer itself that gets the view. */
export const viewable = (peers, itself) => shown(peers).filter((peer) => peer.role === 'camera' && !peer.revoked && peer.id !== itself);

/** A checkbox for each of these cameras. */
export const cameraBoxes = (peers, chosen = [], itself = undefined) => viewable(peers, itself)
  .map((peer) => put(make('label'),
    make('input', {type: 'checkbox', value: peer.id, checked: chosen.includes(peer.id), data: {camera: '1'}}), setupTexts.lookAt(peer.name)));

/** The values of the ticked boxes in an element. */
export const checkedValues = (element) => [...element.querySelectorAll('input:checked')].map(({value}) => value);

/** The ticked grants and cameras in an element. */
export function chosenRights(element) {
  const ticked = [...element.querySelectorAll('input:checked')];
  const values = (isCamera) => ticked.filter((box) => Boolean(box.dataset.camera) === isCamera).map((box) => box.value);
  return rights(values(false), values(true));
}

/** The grant `view` covers all cameras, so that a list of cameras is redundant. */
export const rights = (grants, cameras) => (cameras.length && !grants.includes('view') ? {grants, viewOf: cameras} : {grants});

/**
 * The grants after a form that was opened with some of them: what it took away or added, applied to the present ones, which
 * another user may have changed meanwhile. What was not offered stays.
 */
export function merged(present, opened, chosen, offered) {
  const isTaken = (grant) => offered.includes(grant) && opened.includes(grant) && !chosen.includes(grant);
  return [...new Set([...present.filter((grant) => !isTaken(grant)), ...chosen.filter((grant) => !opened.includes(grant))])];
}

/** Rights on a node as text; a camera's name is used if its peer is known. */
export function rightsText(node, {grants, viewOf = []}, peers = []) {
  const known = shown(peers);
  const cameras = viewOf.map((id) => setupTexts.lookAt(known.find((peer) => peer.id === id)?.name ?? short(id)));
  return [...cameras, ...allGrants.filter((grant) => grants.includes(grant)).map((grant) => grantText(grant, node))];
}

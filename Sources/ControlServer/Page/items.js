// SPDX-License-Identifier: Apache-2.0
// Stills, clips and files as items of the gallery and the viewer, and the selection.
import {ask, path} from './api.js';
import {derived, toggled} from './collections.js';
import {fetchBytes, saveBlob, saveLink} from './downloads.js';
import {momentOfFile} from './files.js';
import {bytes, day, elapsed, fromPress, moment, shownName, time} from './formats.js';
import {saveMovies} from './movies.js';
import {lengthText} from './places.js';
import {capturedFrom, hasFootage} from './recordings.js';
import {remoteTexts} from './remote-texts.js';
import {cameraName, fileStem, linkNames} from './scene.js';
import {setupTexts} from './setup-texts.js';
import {awaited, isCamera, may, missed, nameOf} from './state.js';
import {store} from './store.js';

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {'stills'|'recordings'|'files'} list its list in the state, and its path under `/v1/`
 * @property {'still'|'clip'|'file'} kind
 * @property {string} name
 * @property {number} at milliseconds since 1970
 * @property {string|null} thumbnail
 * @property {string} content the address of its bytes
 * @property {boolean} isPicture
 * @property {boolean} isRemovable whether this browser may delete it
 * @property {boolean} [isLocked] whether it could, were it not locked
 * @property {object} source the node's description
 */

const isPicture = (name) => /\.(jpe?g|png|webp|gif|avif)$/i.test(name);

/** A still on a camera. */
export const stillItem = (state) => (still) => ({
  id: still.id, list: 'stills', kind: 'still', name: still.name, at: still.shownAt / 1e6, source: still, isPicture: true,
  thumbnail: path`/v1/stills/${still.id}/thumbnail`, content: path`/v1/stills/${still.id}/content`, isRemovable: may(state, 'shoot'),
});

/** A received still or file. */
const fileItem = (state) => (file) => {
  const [isImage, isStill] = [isPicture(file.name), file.kind === 'still'];
  // Cameras that take one moment give their stills one name.
  const camera = isStill && nameOf(state, file.peer);
  return {
    id: file.id, list: 'files', kind: isStill ? 'still' : 'file', name: camera ? `${camera}-${file.name}` : file.name, at: momentOfFile(file), source: file, isPicture: isImage,
    thumbnail: isImage && isStill ? path`/v1/files/${file.id}/thumbnail` : null, content: path`/v1/files/${file.id}/content`,
    isRemovable: may(state, 'admin'),
  };
};

const clipItem = (state) => (recording) => ({
  id: recording.id, list: 'recordings', kind: 'clip', name: `${fileStem(state, recording)}.mp4`, at: capturedFrom(recording),
  source: recording, isPicture: false,
  thumbnail: path`/v1/recordings/${recording.id}/frame`, content: path`/v1/recordings/${recording.id}/media`,
  isRemovable: may(state, 'record') && recording.state === 'stopped' && !recording.isLocked,
  isLocked: may(state, 'record') && recording.isLocked,
});

/** The name of the camera that took a still on a recorder; null for other items, and if the name is not known. */
function cameraOf(state, {list, kind, source}) {
  const name = list === 'files' && kind === 'still' ? nameOf(state, source.peer) : undefined;
  return name === undefined ? null : shownName(name);
}

/** A long name without its middle: its end may be the id, which alone tells two cameras of one name apart. */
const shortened = (name) => (name.length > 22 ? `${name.slice(0, 9)}…${name.slice(-12)}` : name);

/** The words on the small picture of an item: the camera, and how long it is or when it was taken; of a file its name. */
export function noteOf(state, item) {
  const {kind, at, name, source} = item;
  if (kind === 'file') return name;
  const [camera, when] = kind === 'clip' ? [cameraName(state, source), setupTexts.clip(time(at), elapsed(source.duration / 1e9))]
    : [cameraOf(state, item), at ? time(at) : null];
  // The end is cut off if there is no room.
  return [camera && shortened(camera), when].filter(Boolean).join(' · ');
}

/** Where a still on a camera is. What a recorder has received it may have deleted since. */
function placeOf(still) {
  const words = remoteTexts.place;
  if (still.save !== 'both') return words[still.save] ?? words.camera;
  return awaited(still).length ? words.awaited : words.received;
}

/** An item's description in one line; made on demand, because there are thousands of items. */
export function caption(state, item) {
  const {kind, at, source} = item;
  if (kind === 'clip') return `${cameraName(state, source)} · ${moment(at)} · ${lengthText(source)} · ${bytes(source.bytes)}`;
  if (source.skew === undefined) return [cameraOf(state, item), source.name, at ? moment(at) : null, bytes(source.total)].filter(Boolean).join(' · ');
  return `${moment(at)} · ${source.width}×${source.height} · ${bytes(source.bytes)} · ${fromPress(source.skew)}`
    + ` · ${placeOf(source)}`;
}

const allItems = derived((state) => [state.stills, state.files, state.recordings, state.me, state.node, linkNames(state)], (state) => {
  const items = isCamera(state) ? [...state.stills.values()].map(stillItem(state)) : [
    ...[...state.files.values()].filter((file) => file.phase === 'received').map(fileItem(state)),
    ...[...state.recordings.values()].filter(hasFootage).map(clipItem(state)),
  ];
  return items.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
});

/** The kinds that exist. */
export const itemKinds = (state) => [...new Set(allItems(state).map((item) => item.kind))].sort().reverse();

/** The items in the gallery, newest first. */
export const shownItems = derived((state) => [allItems(state), state.gallery.filter],
  (state) => allItems(state).filter((item) => state.gallery.filter === 'all' || item.kind === state.gallery.filter));

/** The items in the gallery by day: {title, count}. Formats a date once a day, because there are thousands of items. */
export const dayGroups = derived((state) => [shownItems(state)], (state) => {
  const groups = [];
  let [from, to] = [Infinity, Infinity];
  for (const {at} of shownItems(state)) {
    if (!groups.length || at < from || at >= to) {
      const date = new Date(at);
      from = date.setHours(0, 0, 0, 0);
      to = date.setDate(date.getDate() + 1);
      groups.push({title: at ? day(at) : setupTexts.gallery.dayUnknown, count: 0});
    }
    groups.at(-1).count += 1;
  }
  return groups;
});

/** The selected items among those shown. */
export const chosenItems = (state) => shownItems(state).filter((item) => state.gallery.chosen.has(item.id));

const changed = (state, fields) => ({...state, gallery: {...state.gallery, ...fields}});
export const filtered = (state, filter) => changed(state, {filter});
export const downloaded = (state, progress) => changed(state, {progress});

/** Starts or ends the selection of items. */
export const choosing = (state, isChoosing) => changed(state, isChoosing ? {isChoosing} : {isChoosing, chosen: new Set(), last: null});
export const allChosen = (state) => changed(state, {isChoosing: true, chosen: new Set(shownItems(state).map((item) => item.id))});

/** Selects or deselects an item. */
export function chosen(state, id) {
  const next = toggled(state.gallery.chosen, id);
  return changed(state, {chosen: next, last: id, isChoosing: state.gallery.isChoosing || next.size > 0});
}

/** Selects all items from the last selected one to this one. */
export function rangeChosen(state, id) {
  const ids = shownItems(state).map((item) => item.id);
  const [from, to] = [ids.indexOf(state.gallery.last), ids.indexOf(id)].sort((one, other) => one - other);
  if (from < 0) return chosen(state, id);
  return changed(state, {isChoosing: true, chosen: new Set([...state.gallery.chosen, ...ids.slice(from, to + 1)])});
}

/** Downloads an item. Large files go to the disk without passing through the page's memory. */
export async function saveItem({kind, content, name, source}) {
  if (kind === 'clip') await saveMovies(source);
  else if (kind === 'file') saveLink(content, name);
  else saveBlob(await fetchBytes(content), name);
}

/** Deletes an item on the node and removes it from its list. */
export async function remove({list, id}) {
  try {
    await ask(path`/v1/` + list + path`/${id}`, {method: 'DELETE'});
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  store.apply(missed, list, [id]);
}

/** What a deletion of these items takes: the question, what it leaves and why, and the items themselves. */
export function removal(chosen) {
  const [items, words] = [chosen.filter((item) => item.isRemovable), setupTexts.gallery];
  const of = (kind) => items.filter((item) => item.kind === kind);
  const [clips, locked] = [of('clip'), chosen.filter((item) => item.isLocked).length];
  const length = elapsed(clips.reduce((sum, {source}) => sum + source.duration, 0) / 1e9);
  return {
    items, question: words.removeQuestion(of('still').length, clips.length, length, of('file').length),
    left: words.left(locked, chosen.length - items.length - locked),
  };
}

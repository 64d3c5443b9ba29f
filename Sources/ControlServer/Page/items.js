// SPDX-License-Identifier: Apache-2.0
// Pictures, clips and files as gallery and viewer see them.
import {ask, path} from '/api.js';
import {bytes, elapsed, milliseconds, momentOf, moment} from '/formats.js';
import {model} from '/model.js';
import {texts} from '/texts.js';

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {'still'|'clip'|'file'} kind
 * @property {string} name
 * @property {number} at milliseconds since 1970
 * @property {string|null} thumbnail
 * @property {string|null} content where its bytes are
 * @property {boolean} isPicture
 * @property {string} caption made when it is read: there are thousands
 * @property {(() => Promise<any>)|null} remove deletes it; null when this browser may not
 */

const isPicture = (name) => /\.(jpe?g|png|webp|gif|avif)$/i.test(name);

/** A still on a camera. */
export function stillItem(still) {
  const at = still.shownAt / 1e6;
  return {
    id: still.id, kind: 'still', name: still.name, at,
    thumbnail: path`/v1/stills/${still.id}/thumbnail`, content: path`/v1/stills/${still.id}/content`, isPicture: true,
    get caption() {
      return `${moment(at)} · ${still.width}×${still.height} · ${bytes(still.bytes)} · ${texts.gallery.skew(milliseconds(still.skew))}`
        + ` · ${texts.save[still.save]?.short ?? still.save}`;
    },
    remove: model.may('shoot') ? () => ask(path`/v1/stills/${still.id}`, {method: 'DELETE'}) : null,
  };
}

/** A still or file that was received. */
export function fileItem(file) {
  const at = momentOf(file.id);
  const picture = isPicture(file.name);
  return {
    id: file.id, kind: file.kind === 'still' ? 'still' : 'file', name: file.name, at,
    thumbnail: picture && file.kind === 'still' ? path`/v1/files/${file.id}/thumbnail` : null, content: path`/v1/files/${file.id}/content`,
    isPicture: picture,
    get caption() { return [file.name, at ? moment(at) : null, bytes(file.total)].filter(Boolean).join(' · '); },
    remove: model.may('admin') ? () => ask(path`/v1/files/${file.id}`, {method: 'DELETE'}) : null,
  };
}

/** A recording. */
export function clipItem(recording) {
  const at = recording.startedAt / 1e6;
  const isOver = recording.state === 'stopped';
  return {
    id: recording.id, kind: 'clip', name: `${recording.cameraName}-${recording.id}.mp4`, at, recording,
    thumbnail: path`/v1/recordings/${recording.id}/frame`, content: path`/v1/recordings/${recording.id}/media`, isPicture: false,
    get caption() {
      return `${recording.cameraName} · ${moment(at)} · ${elapsed(recording.duration / 1e9)} · ${bytes(recording.bytes)}`;
    },
    remove: model.may('record') && isOver && !recording.isLocked
      ? () => ask(path`/v1/recordings/${recording.id}`, {method: 'DELETE'}) : null,
  };
}

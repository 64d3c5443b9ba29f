// SPDX-License-Identifier: Apache-2.0
// Bytes from the node, and files for the user's disk.
import {Problem, request} from './api.js';
import {texts} from './texts.js';

/**
 * Fetches bytes and reports the progress.
 *
 * @param {(share: number) => void} progress called with the received share, 0 to 1
 * @returns {Promise<Blob>}
 */
export async function fetchBytes(where, progress, signal) {
  const answer = await request(where, {signal, within: 0});
  const total = Number(answer.headers.get('Content-Length')) || 0;
  const parts = [];
  let bytes = 0;
  for (const reader = answer.body.getReader(); ;) {
    const {done, value} = await reader.read().catch((error) => {
      throw signal?.aborted ? error : new Problem(0, 'unreachable', texts.unreachable);
    });
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (total) progress?.(bytes / total);
  }
  return new Blob(parts, {type: answer.headers.get('Content-Type') ?? ''});
}

/** Saves bytes as a download of the browser. */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  saveLink(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Makes the browser download an address. */
export function saveLink(address, name) {
  const link = document.createElement('a');
  Object.assign(link, {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
}

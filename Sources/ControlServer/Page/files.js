// SPDX-License-Identifier: Apache-2.0
// The progress and speed of transfers.
import {withEntry, without} from './collections.js';
import {momentOf} from './formats.js';

/** The shortest interval between measurements of the speed, in milliseconds. */
const beat = 400;

export const isOver = (file) => ['received', 'failed', 'refused', 'cancelled'].includes(file.phase);

/** When a still was taken, or a file arrived or was offered, in milliseconds since 1970. A series has one moment in its ids. */
export const momentOfFile = ({id, shownAt, milliseconds = 0}) => (shownAt === undefined ? momentOf(id) + milliseconds : shownAt / 1e6);

/** Applies the progress of a file. */
export function fileHeard(state, file, now) {
  const name = file.kind === 'sent' ? 'sends' : 'files';
  const paces = isOver(file) ? without(state.paces, [file.id]) : withEntry(state.paces, file.id, pace(state.paces.get(file.id), file, now));
  return {...state, paces, [name]: withEntry(state[name], file.id, file)};
}

function pace(last, file, now) {
  if (!last) return {at: now, bytes: file.bytes, speed: 0};
  if (now - last.at < beat) return last;
  const fresh = file.bytes > last.bytes ? ((file.bytes - last.bytes) * 1000) / (now - last.at) : 0;
  return {at: now, bytes: file.bytes, speed: last.speed ? (last.speed + fresh) / 2 : fresh};
}

// SPDX-License-Identifier: Apache-2.0
// The transfers: files, their texts and their actions.
import {path} from './api.js';
import {isOver, momentOfFile} from './files.js';
import {bytes, rate, roughly, short, shortMoment} from './formats.js';
import {setupTexts} from './setup-texts.js';
import {may, nameOf} from './state.js';

const words = setupTexts.transfers;
/** The most finished files that are shown. */
const most = 200;
const isSent = (file) => file.kind === 'sent';

/** Pending and finished files, newest first. */
export function transfers(state) {
  const all = [...state.files.values(), ...state.sends.values()]
    .sort((one, other) => momentOfFile(other) - momentOfFile(one) || (one.id < other.id ? 1 : -1));
  return {coming: all.filter((file) => !isOver(file)), over: all.filter(isOver).slice(0, most)};
}

/** The phase of a file in words. */
export const phaseText = (file) => (isSent(file) && words.sent[file.phase]) || words.phases[file.phase] || file.phase;

/** The progress of a file as text. */
export function fileText(state, file) {
  const speed = state.paces.get(file.id)?.speed ?? 0;
  const at = momentOfFile(file);
  return [
    isOver(file) && at ? shortMoment(at, Date.now()) : null, phaseText(file),
    file.phase === 'received' ? bytes(file.total) : words.of(bytes(file.bytes), bytes(file.total)),
    file.phase === 'transferring' && speed > 0 ? `${rate(speed)}, ${words.left(roughly((file.total - file.bytes) / speed))}` : null,
    (isSent(file) ? words.to : words.from)(file.peer === state.node.id ? words.owner : nameOf(state, file.peer) ?? short(file.peer)), file.problem,
  ].filter(Boolean).join(' · ');
}

/**
 * The actions for a file.
 *
 * @returns {Array<{text: string, isMain?: boolean, where?: string, options?: object, save?: string}>} a request to the node, or the
 *   address of a download
 */
export function actions(state, file) {
  const isOwner = may(state, 'admin');
  if (isSent(file)) return isOwner ? sendActions(file) : [];
  const where = path`/v1/files/${file.id}`;
  const decide = (accept) => ({where: `${where}/decision`, options: {method: 'POST', body: {accept}}});
  switch (file.phase) {
    case 'offered': return isOwner ? [{text: words.accept, isMain: true, ...decide(true)}, {text: words.refuse, ...decide(false)}] : [];
    case 'received': return may(state, 'view') ? [{text: words.download, save: `${where}/content`}] : [];
    case 'failed': return isOwner && file.kind === 'still' ? [{text: words.again, where: `${where}/retry`, options: {method: 'POST'}}] : [];
    case 'refused': case 'cancelled': return [];
    default: return isOwner && file.kind === 'file' ? [{text: words.cancel, where, options: {method: 'DELETE'}}] : [];
  }
}

function sendActions(file) {
  const where = path`/v1/sends/${file.id}`;
  const wait = (isPaused) => ({where, options: {method: 'PATCH', body: {isPaused}}});
  const remove = {where, options: {method: 'DELETE'}};
  switch (file.phase) {
    case 'received': case 'cancelled': return [];
    case 'failed': case 'refused': return [{text: words.again, ...wait(false)}, {text: words.forget, ...remove}];
    case 'paused': return [{text: words.goOn, isMain: true, ...wait(false)}, {text: words.cancel, ...remove}];
    default: return [{text: words.pause, ...wait(true)}, {text: words.cancel, ...remove}];
  }
}

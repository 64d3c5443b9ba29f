// SPDX-License-Identifier: Apache-2.0
// The destination of this browser's stills: the camera, until the user chooses another one for this node.
import {remoteTexts} from './remote-texts.js';
import {readPeers} from './requests.js';
import {preferred} from './state.js';
import {store} from './store.js';

/** The recorders that this camera knows, as {id, name}: the connected ones, and for administrators all paired ones. */
export function recorders({report, peers}) {
  const connected = (report?.peers ?? []).filter((peer) => peer.phase !== 'lost').map((peer) => [peer.peer, peer.name]);
  const paired = (peers ?? []).filter((peer) => peer.role === 'recorder' && !peer.revoked && !peer.revokedByPeerAt).map((peer) => [peer.id, peer.name]);
  return [...new Map([...connected, ...paired])].map(([id, name]) => ({id, name}));
}

/** The preference as text: {where: `here`, `camera`, `recorder` or `both`, to?, name?}; null before the first still. */
export function savingText({preferences: {save}}) {
  return remoteTexts.save[save?.where ?? 'camera'].title + (save?.name ? ` (${save.name})` : '');
}

/** The possible answers: a value, a title and a hint. */
export function savingAnswers(known) {
  const answer = (value, where, name) => [value, name ? `${remoteTexts.save[where].title}: ${name}` : remoteTexts.save[where].title, remoteTexts.save[where].hint];
  const isOne = known.length === 1;
  return [answer('here', 'here'), answer('camera', 'camera'), ...known.flatMap(({id, name}) =>
    ['recorder', 'both'].map((where) => (isOne ? answer(where, where) : answer(`${where} ${id}`, where, name))))];
}

/** The hint, the answers and the present one of the question where stills are saved. */
export function savingQuestion(state, known) {
  const {save: words} = remoteTexts;
  const {preferences: {save}} = state;
  const answers = savingAnswers(known);
  // With a single recorder, the answers do not name it.
  const values = save ? [`${save.where} ${save.to}`, known.every(({id}) => id === (save.to ?? id)) && save.where] : [];
  const present = answers.find(([value]) => values.includes(value))?.[0];
  const now = present ? null : save ? words.present(savingText(state)) : words.unchosen;
  return [[now, known.length ? words.roles : words.noRecorder].filter(Boolean).join(' '), answers, present];
}

/** Asks for the destination of stills and stores the answer. */
export async function askSaving() {
  await readPeers().catch(() => {});
  const known = recorders(store.state);
  // Loaded late, because the first view must be small.
  const {choose} = await import('./questions.js');
  const answer = await choose(remoteTexts.save.question, ...savingQuestion(store.state, known));
  if (!answer) return;
  const [where, to] = answer.split(' ');
  store.apply(preferred, 'save', to ? {where, to, name: known.find((one) => one.id === to)?.name} : {where});
}

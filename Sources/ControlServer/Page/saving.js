// SPDX-License-Identifier: Apache-2.0
// Where this browser's stills go: asked once for each node, changed any time.
import {ask} from '/api.js';
import {model} from '/model.js';
import {choose} from '/notices.js';
import {texts} from '/texts.js';

/** The recorders that this camera knows, as {id, name}: who may not see the peers goes by those that are connected. */
export async function recorders() {
  const known = new Map((model.state?.peers ?? []).filter((peer) => peer.phase !== 'lost').map((peer) => [peer.peer, peer.name]));
  if (model.may('admin')) {
    for (const peer of await ask('/v1/peers').catch(() => [])) {
      if (peer.role === 'recorder' && !peer.revoked) known.set(peer.id, peer.name);
    }
  }
  return [...known].map(([id, name]) => ({id, name}));
}

/** The preference: {where: `here`, `camera`, `recorder` or `both`, to?: a recorder's id}; null before it was asked. */
export const saving = () => model.preferences.get('save', null);

/** What the preference is in words. */
export function savingText() {
  const choice = saving();
  return choice ? texts.save[choice.where].title + (choice.name ? ` (${choice.name})` : '') : texts.save.unasked;
}

/** Asks where stills go; keeps and gives the answer, null when it was dismissed. */
export async function askSaving() {
  const known = await recorders();
  const answers = ['here', 'camera'].map((where) => [where, texts.save[where].title, texts.save[where].hint]);
  for (const {id, name} of known) {
    for (const where of ['recorder', 'both']) {
      const title = known.length > 1 ? `${texts.save[where].title}: ${name}` : texts.save[where].title;
      answers.push([known.length > 1 ? `${where} ${id}` : where, title, texts.save[where].hint]);
    }
  }
  const answer = await choose(texts.save.question, known.length ? texts.save.roles : texts.save.noRecorder, answers);
  if (!answer) return null;
  const [where, to] = answer.split(' ');
  const choice = to ? {where, to, name: known.find((one) => one.id === to)?.name} : {where};
  model.preferences.set('save', choice);
  model.tell('saving', choice);
  return choice;
}

/** The part of a press that says where the still goes. */
export function savingWish() {
  const {where = 'camera', to} = saving() ?? {};
  return {save: where === 'here' ? 'camera' : where, ...(to ? {recipients: [to]} : {})};
}

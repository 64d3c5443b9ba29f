// SPDX-License-Identifier: Apache-2.0
// The destination of this browser's stills: the camera, until the user chooses another one for this node.
import {ask} from './api.js';
import {recipient, stillRecorders} from './jobs.js';
import {notice} from './notices.js';
import {remoteTexts} from './remote-texts.js';
import {readPeers} from './requests.js';
import {preferred} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

/** The types of problems with which a camera refuses the recorder of a press: none or several, unknown, revoked. */
const recorderProblems = ['bad-request', 'not-found', 'conflict'];

/** The preference as text: {where: `here`, `camera`, `recorder` or `both`, to?, name?}; null before the first still. */
export function savingText({preferences: {save}}) {
  return remoteTexts.save[save?.where ?? 'camera'].title + (save?.name ? ` (${save.name})` : '');
}

/** The possible answers: a value, a title and a hint. A single recorder is not named. */
export function savingAnswers(known) {
  const answer = (value, where, rest = '') => [value, remoteTexts.save[where].title + rest, remoteTexts.save[where].hint];
  const isOne = known.length === 1;
  return [answer('here', 'here'), answer('camera', 'camera'), ...known.flatMap(({id, name, isAway}) => ['recorder', 'both'].map((where) =>
    answer(isOne ? where : `${where} ${id}`, where, (isOne ? '' : `: ${name}`) + (isAway ? ` (${texts.phases.lost})` : ''))))];
}

/** The hint, the answers and the present one of the question where stills are saved. */
export function savingQuestion(state, known) {
  const {save: words} = remoteTexts;
  const {preferences: {save}} = state;
  const answers = savingAnswers(known);
  const to = recipient(state, known);
  // With a single recorder, the answers do not name it.
  const values = save ? [`${save.where} ${to}`, known.every(({id}) => id === (to ?? id)) && save.where] : [];
  const present = answers.find(([value]) => values.includes(value))?.[0];
  const now = present ? null : save ? words.present(savingText(state)) : words.unchosen;
  return [[now, known.length ? words.roles : words.noRecorder].filter(Boolean).join(' '), answers, present];
}

/** What an answer to the question is stored as. It names the recorder even if there is one only, because another one may be paired later. */
export function savingChoice(answer, known) {
  const [where, id] = answer.split(' ');
  const one = ['recorder', 'both'].includes(where) ? known.find((recorder) => recorder.id === (id ?? known[0].id)) : null;
  return one ? {where, to: one.id, name: one.name} : {where};
}

/** Asks for the destination of stills and stores the answer. */
export async function askSaving() {
  await readPeers().catch(() => {});
  const known = stillRecorders(store.state);
  // Loaded late, because the first view must be small.
  const {choose} = await import('./questions.js');
  const answer = await choose(remoteTexts.save.question, ...savingQuestion(store.state, known));
  if (answer) store.apply(preferred, 'save', savingChoice(answer, known));
}

/** Sends a press and returns its job. If the camera refuses the recorder of the press, saves on the camera, so that no press is lost. */
export async function orderStills(wish) {
  const send = (body) => ask('/v1/stills', {method: 'POST', body});
  try {
    return await send(wish);
  } catch (error) {
    if (wish.save === 'camera' || !recorderProblems.includes(error.type)) throw error;
    const {recipients, ...rest} = wish;
    const job = await send({...rest, save: 'camera'});
    const {gone, unknown} = remoteTexts.save;
    notice(error.type === 'bad-request' ? unknown : gone(store.state.preferences.save?.name), true);
    return job;
  }
}

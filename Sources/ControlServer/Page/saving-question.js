// SPDX-License-Identifier: Apache-2.0
// The question where stills are saved; loaded late, because the first view must be small.
import {recipient, stillRecorders} from './jobs.js';
import {choose} from './questions.js';
import {remoteTexts} from './remote-texts.js';
import {readPeers} from './requests.js';
import {savingText} from './saving.js';
import {preferred} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

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
  const answer = await choose(remoteTexts.save.question, ...savingQuestion(store.state, known));
  if (answer) store.apply(preferred, 'save', savingChoice(answer, known));
}

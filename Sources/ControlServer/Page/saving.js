// SPDX-License-Identifier: Apache-2.0
// The destination of this browser's stills: the camera, until the user chooses another one for this node.
import {ask, insist} from './api.js';
import {notice} from './notices.js';
import {remoteTexts} from './remote-texts.js';
import {store} from './store.js';

/** The types of problems with which a camera refuses the recorder of a press: none or several, unknown, revoked. */
const recorderProblems = ['bad-request', 'not-found', 'conflict'];

/** The preference as text: {where: `here`, `camera`, `recorder` or `both`, to?, name?}; null before the first still. */
export function savingText({preferences: {save}}) {
  return remoteTexts.save[save?.where ?? 'camera'].title + (save?.name ? ` (${save.name})` : '');
}

/** Sends a press and returns its job. If the camera refuses the recorder of the press, saves on the camera, so that no press is lost. */
export async function orderStills(wish) {
  // A series whose answer was lost may run already.
  const send = (body) => (body.count > 1 || body.timerSeconds ? ask : insist)('/v1/stills', {method: 'POST', body});
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

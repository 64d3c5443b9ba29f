// SPDX-License-Identifier: Apache-2.0
// A form that is folded until it is needed: it changes what a peer or a browser is called and may do, or revokes it.
import {ask} from './api.js';
import {make, put} from './dom.js';
import {shownName} from './formats.js';
import {allGrants, cameraBoxes, chosenRights, grantBoxes, merged, rightsText} from './grants.js';
import {carefully, notice} from './notices.js';
import {confirmed} from './questions.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.rights;

/**
 * The form.
 *
 * `node` is the node on which it may do something. `offered` are the grants that it may get. Its view may be bounded to the cameras
 * among `peers`, except itself. `question` and `hint` ask before it is revoked. Afterwards `read` is called. `present` gives it as it
 * is now.
 */
export function rightsForm(node, {id, name, grants, viewOf}, address, {offered = allGrants, peers, question, hint, read, present}) {
  const boxes = put(make('fieldset'), make('legend', {}, setupTexts.pairing.may), grantBoxes(node, grants, offered), cameraBoxes(peers, viewOf, id));
  const input = make('input', {type: 'text', value: name, maxLength: 60, 'aria-label': words.name});
  const save = carefully(async () => {
    const chosen = chosenRights(boxes);
    await read();
    chosen.grants = merged(present()?.grants ?? grants, grants, chosen.grants, offered);
    const body = {...chosen, ...(input.value && input.value !== name ? {name: input.value} : {})};
    await ask(address, {method: 'PATCH', body});
    form.open = false;
    await read();
    // Another user may have changed them meanwhile.
    const now = present();
    if (now) notice(words.saved(shownName(now.name), rightsText(node, now, peers)));
  });
  const revoke = carefully(async () => {
    if (!(await confirmed(question, hint, words.revoke))) return;
    await ask(address, {method: 'DELETE'});
    await read();
  });
  const form = make('details.row-actions');
  return put(form, make('summary', {}, words.change), input, boxes, put(make('div.row'),
    make('button', {onclick: save}, words.save), make('button.quiet.danger', {onclick: revoke}, words.revoke)));
}

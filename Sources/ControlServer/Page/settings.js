// SPDX-License-Identifier: Apache-2.0
// Who may do what, what runs, and what has happened.
import {ask, signedOut} from '/api.js';
import {Browsers} from '/browsers.js';
import {make, put, say} from '/dom.js';
import {rightsText} from '/grants.js';
import {Log} from '/log.js';
import {model} from '/model.js';
import {carefully} from '/notices.js';
import {Pairing} from '/pairing.js';
import {Peers} from '/peers.js';
import {Pipelines} from '/pipelines.js';
import {askSaving, savingText} from '/saving.js';
import {texts} from '/texts.js';

const words = texts.settings;

/** The cameras that this browser sees, as peers. */
const cameras = () => (model.state?.cameras ?? []).map((link) => ({id: link.camera, name: link.name ?? link.address}));

function me() {
  const save = make('strong', {id: 'save-preference'}, savingText());
  model.on('saving', () => say(save, savingText()));
  const isShooting = model.isCamera && model.may('shoot');
  return put(make('section.card'), make('h2', {}, words.me(model.me.name)), make('p', {}, words.grants(rightsText(model.me, cameras()))),
    isShooting ? put(make('p'), `${texts.save.label}: `, save, ' ', make('button.quiet', {onclick: carefully(askSaving)}, words.change)) : null,
    make('p.hint', {}, words.roles(model.node.role)),
    make('button.quiet', {id: 'leave', onclick: carefully(async () => {
      await ask('/v1/page/session', {method: 'DELETE'});
      signedOut(texts.enter.left);
    })}, words.leave));
}

function about() {
  const {node} = model;
  const viewers = make('p');
  const show = (state) => say(viewers, state?.viewers ? words.viewers(state.viewers.count, state.viewers.limit) : '');
  model.on('state', show);
  show(model.state);
  return put(make('section.card'), make('h2', {}, words.about), make('p', {}, words.node(node.name, node.role, node.version)),
    viewers, make('p.hint', {}, node.id), make('p.hint', {}, words.keys));
}

export function makeSettings() {
  const element = make('section.view.settings', {id: 'view-settings', 'aria-label': texts.views.settings});
  const parts = [];
  if (model.may('admin')) parts.push(new Pairing(), new Peers(), new Browsers());
  if (model.isCamera && model.may('view')) parts.push(new Pipelines());
  if (model.mayLook) parts.push(new Log());
  put(element, me(), parts.map((part) => part.element), about());
  return {
    element,
    show() { for (const part of parts) part.show(); },
    hide() { for (const part of parts) part.hide?.(); },
  };
}

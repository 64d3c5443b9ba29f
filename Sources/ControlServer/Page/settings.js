// SPDX-License-Identifier: Apache-2.0
// Peers, browsers, pipelines, and the log of events.
import {ask, signedOut} from './api.js';
import {Browsers} from './browsers.js';
import {Devices} from './devices.js';
import {make, put, say} from './dom.js';
import {rightsText} from './grants.js';
import {Log} from './log.js';
import {NetworkCameras} from './network-cameras.js';
import {carefully} from './notices.js';
import {Pairing} from './pairing.js';
import {Peers} from './peers.js';
import {Pipelines} from './pipelines.js';
import {confirmed} from './questions.js';
import {remoteTexts} from './remote-texts.js';
import {readSession} from './requests.js';
import {savingText} from './saving.js';
import {askSaving} from './saving-question.js';
import {setupTexts} from './setup-texts.js';
import {isCamera, may, mayLook} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = setupTexts.settings;

/** The cameras that this browser may view, as peers. */
const cameras = ({report}) => (report?.cameras ?? []).map((link) => ({id: link.camera, name: link.name ?? link.address}));

async function leave() {
  if (!(await confirmed(words.leaveQuestion, words.leaveHint, words.leave))) return;
  const out = new AbortController();
  // Another refused request may leave the page first, with a reason that is none.
  addEventListener('pagehide', () => signedOut(words.left), {signal: out.signal});
  try {
    await ask('/v1/page/session', {method: 'DELETE'});
    signedOut(words.left);
  } catch (error) {
    out.abort();
    throw error;
  }
}

export function makeView() {
  const {state} = store;
  const {me, node} = state;
  const nodeText = make('p');
  const save = make('strong', {id: 'save-preference'});
  const viewers = make('p');
  const parts = [
    ...(may(state, 'admin') ? [new Pairing(), new Peers(), new Browsers()] : []),
    ...(isCamera(state) && may(state, 'admin') ? [new Devices(), new NetworkCameras(), new Pipelines()] : []),
    ...(mayLook(state) ? [new Log()] : []),
  ];
  const own = put(make('section.card'), make('h2', {}, words.me(me.name)), make('p', {}, words.grants(rightsText(node, me, cameras(state)))),
    isCamera(state) && may(state, 'shoot')
      ? put(make('p'), `${remoteTexts.save.label}: `, save, ' ', make('button.quiet', {onclick: carefully(askSaving)}, words.change)) : null,
    make('p.hint', {}, words.roles(node.role, may(state, 'admin'))), make('button.quiet', {id: 'leave', onclick: carefully(leave)}, words.leave));
  const about = put(make('section.card'), make('h2', {}, words.about), nodeText, viewers, make('p.hint', {}, node.id),
    make('p.hint', {}, words.keys[node.role](may(state, 'shoot'))));
  return {
    element: put(make('section.view.settings', {id: 'view-settings', 'aria-label': texts.views.settings}), own,
      parts.map((part) => part.element), about),
    show(signal) {
      readSession().catch(() => {});
      for (const part of parts) part.show(signal);
      store.watch(({preferences}) => [preferences.save], (now) => say(save, savingText(now)), signal);
      store.watch((now) => [now.node], ({node: {name, role, version}}) => say(nodeText, words.node(name, role, version)), signal);
      store.watch(({report}) => [report?.viewers], ({report}) =>
        say(viewers, report?.viewers ? words.viewers(report.viewers.count, report.viewers.limit) : ''), signal);
    },
  };
}

// SPDX-License-Identifier: Apache-2.0
// The first view of a camera: live picture, shutter, controls.
import {stayAwake} from './awake.js';
import {make, put} from './dom.js';
import {momentOfTick} from './freshness.js';
import {icon} from './icons.js';
import {LiveView} from './live.js';
import {failure} from './notices.js';
import {Overlays} from './overlays.js';
import {Shutter} from './shutter.js';
import {may, pictured} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

export function makeView() {
  const capture = () => store.state.report?.capture;
  const live = new LiveView({
    whep: '/v1/live/whep', pictures: '/v1/live/picture', captured: momentOfTick,
    codec: () => capture()?.codec ?? undefined, epoch: () => capture()?.epoch,
  });
  const overlays = new Overlays(live);
  const record = {
    button: may(store.state, 'record') ? make('button.record', {id: 'record', disabled: true}, texts.recordings.record) : null,
    text: make('p.record-state', {id: 'record-state', role: 'status'}),
  };
  const shutter = may(store.state, 'shoot') ? new Shutter(live, record) : null;
  if (shutter) live.layers.append(shutter.layer);
  const expand = put(make('button.quiet.round', {
    'aria-label': texts.live.fullScreen, title: texts.live.fullScreen,
    onclick: () => (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()).catch(failure),
  }), icon('expand'));
  if (document.fullscreenEnabled) put(overlays.switches, expand);
  const panel = put(make('div.panel'), shutter?.element ?? [record.button && put(make('div.shutter-row'), record.button), record.text]);
  const element = put(make('section.view.remote', {id: 'view-live', 'aria-label': texts.views.live}),
    put(make('div.viewfinder'), live.element, overlays.switches), panel);
  // Loaded after the picture, because the first view must be small.
  const controls = import('./controls.js').then(({Controls}) => {
    const made = new Controls();
    put(panel, made.element);
    return made;
  });
  return {
    element,
    show(signal) {
      live.onpicture = (picture) => store.apply(pictured, picture);
      live.start();
      overlays.show(signal);
      shutter?.show(signal);
      import('./record-button.js').then(({showRecordButton}) => showRecordButton(record, signal)).catch(failure);
      controls.then((one) => { if (!signal.aborted) one.show(signal); }).catch(failure);
      stayAwake(signal);
      signal.addEventListener('abort', () => {
        live.onpicture = () => {};
        live.stop();
        store.apply(pictured, null);
      }, {once: true});
    },
  };
}

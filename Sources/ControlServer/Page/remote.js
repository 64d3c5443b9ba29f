// SPDX-License-Identifier: Apache-2.0
// The first view of a camera: what it sees, the shutter, its controls.
import {Controls} from '/controls.js';
import {make, put} from '/dom.js';
import {icon} from '/icons.js';
import {LiveView} from '/live.js';
import {model} from '/model.js';
import {failure} from '/notices.js';
import {Overlays} from '/overlays.js';
import {askSaving, saving} from '/saving.js';
import {Shutter} from '/shutter.js';
import {texts} from '/texts.js';

/** A remote in the hand must not fall asleep; where the browser cannot help it, it does. */
class Wakefulness {
  #lock = null;
  #isOn = false;

  constructor() {
    document.addEventListener('visibilitychange', () => { if (this.#isOn && !document.hidden) this.set(true); });
  }

  async set(isOn) {
    this.#isOn = isOn;
    await this.#lock?.release().catch(() => {});
    this.#lock = isOn ? await navigator.wakeLock?.request('screen').catch(() => null) : null;
  }
}

export function makeRemote() {
  const wakefulness = new Wakefulness();
  const live = new LiveView({
    whep: '/v1/live/whep', pictures: '/v1/live/picture', captured: (tick) => tick / 90,
    codec: () => model.state?.capture?.codec ?? undefined, epoch: () => model.state?.capture?.epoch,
  });
  const overlays = new Overlays(live);
  const shutter = model.may('shoot') ? new Shutter(live) : null;
  const controls = new Controls();
  controls.onlight = (light) => shutter?.setLight(light);
  live.onstate = (picture) => { if (!element.hidden) model.show(picture); };
  if (shutter) live.layers.append(shutter.layer);
  const expand = put(make('button.quiet.round', {
    'aria-label': texts.live.fullScreen, title: texts.live.fullScreen,
    onclick: () => (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()).catch(failure),
  }), icon('expand'));
  if (document.fullscreenEnabled) put(overlays.switches, expand);
  const panel = put(make('div.panel'), shutter?.element, controls.element);
  const element = put(make('section.view.remote', {id: 'view-live', 'aria-label': texts.views.live}),
    put(make('div.viewfinder'), live.element, overlays.switches), panel);
  return {
    element,
    show() {
      live.start();
      overlays.start();
      controls.start();
      wakefulness.set(true);
      if (shutter && !saving()) askSaving().catch(failure);
    },
    hide() {
      live.stop();
      overlays.stop();
      controls.stop();
      wakefulness.set(false);
      model.show(null);
    },
  };
}

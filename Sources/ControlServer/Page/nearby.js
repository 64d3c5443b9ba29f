// SPDX-License-Identifier: Apache-2.0
// Nearby: how far away and in which direction a tag is that is shown to the camera, on this screen or on paper.
import {stayAwake} from './awake.js';
import {draw, every, labelled, make, put, say} from './dom.js';
import {momentOfTick} from './freshness.js';
import {LiveView} from './live.js';
import {measureScreen} from './nearby-card.js';
import {Readout} from './nearby-readout.js';
import {range} from './nearby-session.js';
import {outline} from './nearby-shapes.js';
import {chosen, initial, isOn, keptSettings, settingProblem, shown, ticked, wish} from './nearby-state.js';
import {showTag} from './nearby-tag.js';
import {nearbyTexts as words} from './nearby-texts.js';
import {failure, notice} from './notices.js';
import {pictured} from './state.js';
import {Store, store} from './store.js';
import {styled} from './styles.js';
import {texts} from './texts.js';

/** The settings are those of this device, so they are not stored by node. */
const key = 'longshot-nearby';

function kept() {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

function keep({settings}) {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Without local storage, the screen is measured again next time.
  }
}

/** The live picture with the tag outlined. */
class Sight {
  #polygon = draw('polygon', {'vector-effect': 'non-scaling-stroke'});
  #layer = put(draw('svg', {class: 'picture nearby-outline', 'aria-hidden': 'true'}), this.#polygon);
  #capture = () => store.state.report?.capture;
  #live = new LiveView({
    whep: '/v1/live/whep', pictures: '/v1/live/picture', captured: momentOfTick, codec: () => this.#capture()?.codec ?? undefined,
    epoch: () => this.#capture()?.epoch,
  });
  element = put(make('div.nearby-sight', {role: 'group', 'aria-label': words.picture}), this.#live.element);

  constructor() { put(this.#live.layers, this.#layer); }

  show(isOn) {
    this.#live.onpicture = isOn ? (picture) => store.apply(pictured, picture) : () => {};
    if (isOn) return this.#live.start();
    this.#live.stop();
    store.apply(pictured, null);
  }

  draw({corners}) {
    const {surface} = this.#live;
    const [width, height] = [surface?.videoWidth || surface?.width || 0, surface?.videoHeight || surface?.height || 0];
    const points = this.#live.isLive ? outline(corners, width, height) : null;
    if (points) this.#layer.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#polygon.setAttribute('points', points ?? '');
  }
}

/** A field for a number of the settings; what is not a number in its limits is said when it is used. */
function number(nearby, name, text, step) {
  const field = make('input', {
    type: 'number', id: `nearby-${name}`, min: '0', step, value: String(nearby.state.settings[name]), inputMode: 'decimal',
    oninput: () => nearby.apply(chosen, {[name]: field.value === '' ? NaN : Number(field.value)}),
  });
  return labelled(text, field);
}

export async function makeView() {
  const nearby = new Store({...initial, settings: keptSettings(kept())});
  let running = new AbortController();
  const stop = () => running.abort();
  const begin = () => {
    stop();
    running = new AbortController();
    return range(nearby, wish(nearby.state), running.signal);
  };
  const size = async () => {
    const density = await measureScreen(nearby.state.settings.density);
    if (density) nearby.apply(chosen, {density});
    return density;
  };
  const showScreen = async () => { if (nearby.state.settings.density || await size()) await showTag(nearby, begin, stop); };
  const isBusy = () => isOn(nearby.state) || nearby.state.stage === 'beginning';
  const toggle = () => {
    if (isBusy()) return stop();
    const problem = settingProblem(nearby.state.settings);
    return problem ? notice(problem, true) : begin();
  };

  const choose = (mode) => {
    if (mode === nearby.state.settings.mode) return;
    stop();
    nearby.apply(chosen, {mode});
  };
  const modes = Object.keys(words.modes).map((mode) => make('button', {data: {mode}, onclick: () => choose(mode)}, words.modes[mode]));
  const sizeHint = make('p.hint');
  const sizeButton = make('button.quiet', {id: 'nearby-size', onclick: () => size().catch(failure)});
  const screen = put(make('section.card'), make('p', {}, words.screen.hint), sizeHint,
    put(make('div.row'), make('button', {id: 'nearby-show', onclick: () => showScreen().catch(failure)}, words.screen.show), sizeButton));
  const printedHint = make('p');
  say(printedHint, words.printed.hint);
  const fields = [number(nearby, 'millimetres', words.printed.size, 'any'), number(nearby, 'tag', words.printed.tag, '1')];
  // One button, which keeps the focus.
  const button = make('button', {id: 'nearby-toggle', onclick: toggle});
  const on = make('strong.good', {}, `${words.isOn}.`);
  const status = make('span', {id: 'nearby-status', role: 'status'});
  const readout = new Readout();
  const sight = new Sight();
  const note = make('p.hint', {id: 'nearby-note'});
  const controls = put(make('section.card'), printedHint, fields,
    put(make('div.row'), button, put(make('p.nearby-status'), on, ' ', status)), readout.element, note);
  const printed = put(make('div.nearby-printed'), sight.element, controls);
  const element = put(make('section.view.nearby', {id: 'view-nearby', 'aria-label': texts.views.nearby}),
    put(make('div.segments', {role: 'group', 'aria-label': words.mode}), modes), screen, printed);
  await Promise.all([styled('/gallery.css'), styled('/nearby.css')]);

  return {
    element,
    show(signal) {
      nearby.watch((state) => [state.settings], (state) => {
        keep(state);
        const {mode, density} = state.settings;
        for (const button of modes) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
        [screen.hidden, printed.hidden] = [mode !== 'screen', mode !== 'printed'];
        say(sizeHint, density ? words.screen.sized : words.screen.unsized);
        say(sizeButton, density ? words.screen.sizeAgain : words.screen.size);
      }, signal);
      nearby.watch((state) => [state.settings.mode], ({settings}) => sight.show(settings.mode === 'printed'), signal);
      nearby.watch((state) => [state], (state) => {
        const view = shown(state);
        on.hidden = !view.isOn;
        for (const part of [printedHint, ...fields]) part.hidden = isBusy();
        button.className = isBusy() ? 'stop' : '';
        readout.element.hidden = view.stage === 'off' && !view.minute;
        say(button, isBusy() ? words.stop : view.stage === 'over' ? words.again : words.begin);
        say(status, view.status);
        say(note, view.note);
        readout.draw(view);
        sight.draw(view);
      }, signal);
      every(250, () => { if (nearby.state.session) nearby.apply(ticked, performance.now()); }, signal);
      // Also when the page is closed; a node waits 10 s for a reader of updates that has gone.
      addEventListener('pagehide', stop, {signal});
      stayAwake(signal);
      signal.addEventListener('abort', () => { stop(); sight.show(false); document.querySelector('.tag-dialog')?.close(); }, {once: true});
    },
  };
}

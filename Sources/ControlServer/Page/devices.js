// SPDX-License-Identifier: Apache-2.0
// The cameras that are plugged into a camera node's machine: what each sees, and which one is captured.
import {ask} from './api.js';
import {fill, make, put, say} from './dom.js';
import {carefully, notice} from './notices.js';
import {capturing} from './pipelines.js';
import {confirmed} from './questions.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.devices;

/** How long the node may take to measure its encoders, in milliseconds. */
const patience = 70_000;

/** The largest size of each format, such as `MJPG 1920x1080`. */
export function modesText({modes = []}) {
  const largest = new Map();
  for (const mode of modes) {
    const known = largest.get(mode.format);
    if (!known || mode.width * mode.height > known.width * known.height) largest.set(mode.format, mode);
  }
  return [...largest.values()].map(({format, width, height}) => `${format} ${width}x${height}`).join(', ');
}

/** What `--capture auto` makes of a camera, and why it would not take it. */
export function verdict({auto, passedOver, users, isCaptured}) {
  if (isCaptured) return words.captured;
  const why = passedOver === 'in-use' ? words.users((users ?? []).map(({program, process}) => words.user(program, process)))
    : passedOver === 'no-mode' ? words.noMode : null;
  return [why, auto ? words.auto(auto.pipeline, auto.why) : null].filter(Boolean).join(' · ');
}

export class Devices {
  element = make('section.card', {id: 'devices'});
  #list = make('ul.rows');
  #note = make('p.hint', {role: 'status'}, words.hint);
  #look = make('button.quiet', {onclick: carefully(() => this.#read())}, words.look);

  constructor() {
    put(this.element, make('h2', {}, words.title), this.#note, this.#list, this.#look);
  }

  show() {}

  async #read() {
    this.#look.disabled = true;
    say(this.#note, words.looking);
    try {
      this.#fill(await ask('/v1/devices', {within: patience}));
    } finally {
      this.#look.disabled = false;
      say(this.#note, words.hint);
    }
  }

  #fill(cameras) {
    fill(this.#list, cameras.length ? cameras.map((camera) => this.#row(camera, cameras)) : make('li.hint', {}, words.none));
  }

  #row(camera, all) {
    const {device, auto, passedOver, isCaptured} = camera;
    const use = carefully(async () => {
      if (!(await confirmed(words.useQuestion(device.name), words.useHint, words.use))) return;
      await capturing(auto.pipeline, () => ask('/v1/devices/active', {method: 'PUT', body: {path: device.path}, within: patience}));
      notice(words.uses(device.name));
      this.#fill(all.map((one) => ({...one, isCaptured: one === camera})));
    });
    // A camera that another program uses gives no picture.
    const picture = passedOver === 'in-use' ? null
      : make('img', {width: 160, alt: words.sees(device.name), src: `/v1/devices/picture?path=${encodeURIComponent(device.path)}`});
    picture?.addEventListener('error', () => picture.remove());
    return put(make('li'), picture, put(make('div.row-text'), make('strong', {}, device.name),
      make('span', {}, [device.path, device.driver, modesText(device)].filter(Boolean).join(' · ')), make('span', {}, verdict(camera))),
    auto && !isCaptured && passedOver !== 'in-use' ? make('button.quiet', {onclick: use, 'aria-label': `${words.use}, ${device.name}`}, words.use) : null);
  }
}

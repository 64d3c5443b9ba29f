// SPDX-License-Identifier: Apache-2.0
// The tag on the whole screen, with what the camera says beneath it.
import {path} from './api.js';
import {make, pause, put, say} from './dom.js';
import {icon} from './icons.js';
import {Readout} from './nearby-readout.js';
import {pictureSide, shown, sized, squareSize} from './nearby-state.js';
import {nearbyTexts as words} from './nearby-texts.js';

/** The longest wait for the full screen, in milliseconds. */
const fullWithin = 700;

/**
 * Shows the tag until the dialog is closed.
 *
 * @param {import('./store.js').Store} nearby the state of the view
 * @param {() => void} begin begins a session with the size in the state
 * @param {() => void} stop ends the session
 */
export async function showTag(nearby, begin, stop) {
  const life = new AbortController();
  const before = document.activeElement;
  const picture = make('img', {hidden: true});
  const box = put(make('div.tag-box'), picture);
  const status = make('p.nearby-status', {role: 'status'});
  const readout = new Readout();
  const again = make('button', {hidden: true, onclick: () => { end.focus(); begin(); }}, words.again);
  const note = make('p.hint');
  const dialog = make('dialog.tag-dialog', {'aria-label': words.modes.screen});
  const end = put(make('button.quiet', {id: 'tag-stop', onclick: () => dialog.close()}), icon('close'), words.stop);
  const side = put(make('div.tag-side'), readout.element, status,
    put(make('div.row'), again, end, make('span.hint', {}, words.screen.bright)), note);
  const full = put(make('div.tag-full'), box, side);
  // A dialog cannot be shown on the full screen itself.
  put(dialog, full);
  const measure = () => {
    const width = pictureSide(Math.min(box.clientWidth, box.clientHeight), devicePixelRatio);
    picture.style.width = `${width}px`;
    nearby.apply(sized, squareSize(width, nearby.state.settings.density, devicePixelRatio, visualViewport?.scale ?? 1));
  };
  dialog.addEventListener('close', () => {
    life.abort();
    stop();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    dialog.remove();
    // The full screen has lost it.
    before?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  // Refused by browsers without it, such as those of iPhones: the dialog fills the page.
  const isFull = full.requestFullscreen ? full.requestFullscreen({navigationUI: 'hide'}).catch(() => {}) : null;
  await Promise.race([isFull, pause(fullWithin)]);
  if (life.signal.aborted) return;
  const watch = new ResizeObserver(measure);
  watch.observe(box);
  life.signal.addEventListener('abort', () => watch.disconnect(), {once: true});
  addEventListener('resize', measure, {signal: life.signal});
  visualViewport?.addEventListener('resize', measure, {signal: life.signal});
  measure();
  nearby.watch((state) => [state], (state) => {
    const view = shown(state);
    readout.draw(view);
    say(status, `${view.isOn ? `${words.isOn}. ` : ''}${view.status}`);
    say(note, view.note);
    again.hidden = view.stage !== 'over';
    // The number of an ended session may be given to somebody else.
    picture.hidden = view.tag === null;
    if (view.tag === null) return;
    const address = path`/v1/nearby/tags/${view.tag}`;
    if (picture.getAttribute('src') !== address) Object.assign(picture, {src: address, alt: words.screen.tag(view.tag)});
  }, life.signal);
  begin();
}

// SPDX-License-Identifier: Apache-2.0
// The recordings that the timeline shows, in words: for reading, and for keys.
import {ask, path, saveLink} from '/api.js';
import {fill, make, put} from '/dom.js';
import {bytes, elapsed, moment, percent} from '/formats.js';
import {icon} from '/icons.js';
import {model} from '/model.js';
import {carefully, confirmed} from '/notices.js';
import {extent} from '/player.js';
import {texts} from '/texts.js';

const words = texts.recordings;
const most = 100;

/** Why frames are missing, with how many. */
export function reasons(gaps) {
  const counts = new Map();
  for (const gap of gaps) counts.set(gap.reason, (counts.get(gap.reason) ?? 0) + gap.frames);
  return [...counts].map(([reason, frames]) => words.reason(texts.gaps[reason] ?? reason, frames)).join(', ');
}

/** Whether frames may be missing that nobody counted: a camera was killed, or has forgotten an epoch. */
export const isUncounted = (recording) => (recording?.gaps ?? []).some((gap) => gap.isUncounted);

/** How complete a recording is, in a few words. */
export function completeness({frames, gaps}) {
  const share = percent(frames.persisted, frames.persisted + frames.missing);
  if (!frames.missing && isUncounted({gaps})) return words.uncounted(share);
  return frames.missing ? words.incomplete(share, frames.missing, reasons(gaps ?? [])) : words.complete(share);
}

export class RecordingList {
  element = make('div.recording-list');
  onchange = () => {};
  #play;
  #shown = '';

  constructor(play) { this.#play = play; }

  show(recordings) {
    const list = recordings.toSorted((one, other) => other.startedAt - one.startedAt).slice(0, most);
    // Rows with a button that somebody is about to press are not made anew for nothing.
    const key = list.map((one) => `${one.id} ${one.state} ${one.isLocked} ${one.frames.missing} ${isUncounted(one)}`).join();
    if (key === this.#shown) return;
    this.#shown = key;
    fill(this.element, make('h2', {}, words.title(recordings.length)), put(make('ul.rows'), list.map((one) => this.#row(one))),
      recordings.length > most ? make('p.hint', {}, words.more(recordings.length - most)) : null);
  }

  #row(one) {
    const address = path`/v1/recordings/${one.id}`;
    const button = (name, text, work) => put(make('button.quiet', {onclick: carefully(work), title: text}), icon(name), make('span', {}, text));
    const change = async (body) => this.onchange(await ask(address, {method: 'PATCH', body}), false);
    const mayChange = model.may('record');
    const isOver = one.state === 'stopped';
    return put(make('li'), put(make('div.row-text'), make('strong', {}, `${one.cameraName}, ${moment(one.startedAt / 1e6)}`),
      make('span', {}, [elapsed(one.duration / 1e9), bytes(one.bytes), words.states[one.state]].join(' · ')),
      make(one.frames.missing || isUncounted(one) ? 'span.bad' : 'span.good', {}, completeness(one))),
    put(make('div.row-actions'), button('play', words.play, async () => this.#play(one, extent(one)[0])),
      button('download', words.download, async () => saveLink(`${address}/media?download=1`, `${one.cameraName}-${one.id}.mp4`)),
      mayChange ? button('lock', one.isLocked ? words.unlock : words.lock, () => change({isLocked: !one.isLocked})) : null,
      mayChange && isOver && !one.isLocked ? button('bin', words.remove, async () => {
        if (!(await confirmed(words.removeQuestion(one.cameraName), words.removeHint, words.remove))) return;
        await ask(address, {method: 'DELETE'});
        this.onchange(one, true);
      }) : null));
  }
}

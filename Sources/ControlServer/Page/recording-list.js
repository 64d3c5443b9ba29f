// SPDX-License-Identifier: Apache-2.0
// The recordings in the timeline as a list, for screen readers and keyboards.
import {ask, path} from './api.js';
import {deskTexts} from './desk-texts.js';
import {fill, make, put, say} from './dom.js';
import {bytes, moment} from './formats.js';
import {icon} from './icons.js';
import {remove} from './items.js';
import {saveMovies} from './movies.js';
import {carefully} from './notices.js';
import {lengthText} from './places.js';
import {confirmed} from './questions.js';
import {capturedFrom, completeness, extent, hasFootage, isComplete, isRunning, uncounted} from './recordings.js';
import {cameraName, recordingsInList, listTexts, played, visible} from './scene.js';
import {listed, may} from './state.js';
import {setupTexts} from './setup-texts.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = setupTexts.recordings;
const most = 100;

const sizeText = (one, playing) => [lengthText(one), bytes(one.bytes), words.states[one.state], one.isLocked ? words.locked : null, one.id === playing ? words.played : null].filter(Boolean).join(' · ');

/** Whether the camera of a recording that is over never came. */
const isEmpty = (one) => !isRunning(one) && one.frames.persisted + one.frames.missing === 0;

/** The completeness of a recording in words, and the class that colours it: {text, mood}. */
export function told(one) {
  if (isEmpty(one) && isComplete(one)) return {text: words.nothing, mood: 'hint'};
  // A camera that was killed may have captured some.
  if (isEmpty(one)) return {text: `${words.nothing} ${texts.status.missing(0, uncounted(one.gaps))}.`, mood: 'bad'};
  const mood = !isComplete(one) ? 'bad' : one.trouble || one.state === 'stopping' ? 'hint' : 'good';
  return {text: isRunning(one) ? deskTexts.soFar(completeness(one)) : completeness(one), mood};
}

/** What the row of a recording is made of; the texts of its size and its completeness change without a new row. */
const rowKey = (state, one) => `${one.id} ${cameraName(state, one)} ${one.state} ${one.isLocked} ${one.capturedFrom} ${hasFootage(one)}`;

/** The question whether to delete a recording, which says which one. */
export const removeQuestion = (state, one) => words.removeQuestion(cameraName(state, one), moment(capturedFrom(one)), lengthText(one));

export class RecordingList {
  #title = make('h2');
  #others = make('p.hint');
  #rows = make('div');
  element = make('div.recording-list', {}, this.#title, this.#others, this.#rows);
  #drawn = '';
  /** The elements with the size of each recording, which grows while it runs, and with its completeness, which damage changes. */
  #sizes = new Map();
  #told = new Map();

  draw(state) {
    const {title, hint} = listTexts(state, Date.now());
    say(this.#title, title);
    say(this.#others, hint);
    const playing = state.timeline.playing?.recording.id;
    const list = recordingsInList(state).sort((one, other) => capturedFrom(other) - capturedFrom(one)).filter((one, index) => index < most || one.id === playing);
    // If only a size or a completeness has changed, the rows stay, because the user may be pressing a button of one.
    const more = visible(state).length - most;
    const key = more + list.map((one) => rowKey(state, one)).join();
    const isNew = key !== this.#drawn;
    this.#drawn = key;
    const spans = () => new Map(list.map(({id}) => [id, make('span')]));
    if (isNew) [this.#sizes, this.#told] = [spans(), spans()];
    for (const one of list) {
      const {text, mood} = told(one);
      say(this.#sizes.get(one.id), sizeText(one, playing));
      say(this.#told.get(one.id), text);
      this.#told.get(one.id).className = mood;
    }
    if (!isNew) return;
    const held = document.activeElement?.closest?.('.recording-list button')?.dataset.place;
    fill(this.#rows, put(make('ul.rows'), list.map((one) => this.#row(one))), more > 0 ? make('p.hint', {}, words.more(more)) : null);
    // The focus stays at the button on which a key was pressed.
    if (held) [...this.#rows.querySelectorAll('button')].find(({dataset}) => dataset.place === held)?.focus({preventScroll: true});
  }

  #row(one) {
    const address = path`/v1/recordings/${one.id}`;
    const named = `${cameraName(store.state, one)}, ${moment(capturedFrom(one))}`;
    const button = (name, text, work, hint = text, disabled = false) =>
      put(make('button.quiet', {onclick: carefully(work), title: hint, 'aria-label': `${text}, ${named}`, disabled, data: {place: `${name} ${one.id}`}}),
        icon(name), make('span', {}, text));
    const change = async (body) => store.apply(listed, 'recordings', [await ask(address, {method: 'PATCH', body})]);
    const mayChange = may(store.state, 'record');
    // A row stays while its recording grows, or is found damaged.
    const now = () => store.state.recordings.get(one.id) ?? one;
    return put(make('li'), put(make('div.row-text'), make('strong', {}, named),
      this.#sizes.get(one.id),
      this.#told.get(one.id)),
    put(make('div.row-actions'),
      hasFootage(one) ? button('play', words.play, async () => store.apply(played, {recording: now(), at: extent(now())[0]})) : null,
      hasFootage(one) ? button('download', words.download, () => saveMovies(now())) : null,
      mayChange ? button('lock', one.isLocked ? words.unlock : words.lock, () => change({isLocked: !one.isLocked}), words.lockHint) : null,
      // It keeps its place, so that no other button comes under the pointer.
      mayChange && !isRunning(one) ? button('bin', words.remove, async () => {
        if (await confirmed(removeQuestion(store.state, now()), words.removeHint, words.remove)) await remove({list: 'recordings', id: one.id});
      }, one.isLocked ? words.lockHint : words.remove, Boolean(one.isLocked)) : null));
  }
}

// SPDX-License-Identifier: Apache-2.0
// A camera's pipeline files: their text, their graph, and the active one.
import {ask, path, request} from './api.js';
import {hasWords} from './collections.js';
import {fill, make, put, say} from './dom.js';
import {shortMoment, withLocalTimes} from './formats.js';
import {carefully, failure, notice} from './notices.js';
import {confirmed} from './questions.js';
import {setupTexts} from './setup-texts.js';
import {may, partRead, preferred} from './state.js';
import {store} from './store.js';

const words = setupTexts.pipelines;

/** The active file first, then the other capture pipelines, then the rest. */
export function sortedPipelines({pipelines}) {
  const rank = (file) => (file.active ? 0 : file.category === 'capture' ? 1 : 2);
  return (pipelines.files ?? []).toSorted((one, other) => rank(one) - rank(other));
}

async function readPipelines() {
  const [files, {files: before}] = [await ask('/v1/pipelines'), store.state.pipelines];
  // A list that is the same stays as it is, with what is open in it.
  if (JSON.stringify(files) !== JSON.stringify(before)) store.apply(partRead, 'pipelines', {files});
}

/** How long a chosen pipeline may take for its first picture, in milliseconds. */
const patience = 15_000;
/** How long it must run after that, in milliseconds: an encoder's output may turn out to be useless only after the first picture. */
const proof = 1_000;

/**
 * Lets the camera capture with a pipeline, and waits until it has given pictures for a second; throws if it does not. The camera then
 * returns to the old one at once, so that only an event has the reason, which may come before the response.
 *
 * @param {() => Promise} begin the request
 */
export async function capturing(name, begin) {
  const over = new AbortController();
  const {capture: before} = store.state;
  try {
    const captured = new Promise((resolve, reject) => {
      const fail = (text) => reject(new Error(text));
      const settle = (capture, problem) => (capture?.pipeline === name && capture.phase === 'running' ? resolve() : fail(problem));
      // No event comes if the camera uses the pipeline already.
      const late = setTimeout(() => settle(store.state.report?.capture, words.late(name)), patience);
      let [proven, begun] = [null, false];
      over.signal.addEventListener('abort', () => { clearTimeout(late); clearTimeout(proven); });
      store.watch((state) => [state.capture], ({capture}) => {
        if (capture === before || capture.pipeline !== name) return;
        // Until the new one starts, of the epoch that ends. One that fails at once has the identity of that epoch, too.
        begun ||= capture.phase === 'starting';
        if (!begun && capture.epochID && capture.epochID === before?.epochID) return;
        if (capture.phase === 'running') {
          clearTimeout(late);
          proven ??= setTimeout(() => settle(store.state.capture, words.ended(name)), proof);
        } else if (capture.phase === 'failed') {
          if (capture.returnedFrom) tell(capture.returnedFrom);
          fail(words.failed(name, capture.reason));
        }
      }, over.signal);
    });
    await Promise.all([begin(), captured]);
  } finally {
    over.abort();
  }
}

/** The pipeline that the camera left because it failed, for the one before it: {pipeline, reason, at}; null if there is none. */
const left = ({report}) => report?.capture?.returnedFrom ?? null;
/** Notes, in this browser's preferences, that a return was reported. */
const tell = ({pipeline, at}) => store.apply(preferred, 'toldReturn', `${pipeline} ${at}`);

/** Why and when the camera returned to the pipeline before; an empty text if it did not, or if it gives no picture yet. */
export function returnText(state, now) {
  const one = left(state);
  if (!one || state.report.capture.phase !== 'running') return '';
  return words.returned(one.pipeline, withLocalTimes(one.reason), shortMoment(one.at * 1_000, now));
}

/** Reports on every view that the camera left a pipeline that fails: in each browser once, also in one that is opened later. */
export function watchReturns() {
  store.watch((state) => [returnText(state, Date.now())], (state) => {
    const [text, one] = [returnText(state, Date.now()), left(state)];
    if (!text || state.preferences.toldReturn === `${one.pipeline} ${one.at}`) return;
    tell(one);
    notice(text, true);
  });
}

export class Pipelines {
  element = make('section.card', {id: 'pipelines'});
  #list = make('ul.rows');
  #rows = new Map();
  #search = make('input.search', {type: 'search', placeholder: words.search, 'aria-label': words.search, oninput: () => this.#filter(), onfocus: () => readPipelines().catch(() => {})});
  #none = make('p.hint', {hidden: true}, words.none);
  #returned = make('p.bad', {role: 'status'});

  constructor() {
    put(this.element, make('h2', {}, words.title), make('p.hint', {}, words.hint), this.#returned, this.#search, this.#list, this.#none);
  }

  show(signal) {
    store.watch((state) => [state.capture, state.link.times], () => readPipelines().catch(() => {}), signal);
    store.watch((state) => [returnText(state, Date.now())], (state) => say(this.#returned, returnText(state, Date.now())), signal);
    store.watch((state) => [state.pipelines.files], (state) => {
      this.#rows = new Map(sortedPipelines(state).map((file) => [this.#row(state, file), file]));
      fill(this.#list, [...this.#rows.keys()]);
      this.#filter();
    }, signal);
  }

  /** Shows the files that the search finds. */
  #filter() {
    for (const [row, file] of this.#rows) row.hidden = !hasWords(`${file.name} ${file.category} ${file.summary ?? ''}`, this.#search.value);
    this.#none.hidden = this.#rows.size === 0 || [...this.#rows.keys()].some((row) => !row.hidden);
  }

  #row(state, file) {
    const details = make('details.row-actions');
    const summary = make('summary', {'aria-label': `${words.look}, ${file.name}`}, words.look);
    const show = async () => {
      const text = await (await request(path`/v1/pipelines/${file.name}`)).text();
      const graph = make('img.graph', {alt: words.graph(file.name), src: path`/v1/pipelines/${file.name}/graph`});
      graph.addEventListener('error', () => graph.remove());
      fill(details, summary, graph, make('pre', {tabIndex: 0}, text));
    };
    details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) show().catch(failure); });
    put(details, summary);
    const choose = carefully(async () => {
      if (!(await confirmed(words.chooseQuestion(file.name), words.chooseHint, words.choose))) return;
      await capturing(file.name, () => ask('/v1/pipelines/active', {method: 'PUT', body: {name: file.name}}));
      await readPipelines();
      notice(words.runs(file.name, store.state.pipelines.files?.find(({active}) => active)));
    });
    // Only administrators may read the text, because it can contain passwords.
    const isOwner = may(state, 'admin');
    return put(make('li'), put(make('div.row-text'), make('strong', {}, file.active ? words.active(file.name) : file.name),
      make('span', {}, [file.summary, file.category, file.caps, words.origins[file.origin] ?? file.origin].filter(Boolean).join(' · '))),
    isOwner && file.category === 'capture' && !file.active ? make('button.quiet', {onclick: choose, 'aria-label': `${words.choose}, ${file.name}`}, words.choose) : null, isOwner ? details : null);
  }
}

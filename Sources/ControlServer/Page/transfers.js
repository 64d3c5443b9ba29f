// SPDX-License-Identifier: Apache-2.0
// Transfers from and to this node: progress, rate and time left, with their actions.
import {ask} from './api.js';
import {fill, make, put, say} from './dom.js';
import {saveLink} from './downloads.js';
import {isOver} from './files.js';
import {carefully, failure} from './notices.js';
import {readFiles, readPeers, readSends} from './requests.js';
import {setupTexts} from './setup-texts.js';
import {store} from './store.js';
import {texts} from './texts.js';
import {actions, fileText, transfers} from './transfer-list.js';

const words = setupTexts.transfers;

async function act({where, options, save}, file) {
  if (save) { saveLink(save, file.name); return; }
  await ask(where, options);
  // The answer itself may be older than the last event: a retry may have failed already.
  await Promise.all([readFiles(), readSends()]);
}

class Transfers {
  element = make('section.view.transfers', {id: 'view-transfers', 'aria-label': texts.views.transfers});
  #rows = new Map();
  #coming = make('ul.rows');
  #over = make('ul.rows');
  #empty = make('p.empty', {hidden: true}, words.empty);

  constructor() {
    put(this.element, make('h2', {}, words.coming), this.#coming, this.#empty, make('h2', {}, words.over), this.#over,
      make('p.hint', {}, words.hint));
  }

  show(signal) {
    store.watch((state) => [state.link.times], () => Promise.all([readPeers(), readFiles(), readSends()]).catch(failure), signal);
    store.watch((state) => [state.files, state.sends, state.paces, state.peers, state.complete], (state) => this.#draw(state), signal);
  }

  #draw(state) {
    const {coming, over} = transfers(state);
    const rows = new Map([...coming, ...over].map((file) => [file.id, this.#drawRow(state, file)]));
    this.#rows = rows;
    for (const [list, files] of [[this.#coming, coming], [this.#over, over]]) {
      // A row that keeps its position also keeps the focus of its button.
      files.forEach((file, index) => {
        const {element} = rows.get(file.id);
        if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
      });
      while (list.children.length > files.length) list.lastChild.remove();
    }
    this.#empty.hidden = coming.length > 0 || !state.complete.has('files');
  }

  #drawRow(state, file) {
    const row = this.#rows.get(file.id) ?? this.#makeRow();
    say(row.name, file.name);
    row.bar.value = file.total ? file.bytes / file.total : 0;
    row.bar.hidden = isOver(file) || file.phase === 'offered';
    say(row.text, fileText(state, file));
    row.text.className = ['failed', 'refused'].includes(file.phase) ? 'bad' : '';
    if (row.phase !== file.phase) {
      row.phase = file.phase;
      fill(row.actions, actions(state, file).map((one) =>
        make(one.isMain ? 'button' : 'button.quiet', {onclick: carefully(() => act(one, file))}, one.text)));
    }
    return row;
  }

  #makeRow() {
    const row = {element: make('li'), name: make('strong'), text: make('span'), bar: make('progress', {max: 1}), actions: make('div.row-actions'), phase: null};
    put(row.element, put(make('div.row-text'), row.name, row.text, row.bar), row.actions);
    return row;
  }
}

export const makeView = () => new Transfers();

// SPDX-License-Identifier: Apache-2.0
// The pipeline files of a camera: their text, their graph, and which one runs.
import {ask, path, request} from '/api.js';
import {fill, make, put} from '/dom.js';
import {model} from '/model.js';
import {carefully, confirmed, failure} from '/notices.js';
import {texts} from '/texts.js';

const words = texts.pipelines;

export class Pipelines {
  element = make('section.card', {id: 'pipelines'});
  #list = make('ul.rows');
  #off = null;

  constructor() { put(this.element, make('h2', {}, words.title), make('p.hint', {}, words.hint), this.#list); }

  show() {
    this.#refresh();
    this.#off ??= model.on('capture', () => this.#refresh());
  }

  hide() { this.#off?.(); this.#off = null; }

  async #refresh() {
    const files = await ask('/v1/pipelines').catch(() => null);
    if (!files) return;
    const order = (file) => (file.active ? 0 : file.category === 'capture' ? 1 : 2);
    fill(this.#list, files.sort((one, other) => order(one) - order(other)).map((file) => this.#row(file)));
  }

  #row(file) {
    const details = make('details.row-actions');
    const show = async () => {
      const text = await (await request(path`/v1/pipelines/${file.name}`)).text();
      const graph = make('img.graph', {alt: words.graph(file.name), src: path`/v1/pipelines/${file.name}/graph`});
      graph.addEventListener('error', () => graph.remove());
      fill(details, make('summary', {}, words.look), graph, make('pre', {tabIndex: 0}, text));
    };
    // The text may hold passwords: only who administers reads it.
    const mayRead = model.may('admin');
    details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) show().catch(failure); });
    put(details, make('summary', {}, words.look));
    const choose = carefully(async () => {
      if (!(await confirmed(words.chooseQuestion(file.name), words.chooseHint, words.choose))) return;
      await ask('/v1/pipelines/active', {method: 'PUT', body: {name: file.name}});
      await this.#refresh();
    });
    const mayChoose = model.may('admin') && file.category === 'capture' && !file.active;
    return put(make('li'), put(make('div.row-text'), make('strong', {}, file.active ? words.active(file.name) : file.name),
      make('span', {}, [file.summary, file.category, file.caps, words.origins[file.origin] ?? file.origin].filter(Boolean).join(' · '))),
    mayChoose ? make('button.quiet', {onclick: choose}, words.choose) : null, mayRead ? details : null);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Files on their way to this node and from it: progress, rate, time left; accept, refuse, pause, try again, give up.
import {ask, path, saveLink} from '/api.js';
import {fill, make, put, say} from '/dom.js';
import {bytes, rate, roughly, short} from '/formats.js';
import {model} from '/model.js';
import {carefully, failure} from '/notices.js';
import {allFiles} from '/shelf.js';
import {texts} from '/texts.js';

const words = texts.transfers;
const isOver = (file) => ['received', 'failed', 'refused', 'cancelled'].includes(file.phase);
const most = 200;

const button = (text, work, kind = 'button.quiet') => make(kind, {onclick: carefully(work)}, text);

class Transfers {
  element = make('section.view.transfers', {id: 'view-transfers', 'aria-label': texts.views.transfers});
  #rows = new Map();
  #rates = new Map();
  #peers = [];
  #lists = {coming: make('ul.rows'), over: make('ul.rows')};
  #empty = make('p.empty', {hidden: true}, words.empty);

  constructor() {
    put(this.element, make('h2', {}, words.coming), this.#lists.coming, this.#empty, make('h2', {}, words.over), this.#lists.over,
      make('p.hint', {}, words.hint));
    model.on('transfer', (file) => this.#show(file));
    model.on('again', () => this.#load().catch(failure));
  }

  show() { this.#load().catch(failure); }

  async #load() {
    this.#peers = model.may('admin') ? await ask('/v1/peers') : [];
    const files = await ask('/v1/sends');
    for await (const page of allFiles()) files.push(...page);
    const there = new Set(files.map((file) => file.id));
    for (const [id, row] of this.#rows) if (!there.has(id)) { row.element.remove(); this.#rows.delete(id); }
    const over = files.filter(isOver).sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most).reverse();
    for (const file of [...files.filter((one) => !isOver(one)), ...over]) this.#show(file);
    this.#empty.hidden = this.#lists.coming.children.length > 0;
  }

  #show(file) {
    let row = this.#rows.get(file.id);
    if (!row) {
      row = {element: make('li'), name: make('strong'), text: make('span'), bar: make('progress', {max: 1}), actions: make('div.row-actions'), phase: null};
      put(row.element, put(make('div.row-text'), row.name, row.text, row.bar), row.actions);
      this.#rows.set(file.id, row);
    }
    const speed = this.#speed(file);
    const left = speed > 0 ? roughly((file.total - file.bytes) / speed) : null;
    say(row.name, file.name);
    row.bar.value = file.total ? file.bytes / file.total : 0;
    row.bar.hidden = isOver(file) || file.phase === 'offered';
    const isSent = file.kind === 'sent';
    say(row.text, [(isSent && words.sent[file.phase]) || words.phases[file.phase] || file.phase, file.phase === 'received' ? bytes(file.total) : words.of(bytes(file.bytes), bytes(file.total)),
      file.phase === 'transferring' && speed > 0 ? `${rate(speed)}, ${words.left(left)}` : null,
      (isSent ? words.to : words.from)(this.#nameOf(file.peer)), file.problem].filter(Boolean).join(' · '));
    row.text.className = ['failed', 'refused'].includes(file.phase) ? 'bad' : '';
    if (row.phase !== file.phase) {
      row.phase = file.phase;
      fill(row.actions, this.#actions(file));
      this.#lists[isOver(file) ? 'over' : 'coming'].prepend(row.element);
      while (this.#lists.over.children.length > most) this.#lists.over.lastChild.remove();
    }
    this.#empty.hidden = this.#lists.coming.children.length > 0;
  }

  #nameOf(id) {
    const known = [...this.#peers, ...(model.state?.peers ?? []), ...(model.state?.cameras ?? [])]
      .find((one) => [one.id, one.peer, one.camera].includes(id));
    return known?.name ?? short(id);
  }

  /** Bytes a second since the last word. */
  #speed(file) {
    const now = performance.now();
    const last = this.#rates.get(file.id);
    if (isOver(file)) { this.#rates.delete(file.id); return 0; }
    if (last && now - last.now < 400) return last.speed;
    const fresh = last && file.bytes > last.bytes ? ((file.bytes - last.bytes) * 1000) / (now - last.now) : 0;
    const speed = last?.speed ? (last.speed + fresh) / 2 : fresh;
    this.#rates.set(file.id, {now, bytes: file.bytes, speed});
    return speed;
  }

  /** What can be done about a file that this node sends. */
  #sendActions(file) {
    if (!model.may('admin')) return [];
    const address = path`/v1/sends/${file.id}`;
    const wait = (isPaused) => async () => this.#show(await ask(address, {method: 'PATCH', body: {isPaused}}));
    const remove = () => ask(address, {method: 'DELETE'}).then(() => this.#load());
    switch (file.phase) {
      case 'received': case 'cancelled': return [];
      case 'failed': case 'refused': return [button(words.again, wait(false)), button(words.forget, remove)];
      case 'paused': return [button(words.goOn, wait(false), 'button'), button(words.cancel, remove)];
      default: return [button(words.pause, wait(true)), button(words.cancel, remove)];
    }
  }

  #actions(file) {
    if (file.kind === 'sent') return this.#sendActions(file);
    const address = path`/v1/files/${file.id}`;
    const decide = (accept) => async () => this.#show(await ask(`${address}/decision`, {method: 'POST', body: {accept}}));
    const admin = model.may('admin');
    switch (file.phase) {
      case 'offered': return admin ? [button(words.accept, decide(true), 'button'), button(words.refuse, decide(false))] : [];
      case 'received': return model.may('view') ? [button(words.download, async () => saveLink(`${address}/content`, file.name))] : [];
      case 'failed':
        return admin && file.kind === 'still' ? [button(words.again, () => ask(`${address}/retry`, {method: 'POST'}))] : [];
      case 'refused': case 'cancelled': return [];
      default: return admin && file.kind === 'file' ? [button(words.cancel, () => ask(address, {method: 'DELETE'}).then(() => this.#load()))] : [];
    }
  }
}

export const makeTransfers = () => new Transfers();

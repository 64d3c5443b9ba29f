// SPDX-License-Identifier: Apache-2.0
// The cameras on the networks of a camera node: their streams, what each shows, and the command that records it.
import {ask, request} from './api.js';
import {fill, labelled, make, put, say} from './dom.js';
import {carefully} from './notices.js';
import {copyButton} from './pairing.js';
import {setupTexts} from './setup-texts.js';

const words = setupTexts.networkCameras;

/** How long a search, and a camera's first picture, may take, in milliseconds. */
const patience = 30_000;

/** The host of a camera's service, with its port if it is not the usual one. */
export function authority({service, host}) {
  return URL.canParse(service) ? new URL(service).host : host;
}

/** A text as one word of a shell. */
export const quoted = (text) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that makes a node of a stream; the password comes from a file. */
export function command({pipeline, location}, user) {
  const values = [`location=${location}`, ...(user ? [`user-id=${user.name}`, 'user-pw=@FILE'] : [])];
  return ['longshot camera --capture', pipeline, ...values.map((value) => `--set ${quoted(`server.${value}`)}`)].join(' ');
}

/** Size, coding and rate of a stream. */
export const streamText = ({width, height, encoding, rate}) =>
  [width && height ? `${width}x${height}` : null, encoding, rate ? words.rate(rate) : null].filter(Boolean).join(' ');

export class NetworkCameras {
  element = make('section.card', {id: 'network-cameras'});
  #list = make('ul.rows');
  #note = make('p.hint', {role: 'status'}, words.hint);
  /** Each host that answered, with its row. */
  #rows = new Map();

  constructor() {
    const host = make('input', {type: 'text', maxLength: 255, autocapitalize: 'none', spellcheck: false, 'aria-label': words.host});
    const one = carefully(() => this.#search({host: host.value.trim()}));
    put(this.element, make('h2', {}, words.title), this.#note, this.#list,
      make('button.quiet', {onclick: carefully(() => this.#search({}))}, words.look),
      put(make('details'), make('summary', {}, words.other),
        put(make('form.row', {onsubmit: (event) => { event.preventDefault(); if (host.value.trim()) one(event); }}),
          labelled(words.host, host), make('button.quiet', {type: 'submit'}, words.ask))));
  }

  show() {}

  async #search(search) {
    say(this.#note, words.looking);
    try {
      const found = await ask('/v1/devices/network', {method: 'POST', body: search, within: patience});
      if (!search.host) this.#rows.clear();
      // One after the other: the node takes one picture at a time.
      const pictures = found.flatMap((camera) => this.#add(camera, search.user, Boolean(search.host)));
      if (this.#rows.size) fill(this.#list, ...this.#rows.values());
      else fill(this.#list, make('li.hint', {}, words.none));
      say(this.#note, words.hint);
      // Of what answers a search, nothing is opened unasked: it may be anybody's.
      if (search.host) for (const show of pictures) await show();
    } catch (error) {
      say(this.#note, words.hint);
      throw error;
    }
  }

  /** Makes the row of a camera; returns what fetches its pictures. */
  #add(camera, user, isAsked) {
    const host = authority(camera);
    const streams = camera.streams.map((stream) => this.#stream(stream, user, isAsked));
    const name = [...new Set([camera.name, camera.hardware])].filter(Boolean).join(', ') || words.unnamed;
    this.#rows.set(host, put(make('li'), put(make('div.row-text'), make('strong', {}, name),
      make('span', {}, [host, user && camera.obstacle === 'not-authorized' ? words.refused : camera.problem].filter(Boolean).join(' · '))),
    camera.obstacle === 'not-authorized' ? this.#form(host, user) : null, streams.map(({element}) => element)));
    return streams.map(({show}) => show);
  }

  #form(host, user) {
    const name = make('input', {type: 'text', value: user?.name ?? '', maxLength: 255, autocapitalize: 'none', autocomplete: 'off', required: true});
    const password = make('input', {type: 'password', maxLength: 255, autocomplete: 'off', required: true});
    const submit = carefully(() => this.#search({host, user: {name: name.value, password: password.value}}));
    return put(make('form.row', {onsubmit: (event) => { event.preventDefault(); submit(event); }, 'aria-label': words.login(host)}),
      labelled(words.user, name), labelled(words.password, password), make('button.quiet', {type: 'submit'}, words.streams));
  }

  #stream(stream, user, isAsked) {
    const picture = make('img', {width: 160, alt: words.sees(streamText(stream)), hidden: true});
    const line = stream.pipeline ? command(stream, user) : null;
    const why = make('span.hint', {}, !line ? words.unusable : isAsked ? words.opening : '');
    const element = put(make('div.row'), picture, put(make('div.row-text'), make('span', {}, streamText(stream)),
      line ? make('code', {}, line) : null, why), line ? copyButton(words.copy, () => line) : null);
    const show = async () => {
      if (!line) return;
      try {
        const answer = await request('/v1/devices/network/picture',
          {method: 'POST', body: {location: stream.location, user}, within: patience});
        picture.src = URL.createObjectURL(await answer.blob());
        picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), {once: true});
        picture.hidden = false;
        why.remove();
      } catch (error) {
        say(why, error.message);
      }
    };
    if (line && !isAsked) {
      const look = make('button.quiet', {onclick: () => { look.remove(); say(why, words.opening); show(); }}, words.picture);
      put(element, look);
    }
    return {element, show};
  }
}

// SPDX-License-Identifier: Apache-2.0
// One session of ranging: begun, read and ended on the node.
import {ask, path} from './api.js';
import {failure} from './notices.js';
import {beginning, begun, heard, over, stopped} from './nearby-state.js';
import {nearbyTexts} from './nearby-texts.js';

/** How long sizes are collected before the last one is sent, in milliseconds: a screen that turns has several. */
const patience = 200;

/**
 * Measures until the signal aborts or the node ends it.
 *
 * @param {import('./store.js').Store} nearby the state of the view
 * @param {object} wish the body of the request, without a token
 */
export async function range(nearby, wish, signal) {
  const token = crypto.randomUUID();
  nearby.apply(beginning, performance.now());
  signal.addEventListener('abort', () => nearby.apply(stopped), {once: true});
  let session;
  try {
    session = await ask('/v1/nearby', {method: 'POST', body: {...wish, token}});
  } catch (error) {
    if (!signal.aborted) nearby.apply(over, error.message);
    return;
  }
  const where = path`/v1/nearby/${session.id}`;
  // The browser may be closing the page; `ask` would be cut off.
  const end = () => fetch(where, {method: 'DELETE', keepalive: true}).catch(() => {});
  // Stopped meanwhile.
  if (signal.aborted) { end(); return; }
  nearby.apply(begun, session, token, performance.now());
  const source = new EventSource(`${where}/updates`);
  const mine = () => nearby.state.session?.token === token;
  const tell = (body) => ask(where, {method: 'PATCH', body}).catch((error) => { if (mine() && error.status !== 404) failure(error); });
  // Aborts when this session is over, whoever ended it.
  const life = new AbortController();
  source.addEventListener('nearby', (event) => {
    let update;
    try { update = JSON.parse(event.data); } catch { return; }
    nearby.apply(heard, update, performance.now());
    if (!mine()) life.abort();
  });
  source.onerror = () => {
    // While the link is lost, the browser tries again by itself. It gives up when the node answers that there is no such session.
    if (source.readyState !== EventSource.CLOSED) return;
    if (mine()) nearby.apply(over, nearbyTexts.lost);
    life.abort();
  };
  document.addEventListener('visibilitychange', () => tell({isShown: !document.hidden}), {signal: life.signal});
  let timer = null;
  let sent = wish.size;
  // The size of the screen's square says nothing of a printed tag.
  if (wish.tag === undefined) {
    nearby.watch((state) => [state.size], ({size}) => {
      clearTimeout(timer);
      timer = setTimeout(() => { if (size !== sent) tell({size: sent = size}); }, patience);
    }, life.signal);
  }
  signal.addEventListener('abort', () => { life.abort(); end(); }, {once: true, signal: life.signal});
  life.signal.addEventListener('abort', () => { source.close(); clearTimeout(timer); }, {once: true});
}

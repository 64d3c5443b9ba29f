// SPDX-License-Identifier: Apache-2.0
// Requests to the node, and its refusals.
import {pause} from './dom.js';
import {texts} from './texts.js';

/** A refused or failed request (RFC 9457). */
export class Problem extends Error {
  /**
   * @param {number} status the HTTP status; 0 without a response
   * @param {string} type the last part of the problem's type
   */
  constructor(status, type, detail) {
    super(detail);
    this.status = status;
    this.type = type;
  }

  /** The problem in a response. */
  static async of(answer) {
    const told = await answer.json().catch(() => ({}));
    return new Problem(answer.status, String(told.type ?? '').split(':').pop(), told.detail ?? texts.answered(answer.status));
  }
}

/** Gets `not-granted` when the node refuses a request for lack of a grant. */
export const refusals = new EventTarget();

/** A path whose inserted values are percent-encoded: path`/v1/stills/${id}`. */
export const path = (parts, ...values) => String.raw({raw: parts}, ...values.map(encodeURIComponent));

/** Goes to the page for browsers without a session, which shows the reason. */
export function signedOut(why) {
  sessionStorage.setItem('longshot-why', why);
  location.replace('/enter');
}

/**
 * Sends a request; throws a `Problem` if the node refuses, cannot be reached or does not answer in time.
 *
 * @returns {Promise<Response>}
 */
export async function request(where, {method = 'GET', body, headers = {}, signal, within = 15_000} = {}) {
  const signals = [signal, within ? AbortSignal.timeout(within) : null].filter(Boolean);
  const options = {method, headers: {...headers}, signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0]};
  if (body !== undefined) {
    options.headers['Content-Type'] ??= 'application/json';
    options.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(where, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'unreachable', error.name === 'TimeoutError' ? texts.noAnswer : texts.unreachable);
  }
  if (answer.status === 401) signedOut(texts.enter.ended);
  if (!answer.ok) {
    const problem = await Problem.of(answer);
    if (problem.type === 'not-granted') refusals.dispatchEvent(new Event(problem.type));
    throw problem;
  }
  return answer;
}

/** How long a press is sent again while the node cannot be reached, in milliseconds: shorter than the camera keeps its moment. */
const stubborn = 12_000;

/**
 * Sends a press like `ask`. If the node cannot be reached for some seconds, the press is sent again: it has its moment. A press whose answer
 * was lost may be taken twice.
 */
export async function insist(where, options) {
  for (const begun = performance.now(); ;) {
    try {
      return await ask(where, options);
    } catch (error) {
      if (error.type !== 'unreachable' || performance.now() - begun > stubborn) throw error;
      await pause(500);
    }
  }
}

/** Requests JSON; returns null for an empty response. */
export async function ask(where, options) {
  const answer = await request(where, options);
  return answer.status === 204 ? null : answer.json();
}

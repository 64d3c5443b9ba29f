// SPDX-License-Identifier: Apache-2.0
// Work that is done once for many requests.
import {pause} from './dom.js';

/** Calls `work` at the next frame, once for all requests until then. */
export function soon(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; work(); });
  };
}

/**
 * Calls asynchronous `work` at once. If it is requested while it runs, or within `least` milliseconds after that, calls it once more
 * then. A failure counts as done.
 */
export function repeated(work, least) {
  let [isBusy, isAsked] = [false, false];
  return async () => {
    isAsked = true;
    if (isBusy) return;
    for (isBusy = true; isAsked; await pause(least)) {
      isAsked = false;
      await work().catch(() => {});
    }
    isBusy = false;
  };
}

// SPDX-License-Identifier: Apache-2.0
// Work that is done once for many requests.

/** Calls `work` at the next frame, once for all requests until then. */
export function soon(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; work(); });
  };
}

// SPDX-License-Identifier: Apache-2.0

/** Keeps the screen on until the signal aborts; the browser releases the lock whenever it hides the page. */
export async function stayAwake(signal) {
  let lock = null;
  const request = async () => { if (!document.hidden) lock = await navigator.wakeLock?.request('screen').catch(() => null); };
  document.addEventListener('visibilitychange', request, {signal});
  await request();
  if (signal.aborted) lock?.release();
  else signal.addEventListener('abort', () => lock?.release(), {once: true});
}

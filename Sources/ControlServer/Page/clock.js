// SPDX-License-Identifier: Apache-2.0
// The node's monotonic clock relative to the browser's. The quickest exchange of the last minute counts.

const kept = {milliseconds: 60_000, count: 70};
/** How far clocks drift in that time, in milliseconds. */
const drift = 20;

/**
 * Adds an exchange: `sent` and `came` by `performance.now()`, `monotonic` by the node's clock in nanoseconds. Exchanges
 * that contradict it are dropped: a machine was started anew, or has slept.
 */
export function measured(state, sent, came, monotonic) {
  const fresh = {came, roundTrip: came - sent, offset: monotonic / 1e6 - (sent + came) / 2};
  const agrees = ({offset, roundTrip}) => Math.abs(offset - fresh.offset) <= (roundTrip + fresh.roundTrip) / 2 + drift;
  const recent = state.clock.filter((one) => came - one.came < kept.milliseconds && agrees(one)).slice(-kept.count);
  return {...state, clock: [...recent, fresh]};
}

const best = ({clock}) => clock.reduce((found, one) => (found && found.roundTrip <= one.roundTrip ? found : one), null);

export const isKnown = ({clock}) => clock.length > 0;

/** The uncertainty of the offset, in milliseconds. */
export const uncertainty = (state) => (best(state)?.roundTrip ?? 0) / 2;

/** The node's monotonic clock at a moment of `performance.now()`, in milliseconds; NaN while unknown. */
export const monotonic = (state, moment) => moment + (best(state)?.offset ?? NaN);

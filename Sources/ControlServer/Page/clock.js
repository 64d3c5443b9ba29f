// SPDX-License-Identifier: Apache-2.0
// The node's monotonic clock relative to the browser's. The exchange with the shortest round trip of the last minute counts; the
// offset's uncertainty is half of its round trip.

const kept = {milliseconds: 60_000, count: 70};

/** Adds an exchange: `sent` and `came` by `performance.now()`, `monotonic` by the node's clock in nanoseconds. */
export function measured(state, sent, came, monotonic) {
  const recent = state.clock.filter((one) => came - one.came < kept.milliseconds).slice(-kept.count);
  return {...state, clock: [...recent, {came, roundTrip: came - sent, offset: monotonic / 1e6 - (sent + came) / 2}]};
}

const best = ({clock}) => clock.reduce((found, one) => (found && found.roundTrip <= one.roundTrip ? found : one), null);

export const isKnown = ({clock}) => clock.length > 0;

/** The uncertainty of the offset, in milliseconds. */
export const uncertainty = (state) => (best(state)?.roundTrip ?? 0) / 2;

/** The node's monotonic clock at a moment of `performance.now()`, in milliseconds; NaN while unknown. */
export const monotonic = (state, moment) => moment + (best(state)?.offset ?? NaN);

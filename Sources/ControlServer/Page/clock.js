// SPDX-License-Identifier: Apache-2.0
// The node's monotonic clock as seen from here. Of the exchanges of the last minute the one with the shortest round trip
// counts; half of its round trip is how wrong the offset may be.

const kept = {milliseconds: 60_000, count: 70};

/** An exchange: sent and answered at two moments of `performance.now()`, with the node's clock in nanoseconds between. */
export function measured(state, sent, came, monotonic) {
  const recent = state.clock.filter((one) => came - one.came < kept.milliseconds).slice(-kept.count);
  return {...state, clock: [...recent, {came, roundTrip: came - sent, offset: monotonic / 1e6 - (sent + came) / 2}]};
}

const best = ({clock}) => clock.reduce((found, one) => (found && found.roundTrip <= one.roundTrip ? found : one), null);

export const isKnown = ({clock}) => clock.length > 0;

/** How wrong the offset may be, in milliseconds. */
export const uncertainty = (state) => (best(state)?.roundTrip ?? 0) / 2;

/** The node's monotonic clock at a moment of `performance.now()`, in milliseconds; NaN while it is not known. */
export const monotonic = (state, moment) => moment + (best(state)?.offset ?? NaN);

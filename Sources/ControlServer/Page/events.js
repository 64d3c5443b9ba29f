// SPDX-License-Identifier: Apache-2.0
// Applies the node's events to the state.
import {merged, without} from './collections.js';
import {controlsChanged} from './control-values.js';
import {fileHeard} from './files.js';
import {jobHeard, stillTaken} from './jobs.js';
import {recordingReported, seriesHeard} from './state.js';

const kept = 500;
const same = (state) => state;

/** By kind of event: `(state, value, now) => state`. */
const transitions = {
  capture: (state, capture) => ({...state, capture}),
  fragment: same,
  'still-job': jobHeard,
  still: (state, still) => stillTaken({...state, stills: merged(state.stills, [still])}, still),
  recording: (state, one) => ({...state, recordings: one.state === 'deleted' ? without(state.recordings, [one.id]) : merged(state.recordings, [one])}),
  transfer: fileHeard,
  'camera-link': same,
  peer: same,
  controls: controlsChanged,
  'recording-control': recordingReported,
  'moment-series': seriesHeard,
};

export const kinds = Object.keys(transitions);

/** Whether `/v1/state` is read again after an event; others have all that changed. */
export const changesReport = (kind) => !['transfer', 'still', 'controls', 'recording-control', 'moment-series'].includes(kind);

/** Applies an event; `at` is since 1970, `now` on a monotonic clock. */
export function heard(state, kind, value, at, now) {
  const events = [...state.events, {at, kind, value}].slice(-kept);
  return transitions[kind]({...state, events}, value, now);
}

// SPDX-License-Identifier: Apache-2.0
// The recording of a camera, which its remotes request and its recorders report.
import {shortMoment, shownName} from './formats.js';
import {recorders} from './recordings.js';
import {setupTexts} from './setup-texts.js';
import {recordingReported} from './state.js';

const words = setupTexts.recordButton;
/** How long a revocation is shown while another recorder is connected, in milliseconds. */
const news = 86_400_000;

/** Which pairings of the camera with a recorder were revoked, by which of the two and when, and what to do. */
export function revocations({report}, now) {
  const isRecorded = recorders(report).reports.length > 0;
  return (report?.peers ?? []).filter(({phase}) => phase === 'lost').flatMap(({name, revokedAt, revokedByPeerAt}) => {
    const at = (revokedByPeerAt ?? revokedAt) * 1_000;
    if (Number.isNaN(at) || (isRecorded && now - at > news)) return [];
    return (revokedByPeerAt ? words.revokedBy : words.revoked)(shownName(name), shortMoment(at, now));
  });
}

/** Shows at once what this browser requests; without a request, that the node has refused it, or does not answer. */
export function recordingAsked(state, request) {
  const control = state.report?.recordingControl;
  // Only the node's own requests have an id.
  return control?.request?.id ? state : recordingReported(state, {recorders: [], ...control, request});
}

/** The record button: {isOn, isDisabled, text}, where `isOn` says that a press stops the recording, and `text` what happens. */
export function recordButton(state, now) {
  const {report} = state;
  const request = report?.recordingControl?.request;
  const {there, reports, running, isOn, away} = recorders(report);
  const refused = reports.filter((one) => one.problem).map((one) => words.refused(there.get(one.recorder), one.problem));
  if (request) return {isOn: !request.isOn, isDisabled: true, text: request.isOn ? words.starting : words.stopping};
  const revoked = revocations(state, now);
  // The camera passes a request only to recorders that report.
  const nobody = away.length ? [words.away(away)] : revoked.length ? [] : [words.noRecorder];
  if (!reports.length) return {isOn, isDisabled: true, text: [...(isOn ? [] : nobody), ...revoked].join(' ')};
  const since = isOn ? [words.since(shortMoment(Math.min(...running.map((one) => one.startedAt)) / 1e6, now))] : [];
  return {isOn, isDisabled: false, text: [...refused, ...since, ...revoked].join(' ')};
}

// SPDX-License-Identifier: Apache-2.0
// The recording of a camera, which its remotes request and its recorders report.
import {shortMoment} from './formats.js';
import {recorders} from './recordings.js';
import {remoteTexts} from './remote-texts.js';

const words = remoteTexts.recordButton;

/** The record button: {isOn, isDisabled, text}, where `isOn` says that a press stops the recording, and `text` what happens. */
export function recordButton({report}, now) {
  const request = report?.recordingControl?.request;
  const {there, reports, running, isOn, away} = recorders(report);
  const refused = reports.filter((one) => one.problem).map((one) => words.refused(there.get(one.recorder), one.problem));
  if (request) return {isOn: !request.isOn, isDisabled: true, text: request.isOn ? words.starting : words.stopping};
  // The camera passes a request only to recorders that report.
  const revoker = report?.peers?.find(({phase, revokedByPeerAt}) => phase === 'lost' && revokedByPeerAt);
  const nobody = revoker ? words.revokedBy(revoker.name) : words.noRecorder;
  if (!reports.length) return {isOn, isDisabled: true, text: isOn ? '' : away.length ? words.away(away) : nobody};
  const since = isOn ? [words.since(shortMoment(Math.min(...running.map((one) => one.startedAt)) / 1e6, now))] : [];
  return {isOn, isDisabled: false, text: [...refused, ...since].join(' ')};
}

// SPDX-License-Identifier: Apache-2.0
// The recording of a camera, which its remotes request and its recorders report.
import {shortMoment, shownName} from './formats.js';
import {texts} from './texts.js';

const words = texts.recordButton;

/** The record button: {isOn, isDisabled, text}, where `isOn` says that a press stops the recording, and `text` what happens. */
export function recordButton({report}, now) {
  const {request, recorders = []} = report?.recordingControl ?? {};
  const names = new Map((report?.peers ?? []).filter((peer) => peer.phase === 'connected').map((peer) => [peer.peer, shownName(peer.name)]));
  const there = recorders.filter((one) => names.has(one.recorder));
  const running = there.filter((one) => one.startedAt !== undefined);
  const refused = there.filter((one) => one.problem).map((one) => words.refused(names.get(one.recorder), one.problem));
  const isOn = running.length > 0;
  if (request) return {isOn: !request.isOn, isDisabled: true, text: request.isOn ? words.starting : words.stopping};
  if (!there.length) return {isOn, isDisabled: true, text: words.noRecorder};
  const since = isOn ? [words.since(shortMoment(Math.min(...running.map((one) => one.startedAt)) / 1e6, now))] : [];
  return {isOn, isDisabled: false, text: [...refused, ...since].join(' ')};
}

// SPDX-License-Identifier: Apache-2.0
// The words of the desk, which the remote of a camera does not need.
import {many} from './texts.js';

export const deskTexts = {
  soFar: (text) => `so far ${text}`,
  backlog: (count, time) => `fetching ${many(count, 'fragment', 'fragments')}${time ? `, ${time} left` : ''}`,
  before: 'Recordings begin',
  befores: [['0', 'now'], ['10', '10 s earlier'], ['30', '30 s earlier']],
  bitrate: 'Bitrate', loss: 'Loss', latency: 'Latency',
  chart: (what, most) => `${what} since this page was opened, for up to ten minutes, at most ${most}`,
  empty: 'No camera is paired yet. Open the pairing window on a camera, then run on this machine:',
  frames: (count) => `${many(count, 'frame', 'frames')}/s`,
  idle: 'not recording',
  jitter: (time) => `jitter ${time}`,
  lost: 'Not connected',
  lostAfter: (moment) => `Not connected; last frame at ${moment}`,
  lostSince: (moment) => `Not connected since ${moment}`,
  // A problem often begins with the camera's own name, which other cameras may have too.
  momentMissing: (name, problem, own = name) => (problem?.startsWith(`${own} `) ? name + problem.slice(own.length) : `${name} took no still: ${problem ?? 'it gave no reason'}`),
  noView: 'This browser may not see the picture.',
  noPicture: 'No picture, because this camera is not being recorded.', aStill: ' Take a still to see one.', stillOf: (moment) => `Still of ${moment}`,
  packets: (count) => many(count, 'packet', 'packets'),
  recordAll: 'Record all', stopAll: 'Stop all',
  repeated: (count) => `${many(count, 'packet', 'packets')} resent`,
  states: {waiting: 'waiting for the camera', recording: 'recording', stopping: 'stopping'},
  still: ({phase, problem}) => (phase === 'done' ? 'Still taken. It appears in the gallery once it is fetched.'
    : phase === 'failed' ? `No still was taken: ${problem ?? 'the camera gave no reason'}` : 'The camera is busy. It takes the still afterwards.'),
  stillOfAll: 'Still of all', stillsOfAll: (count) => `${count} stills of all`, stillOfAllHint: 'Each connected camera takes a still of the moment when you press',
  starting: 'starting…', stopping: 'stopping…',
  sum: (cameras, recording, rate) => `${many(cameras, 'camera', 'cameras')}, ${recording || 'none'} recording, ${rate}`,
  unwatch: 'Close', watch: 'Watch live',
};

// SPDX-License-Identifier: Apache-2.0
// The texts that several views share.

/** A number with separated thousands, in English like the page. */
export const number = (count) => count.toLocaleString('en');
export const many = (count, one, more) => `${number(count)} ${count === 1 ? one : more}`;
export const list = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
/** Missing frames in words. `more` is the greatest number of frames that nobody counted: Infinity without a limit, undefined for none. */
export function missingFrames(count, more) {
  const counted = `${many(count, 'frame', 'frames')} missing`;
  if (more === undefined) return counted;
  if (count) return `${counted}, and ${more < Infinity ? `at most ${number(more)}` : 'some'} that nobody counted`;
  return `${more < Infinity ? `at most ${many(more, 'frame', 'frames')}` : 'some frames'} missing that nobody counted`;
}
/** `saved` is null if a series is not saved on this device. */
const rest = (skipped, saved) => [skipped ? `${skipped} skipped` : null, saved === null ? null : `${saved} saved on this device`].filter(Boolean);

export const texts = {
  enter: {
    ended: 'This browser is signed out: the owner revoked its access, it was not used for 30 days, or its cookies were deleted.',
  },
  answered: (status) => `The node answered ${status}.`,
  noAnswer: 'The node does not answer.',
  unreachable: 'The node cannot be reached.', nothingAllowed: 'This browser may do nothing here until the owner allows it.',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss this message',
  views: {live: 'Live', cameras: 'Cameras', timeline: 'Timeline', gallery: 'Gallery', transfers: 'Transfers', nearby: 'Nearby', settings: 'Settings'},
  /** Phases of links. */
  phases: {connecting: 'connecting', connected: 'connected', suspended: 'reconnecting', lost: 'not connected'},
  status: {
    ranging: 'Ranging is on',
    allWell: 'no problems',
    camera: (phase) => `Camera ${phase}`,
    cameraRuns: 'Camera runs',
    cameras: (there, all) => (there === all ? many(all, 'camera', 'cameras') : `${there} of ${many(all, 'camera', 'cameras')}`),
    disk: (left, isLow) => (isLow ? `Disk nearly full: ${left} left` : `${left} left`),
    ending: 'Stopping when the camera is back',
    diskFor: (left, time) => `${left} left: ${time}`,
    fetching: (count) => `Fetching ${many(count, 'fragment', 'fragments')}`,
    lostCameras: (names) => (names.length > 3 ? `${names.length} cameras are not connected` : `${list(names)} ${names.length > 1 ? 'are' : 'is'} not connected`),
    linkLost: 'The link to the node is lost. Reconnecting…', live: 'Live',
    missing: (count, more) => missingFrames(count, more).replace(/^./, (letter) => letter.toUpperCase()),
    noCameras: 'No cameras', noLink: 'No link', notLive: 'Not live', notRecorded: 'Not being recorded',
    notRecording: 'Not recording', uncountedBefore: (more = Infinity) => `Last run: ${missingFrames(0, more)}`, nothingMissing: 'Nothing missing', nothingMissingSince: 'Nothing missing since its start', nothingMissingYet: 'Nothing missing so far',
    recorderAway: (names) => `Recorder not connected: ${names.join(', ')}`,
    recordedBy: (names) => (names ? `Recorded by ${names.length > 64 ? `${names.slice(0, 63)}…` : names}` : 'Being recorded'),
    recording: (count, time) => `Recording ${count > 1 ? `${count}, ` : ''}${time}`,
    revoked: 'Pairing revoked',
    troubled: (good, all) => (all === 1 ? 'Recording fails' : `${good} of ${all} recording`),
    waiting: (good, all) => (all === 1 ? 'Waiting for the camera' : `${good} of ${all} recording`),
    unknown: 'unknown',
  },
  live: {
    about: (milliseconds) => `about ${milliseconds} ms old`, atMost: (milliseconds) => `at most ${milliseconds} ms old`,
    age: (milliseconds) => `${milliseconds} ms old`,
    ageUnknown: 'age unknown',
    badge: (how, age) => `Live · ${how} · ${age}`,
    connecting: 'Connecting…', ended: 'the video stream ended; reconnecting', fullScreen: 'Full screen',
    isLive: 'The picture is live.', isNot: 'The picture is not live.', linkLost: 'no link to the node',
    noPicture: 'no video was received by WebRTC', pictures: 'picture stream',
    sum: 'The delay from the camera to the recorder, plus the delay from the recorder to the screen that the browser reports.',
    stale: (seconds, why) => `Not live: last picture ${seconds} s ago${why ? ` (${why})` : ''}`,
    uncertainty: (milliseconds) => `From the exposure to the screen, by the camera's clock, which is known to ± ${milliseconds} ms.`,
    webrtc: 'WebRTC',
  },
  shutter: {
    press: 'Take a still',
    cancelled: (taken) => (taken ? `Cancelled after ${many(taken, 'still', 'stills')}.` : 'Cancelled.'),
    done: (taken, skipped, saved) => `${[`${many(taken, 'still', 'stills')} taken`, ...rest(skipped, saved)].join(', ')}.`,
    failed: (why) => `No still was taken: ${why}`,
    last: 'The last still',
    onRecorder: 'The still is on the recorder.',
    open: 'View the last stills',
    savedHere: (name) => `${name} is on this device.`,
    series: (taken, count, skipped, saved, others) => [`${taken} of ${count} taken`, ...rest(skipped, saved)].join(', ') + (others > 0 ? `, and ${others} more series` : ''),
    taken: (size, skew, isClamped) => `${size}, ${skew}${isClamped ? '; the exact frame was no longer available' : ''}`,
    taking: 'Taking…',
    tip: 'Your stills are saved on the camera. Under Options you can choose another place.',
    unknown: 'the camera gave no reason',
  },
  press: {
    exact: 'exactly at the press',
    skew: (time, isBefore) => `${time} ${isBefore ? 'before' : 'after'} the press`,
  },
  recordings: {
    record: 'Record', stop: 'Stop',
    complete: (share) => `${share}, nothing missing`,
    deleted: (frames) => `; deleted to make room: ${many(frames, 'frame', 'frames')}, from its start`,
    incomplete: (share, frames, more, why) => `${share}${more === undefined ? '' : ' of what was counted'}, ${missingFrames(frames, more)}${why ? `: ${why}` : ''}`,
    reason: (reason, frames) => (frames ? `${reason} (${number(frames)})` : reason),
  },
  /** The reasons of gaps, as `longshot verify` says them. */
  gaps: {
    'driver-dropped': 'the camera driver dropped them; the machine or the USB bus was too busy',
    'lost-before-capture': "the camera's network lost them",
    'not-encoded': 'the encoder could not keep up', 'damaged-picture': 'the camera delivered damaged pictures; check its cable',
    'capture-failed': 'the capture failed and was restarted', 'camera-restarted': 'the camera restarted',
    'pipeline-changed': 'the pipeline was changed', 'spool-failed': "the camera's disk was full, failing or too slow",
    'spool-overrun': "the camera's storage was full before the recorder fetched them", 'spool-damaged': "the camera's storage was damaged",
    'account-lost': 'the camera no longer has them; its card was replaced or its home restored',
    'lost-by-recorder': 'the recorder lost them; its catalog was restored',
    'never-received': 'the recorder did not fetch them; the recording was ended without its camera', 'not-fetched': 'the recorder has not fetched them yet',
    'file-missing': 'a file of the archive was deleted',
    'digest-mismatch': 'a file of the archive was changed', 'sequence-missing': 'the reason is unknown',
  },
};

// SPDX-License-Identifier: Apache-2.0
// The words of the settings, the log, the transfers and sending, which the first view does not need.
import {many, missingFrames} from './texts.js';

export const setupTexts = {
  sending: {
    begun: (count, name) => `Sending ${many(count, 'file', 'files')} to ${name}. Their progress is under Transfers.`,
    hint: 'The other node must allow this node to send files. Recordings are exported as MP4 first.',
    nobody: 'No paired node can be reached. Pair one from this machine with longshot pair join.',
    question: (count) => `Send ${many(count, 'file', 'files')} to which node?`,
  },
  series: {
    away: (name, problem) => `${name} takes no part: ${problem ?? 'it gave no reason'}.`,
    cancel: 'Cancel on all cameras', options: 'Timer and series', title: 'Series of several cameras',
    ended: (phase, text) => `${{done: 'Series taken', cancelled: 'Series cancelled'}[phase] ?? 'Series failed'}: ${text}.`,
    progress: (cameras, count) => `${cameras.join(', ')} of ${many(count, 'still', 'stills')}`,
  },
  transfers: {
    accept: 'Accept', again: 'Retry', cancel: 'Cancel', coming: 'In progress', download: 'Download', empty: 'No transfers in progress.',
    forget: 'Remove', from: (name) => `from ${name}`, goOn: 'Resume',
    hint: 'Files that this node sends can be paused here. The sender of an incoming file pauses it with Ctrl-C and resumes it by running the same '
      + 'command again. A resumed transfer continues where it stopped. A browser cannot send files of its own: use longshot send.',
    left: (time) => `${time} left`,
    of: (part, whole) => `${part} of ${whole}`,
    over: 'Finished', owner: 'the owner', pause: 'Pause', refuse: 'Refuse', to: (name) => `to ${name}`,
    phases: {
      offered: 'accept or refuse it', accepted: 'accepted', transferring: 'receiving', suspended: 'interrupted', paused: 'paused', received: 'received',
      failed: 'failed', refused: 'refused', cancelled: 'cancelled',
    },
    sent: {offered: 'waiting for the other node to accept', accepted: 'waiting', transferring: 'sending', suspended: 'interrupted, retrying', received: 'delivered'},
  },
  copied: 'Copied',
  pairing: {
    addresses: 'If it does not find this node, name an address. It then asks for the code:',
    approve: 'Allow', close: 'Close the window', copy: 'Copy the link', deny: 'Refuse',
    endings: {paired: 'Paired.', denied: 'Refused.', expired: 'The time is up.', failures: 'Too many failed attempts.', withdrawn: 'Closed.', unsaved: 'The pairing could not be saved.'},
    joinAt: (address) => `longshot pair join ${address}`,
    hint: 'To pair a recorder or camera, open the pairing window. It closes after five minutes.',
    left: (seconds) => `${seconds} s left`,
    link: 'It asks for this code. It also takes the link, which has the code and the addresses:',
    may: 'Allow it to',
    open: 'Open the window',
    otherMachine: 'On the other machine: ',
    picture: 'The pairing link as a QR code',
    shows: ' must show the same words:',
    title: 'Pair a node',
    who: (name, role, id) => `${name}, a ${role} (${id}),`,
  },
  peers: {
    change: 'Change', name: 'Name', never: 'never connected', none: 'None yet.', nothing: 'no permissions',
    revoke: 'Revoke', revokeHint: 'Its connections are closed at once. To connect again, it must be paired again.',
    revoked: (when) => (when ? `revoked on this node: ${when}` : 'revoked on this node'),
    revokeQuestion: (name) => `Revoke the access of ${name}?`,
    save: 'Save', seen: (time) => `last connected ${time} ago`, title: 'Paired nodes',
  },
  browsers: {
    admitted: (time) => `added ${time}`,
    copy: 'Copy the link', defaultName: 'phone', invite: 'Add a browser', make: 'Make a link', name: 'Name',
    once: 'The link works once, within five minutes. The other browser must show the same words.',
    picture: 'The link as a QR code', revoke: 'Revoke', revokeHint: 'The browser is signed out at once.', revokeQuestion: (name) => `Revoke the access of ${name}?`,
    seen: (time) => `last used ${time} ago`, thisOne: (name) => `${name} (this one)`, title: 'Browsers',
  },
  pipelines: {
    active: (name) => `${name} (in use)`, choose: 'Use', chooseHint: 'The capture stops for a moment. Recordings have a pause.',
    chooseQuestion: (name) => `Use ${name}?`, graph: (name) => `The graph of ${name}`, hint: 'Pipelines are files on the camera. Edit them there.',
    failed: (name, why) => `The camera uses the old pipeline again, because ${name} gives no picture${why ? `: ${why}` : ''}`,
    late: (name) => `${name} has given no picture for 15 s. The camera's log says why.`,
    runs: (name) => `${name} runs.`,
    look: 'Text and graph', none: 'No pipeline has these words.', search: 'Search the pipelines', origins: {shipped: 'built in', user: 'added by the owner'}, title: 'Pipelines',
  },
  log: {
    filter: 'Filter', fragment: (sequence, frames, size, lost) => `#${sequence}, ${many(frames, 'frame', 'frames')}, ${size}${lost ? `, ${missingFrames(lost)}` : ''}`,
    fragments: 'Show fragments', title: 'Events since this page was opened',
    kinds: {
      'camera-link': 'camera', capture: 'capture', controls: 'controls', fragment: 'fragment', 'moment-series': 'series', peer: 'node',
      recording: 'recording', 'recording-control': 'record button', still: 'still', 'still-job': 'stills', transfer: 'transfer',
    },
  },
};

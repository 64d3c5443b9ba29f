// SPDX-License-Identifier: Apache-2.0
// The words that the first view does not need.
import {list, many, missingFrames} from './texts.js';

export const setupTexts = {
  enter: {
    again: 'Open a new link from the owner.',
    closed: 'This browser has no access yet. Open a link from the owner or scan its QR code. `longshot page` makes one.',
    may: (grants) => `This browser will be allowed to: ${list(grants)}.`,
    question: 'Use this browser as a remote control?',
    refused: 'The node refused the link.',
    roles: 'A remote control stores no video, and no stills unless you choose so. To make another machine the recorder, run '
      + 'longshot recorder there and pair the two.',
    use: 'Use as remote',
    who: (role, id) => `${role === 'camera' ? 'A camera' : 'A recorder'} · ${id}`,
    words: 'Compare these words with those that the person who made the link sees. They must be the same.',
  },
  timeline: {
    date: 'Day',
    earlier: 'Earlier',
    empty: 'Nothing has been recorded yet. You can start a recording under Cameras.',
    frame: (number, epoch) => `about frame ${number.toLocaleString()}, epoch ${epoch}`,
    gap: (reason, frames) => `${frames ? missingFrames(frames) : 'frames missing that were not counted'}: ${reason}`,
    help: 'Recordings by camera and time. Arrow keys move, plus and minus zoom, Enter plays. The list below shows the same as text.',
    in: 'Zoom in', out: 'Zoom out',
    kinds: {live: 'received live', backfilled: 'fetched later', unconfirmed: 'received live, not confirmed', gap: 'missing', plain: 'zoom in for details'},
    later: 'Later',
    loading: 'Loading the recordings…',
    now: 'Now',
    pause: (reason) => `nothing was captured, nothing is missing: ${reason}`,
    span: 'Span',
    spans: ['10 min', 'Hour', 'Day', 'Week', '30 days'],
  },
  recordings: {
    download: 'Download',
    length: (time, isShorter) => (isShorter ? `${time} of video` : time),
    lock: 'Lock', lockHint: 'A locked recording is never deleted', unlock: 'Unlock',
    more: (count) => `and ${count.toLocaleString()} more. Zoom in to list them.`,
    play: 'Play',
    remove: 'Delete',
    removeHint: 'Its video is deleted too. This cannot be undone.',
    removeQuestion: (name) => `Delete the recording of ${name}?`,
    states: {waiting: 'waiting for the camera', recording: 'recording', stopping: 'stopping', stopped: 'finished'},
    title: (count) => many(count, 'recording', 'recordings'),
  },
  gallery: {
    all: 'All', cannotShare: 'This browser cannot share these files.',
    chosen: (count) => `${count} selected`,
    count: (count) => many(count, 'item', 'items'),
    dayUnknown: 'Day unknown', done: 'Done', download: 'Download',
    downloading: (index, count) => `Downloading ${index} of ${count}`,
    empty: 'Nothing here yet.', filter: 'Show',
    kinds: {all: 'All', still: 'Stills', clip: 'Clips', file: 'Files'},
    loading: (count) => `Loading… ${count.toLocaleString()}`,
    remove: 'Delete', removeHint: 'This cannot be undone.',
    removeQuestion: (count) => `Delete ${many(count, 'item', 'items')}?`,
    removed: (count) => `${many(count, 'item', 'items')} deleted.`,
    select: 'Select', send: 'Send to a node…', share: 'Share…',
  },
  viewer: {title: 'Full size', download: 'Download', next: 'Next', previous: 'Previous', remove: 'Delete', sure: 'Really delete?'},
  player: {
    back: '‹ frame', backHint: 'Previous frame (comma)', cannotPlay: 'This browser cannot play this recording. You can download it instead.', export: 'Export', forward: 'frame ›', forwardHint: 'Next frame (period)',
    from: 'From here',
    pause: 'Pause', play: 'Play', region: 'Player', skip: (seconds) => (seconds < 0 ? `Back ${-seconds} s (left arrow)` : `Forward ${seconds} s (right arrow)`), position: 'Position', range: (from, to) => `${from} to ${to}`, speed: 'Speed', speedHint: 'Speed (slower: <, faster: >)', to: 'To here', whole: 'the whole recording',
  },
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
  together: {
    frames: 'Save this frame', framesHint: 'Saves the shown frame of each camera as JPEG at full size',
    nothing: (name) => `${name}: not recorded then`, title: 'Together with',
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
  settings: {
    about: 'This node', change: 'Change',
    grants: (grants) => `Allowed to: ${list(grants)}.`,
    keys: 'Keys: Space and Enter take a still, and so do the volume keys of a phone if the browser reports them. Arrow keys move in the gallery '
      + 'and the timeline. In the player, Space plays and pauses, the left and right arrow keys skip 10 s, comma and period step by one frame, '
      + '< and > play slower and faster.',
    leave: 'Sign out of this browser',
    me: (name) => `This browser: ${name}`,
    node: (name, role, version) => `${name}, a ${role}, Longshot ${version}`,
    viewers: (count, limit) => `Live viewers: ${count} of at most ${limit}.`,
    roles: (role, mayPair) => (role === 'camera'
      ? `This browser is a remote control.${mayPair ? ' To add a recorder, run longshot recorder on another machine, then open the pairing window here.' : ''}`
      : 'This browser is a remote control of a recorder, which records the cameras that are paired with it.'),
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
  settings: {
    about: 'This node', change: 'Change',
    grants: (grants) => `Allowed to: ${list(grants)}.`,
    keys: 'Keys: Space and Enter take a still, and so do the volume keys of a phone if the browser reports them. Arrow keys move in the gallery '
      + 'and the timeline. In the player, Space plays and pauses, the left and right arrow keys skip 10 s, comma and period step by one frame, '
      + '< and > play slower and faster.',
    leave: 'Sign out of this browser',
    me: (name) => `This browser: ${name}`,
    node: (name, role, version) => `${name}, a ${role}, Longshot ${version}`,
    viewers: (count, limit) => `Live viewers: ${count} of at most ${limit}.`,
    roles: (role, mayPair) => (role === 'camera'
      ? `This browser is a remote control.${mayPair ? ' To add a recorder, run longshot recorder on another machine, then open the pairing window here.' : ''}`
      : 'This browser is a remote control of a recorder, which records the cameras that are paired with it.'),
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

// SPDX-License-Identifier: Apache-2.0
// The page's state, and the transitions of what all views share. A transition makes a new state of an old one; neither it
// nor what it imports touches the document or the network.
import {merged, without} from './collections.js';

/** Preferences that were never chosen in this browser. */
const defaults = {before: '0', burst: '1', busy: 'queue', overlays: [], save: null, timer: '0'};
/** Of each camera, live statistics of so many milliseconds are kept. */
export const historySpan = 600_000;

export const initial = {
  /** This browser's session, and its node. */
  me: {grants: []},
  node: {},
  preferences: defaults,
  /** The view that is shown, and what behind the name in the address says more. */
  view: {name: null, detail: null},
  /** Whether the node answers, and how many times it has begun to: lists are read again then. */
  link: {isUp: true, times: 0},
  /** Readings of the node's clock; see clock.js. */
  clock: [],
  /** The last answer of `/v1/state`; null if this browser may not ask. */
  report: null,
  /** Live statistics by camera: {at, live}. */
  history: new Map(),
  /** The picture on the screen; null while the live view is not shown. */
  picture: null,
  notices: {next: 1, list: []},
  /** The last events, oldest first, and how the log shows them. */
  events: [],
  log: {filter: '', withFragments: false},
  /** The last capture that an event brought: what depends on the camera is read again. */
  capture: null,
  /** Lists by id, and the names of those that are being read. */
  stills: new Map(), files: new Map(), sends: new Map(), recordings: new Map(), reading: new Set(),
  /** How fast files are on their way, by id: {at, bytes, speed}. */
  paces: new Map(),
  gallery: {filter: 'all', chosen: new Set(), isChoosing: false, last: null, progress: ''},
  shutter: {jobs: new Map(), mine: new Map(), arrived: [], fetched: new Set(), picture: null, share: 0, progress: ''},
  controls: {sheet: null, change: null, wishes: {}, isSending: false},
  desk: {watched: []},
  timeline: {from: 0, to: 3_600_000, cursor: null, details: new Map(), hover: null, playing: null, wanted: null, hasLooked: false},
  peers: null, browsers: {sessions: null, link: null}, pipelines: {files: null, texts: new Map()},
  pairing: {report: null, invitation: null},
};

/** Whether this browser has one of the grants; a look at some cameras counts as `view`. */
export const may = (state, ...grants) =>
  grants.some((grant) => state.me.grants.includes(grant)) || (grants.includes('view') && isBounded(state));

/** Whether this browser sees some cameras only. */
export const isBounded = ({me}) => (me.viewOf ?? []).length > 0;
export const mayLook = (state) => may(state, 'view', 'record');
export const isCamera = ({node}) => node.role === 'camera';

/** The node answered who this browser and itself are. */
export const entered = (state, me, node, preferences) => ({...state, me, node, preferences: {...defaults, ...preferences}});
export const preferred = (state, name, value) => ({...state, preferences: {...state.preferences, [name]: value}});
export const viewed = (state, name, detail) => ({...state, view: {name, detail}});
export const pictured = (state, picture) => ({...state, picture});
export const logged = (state, options) => ({...state, log: {...state.log, ...options}});

/** The node answers, or does not any more; then its clock may be another one when it is back. */
export function linked(state, isUp) {
  if (isUp === state.link.isUp) return state;
  return {...state, clock: isUp ? state.clock : [], link: {isUp, times: state.link.times + (isUp ? 1 : 0)}};
}

/** `/v1/state` was answered at a moment in milliseconds. */
export function reported(state, report, now) {
  const history = new Map(state.history);
  for (const {camera, live} of report.recordings ?? []) {
    if (!live) continue;
    history.set(camera, [...(history.get(camera) ?? []).filter((point) => point.at >= now - historySpan), {at: now, live}]);
  }
  const jobs = new Map((report.stills?.jobs ?? []).map((job) => [job.id, job]));
  return {
    ...state, report, history, recordings: merged(state.recordings, report.recordings ?? []),
    // What no event has told, because the link was away.
    shutter: {...state.shutter, jobs},
  };
}

/** A message for some seconds; four at most. */
export function noticed(state, text, isBad = false) {
  const {next, list} = state.notices;
  return {...state, notices: {next: next + 1, list: [...list, {id: next, text, isBad}].slice(-4)}};
}

export const noticeClosed = (state, id) =>
  ({...state, notices: {...state.notices, list: state.notices.list.filter((one) => one.id !== id)}});

/** A list is being read, or is not any more. */
export function reading(state, name, isReading) {
  return {...state, reading: isReading ? new Set(state.reading).add(name) : without(state.reading, [name])};
}

/** A part of a list was read; or all of it, without these. */
export const listed = (state, name, entries) => ({...state, [name]: merged(state[name], entries)});
export const missed = (state, name, ids) => ({...state, [name]: without(state[name], ids)});

/** Parts that are replaced by what the node answered: `peers`, or fields of `browsers`, `pipelines`, `pairing`. */
export const peersRead = (state, peers) => ({...state, peers});
export const partRead = (state, name, fields) => ({...state, [name]: {...state[name], ...fields}});

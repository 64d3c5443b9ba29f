// SPDX-License-Identifier: Apache-2.0
// The page's state, and the transitions that all views share. A transition makes a new state from an old one; neither transitions
// nor their imports touch the document or the network.
import {derived, merged, without} from './collections.js';
import {distinct} from './formats.js';

/** The defaults of preferences. */
const defaults = {
  before: '0', burst: '1', busy: 'queue', categories: ['exposure', 'light'], flash: false, lapseCount: 60, lapseSeconds: 10, overlays: [], save: null, timer: '0',
  timerSeconds: 30, toldReturn: null,
};
/** How long each camera's live statistics are kept, in milliseconds. */
export const historySpan = 600_000;

export const initial = {
  /** This browser's session, and its node. */
  me: {grants: []},
  node: {},
  preferences: defaults,
  /** The visible view, and the detail behind its name in the address. */
  view: {name: null, detail: null},
  /** Whether the node answers, how often it began to, and since when it does not. */
  link: {isUp: true, times: 0, lostAt: null},
  /** Readings of the node's clock; see clock.js. */
  clock: [],
  /** The last response of `/v1/state`; null if this browser may not read it. */
  report: null,
  /** Live statistics by camera: {at, live}; the end of live video is a point whose `live` is null. */
  history: new Map(),
  /** The state of the live picture; null while the live view is not shown. */
  picture: null,
  notices: {next: 1, list: []},
  /** The last events, oldest first, and the options of the log. */
  events: [],
  log: {filter: '', withFragments: false},
  /** The capture in the last event; views then read again what depends on it. */
  capture: null,
  /** Lists by id, the names of the lists that are being read, and of those that were read to the end. */
  stills: new Map(), files: new Map(), sends: new Map(), recordings: new Map(), reading: new Set(), complete: new Set(),
  /** The speed of transfers, by id: {at, bytes, speed}. */
  paces: new Map(),
  gallery: {filter: 'all', chosen: new Set(), isChoosing: false, last: null, progress: ''},
  /** The running jobs, this browser's presses, and the jobs that ended; the last stills of any browser, newest first. */
  shutter: {jobs: new Map(), mine: new Map(), ended: new Set(), arrived: [], fetched: new Set(), picture: null, share: 0, progress: ''},
  controls: {sheet: null, change: null, wishes: {}, isSending: false, filter: ''},
  desk: {watched: []},
  timeline: {from: 0, to: 3_600_000, cursor: null, details: new Map(), hover: null, playing: null, wanted: null, hasLooked: false, follows: 0},
  peers: null, browsers: {sessions: null, link: null}, pipelines: {files: null, texts: new Map()},
  pairing: {report: null, invitation: null},
};

/** Whether this browser has one of the grants; a view bounded to some cameras counts as `view`. */
export const may = (state, ...grants) =>
  grants.some((grant) => state.me.grants.includes(grant)) || (grants.includes('view') && isBounded(state));

/** Whether this browser may view only some cameras. */
export const isBounded = ({me}) => (me.viewOf ?? []).length > 0;
export const mayLook = (state) => may(state, 'view', 'record');
export const isCamera = ({node}) => node.role === 'camera';

/** Stores the session of this browser and the description of the node. */
export const entered = (state, me, node, preferences) => ({...state, me, node, preferences: {...defaults, ...preferences}});
/** Stores the description of the node if it has changed: a restart may give it another name. */
export const nodeRead = (state, node) => (JSON.stringify(node) === JSON.stringify(state.node) ? state : {...state, node});
/** Stores this browser's session if its grants have changed. */
export function regranted(state, me) {
  const [now, before] = [me, state.me].map(({grants, viewOf}) => JSON.stringify([grants, viewOf]));
  return now === before ? state : {...state, me, report: mayLook({me}) ? state.report : null};
}
export const preferred = (state, name, value) => ({...state, preferences: {...state.preferences, [name]: value}});
export const viewed = (state, name, detail) => ({...state, view: {name, detail}});
export const pictured = (state, picture) => ({...state, picture});
export const logged = (state, options) => ({...state, log: {...state.log, ...options}});

/** The node answers, or no longer does, since `now`. Its clock stays known: a press without a link has its moment. */
export function linked(state, isUp, now) {
  if (isUp === state.link.isUp) return state;
  return {...state, link: {isUp, times: state.link.times + (isUp ? 1 : 0), lostAt: isUp ? null : now}};
}

/** Stores a response of `/v1/state`, received at `now` of a monotonic clock in milliseconds. */
export function reported(state, report, now) {
  const history = new Map(state.history);
  const lives = new Map((report.recordings ?? []).filter(({live}) => live).map(({camera, live}) => [camera, live]));
  for (const camera of new Set([...history.keys(), ...lives.keys()])) {
    const points = (history.get(camera) ?? []).filter(({at}) => at >= now - historySpan);
    const live = lives.get(camera) ?? null;
    if (live || points.at(-1)?.live) points.push({at: now, live});
    history.set(camera, points);
  }
  const jobs = new Map((report.stills?.jobs ?? []).map((job) => [job.id, job]));
  return {
    ...state, report, history, recordings: merged(state.recordings, report.recordings ?? []),
    // Replaces jobs whose events were missed while the link was lost.
    shutter: {...state.shutter, jobs},
  };
}

/** A camera's recording was requested, or a recorder reported it. */
export const recordingReported = (state, recordingControl) => ({...state, report: state.report && {...state.report, recordingControl}});

/** A series of several cameras made progress, or is over. */
export const seriesHeard = (state, series) => (state.report
  ? {...state, report: {...state.report, series: [...(state.report.series ?? []).filter(({id}) => id !== series.id), series]}} : state);

/** Adds a temporary message; at most four remain. */
export function noticed(state, text, isBad = false) {
  const {next, list} = state.notices;
  return {...state, notices: {next: next + 1, list: [...list, {id: next, text, isBad}].slice(-4)}};
}

export const noticeClosed = (state, id) =>
  ({...state, notices: {...state.notices, list: state.notices.list.filter((one) => one.id !== id)}});

/** A list is being read, or no longer is. */
export function reading(state, name, isReading) {
  return {...state, reading: isReading ? new Set(state.reading).add(name) : without(state.reading, [name])};
}

/** A list was read to the end, so that it may be shown as empty. */
export const completed = (state, name) => (state.complete.has(name) ? state : {...state, complete: new Set(state.complete).add(name)});

/** Adds a part of a list, or removes entries that no longer exist. */
export const listed = (state, name, entries) => ({...state, [name]: merged(state[name], entries)});
export const missed = (state, name, ids) => ({...state, [name]: without(state[name], ids)});

/** Parts that a response replaces: `peers`, or fields of `browsers`, `pipelines`, `pairing`. */
export const peersRead = (state, peers) => ({...state, peers});
export const partRead = (state, name, fields) => ({...state, [name]: {...state[name], ...fields}});

const nodeNames = derived(({peers, report}) => [peers, report], ({peers, report}) => {
  // The report is newer than the list of peers.
  const names = new Map([...(peers ?? []), ...(report?.peers ?? []), ...(report?.cameras ?? [])].map((one) => [one.id ?? one.peer ?? one.camera, one.name]));
  return new Map(distinct([...names].map(([id, name]) => ({id, name}))).map(({id, name}) => [id, name]));
});
/** The name of a paired node or its link, if it is known. */
export const nameOf = (state, id) => nodeNames(state).get(id);

/** The ids of the recorders that get a still of this camera and have not confirmed it. */
export const awaited = ({recipients = [], receivedBy = []}) => recipients.filter((id) => !receivedBy.includes(id));

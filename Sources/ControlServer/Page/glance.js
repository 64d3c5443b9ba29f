// SPDX-License-Identifier: Apache-2.0
// The status at a glance.
import {at, fill, make, say} from './dom.js';
import {bytes, elapsed, roughly, short, shownName, withLocalTimes} from './formats.js';
import {isRunning, isUnheard, recorders, uncounted} from './recordings.js';
import {isBounded, isCamera, mayLook, nameOf} from './state.js';
import {store} from './store.js';
import {texts} from './texts.js';

const words = texts.status;
const marks = {good: '✓', bad: '!', warn: '▲', recording: '●', plain: '○'};

/** The lost cameras, and the same by id. */
const lost = (report) => (report?.cameras ?? []).filter((one) => one.phase !== 'connected');
const lostById = (report) => new Map(lost(report).map((one) => [one.camera, one]));
/** Whether a node has revoked the other one of a link or recording. */
const isRevoked = (one) => Boolean(one?.revokedAt ?? one?.revokedByPeerAt ?? one?.cameraRevokedAt);

function live({link, picture, report, ...state}) {
  if (!link.isUp) return ['bad', words.noLink];
  if (picture) return picture.isLive ? ['good', words.live] : ['bad', words.notLive];
  // A browser that may not read the state has none.
  if (!mayLook(state)) return null;
  if (isCamera(state)) {
    const phase = report?.capture?.phase;
    return phase === 'running' ? ['good', words.cameraRuns] : ['bad', words.camera(phase ?? words.unknown)];
  }
  const links = report?.cameras ?? [];
  const there = links.length - lost(report).length;
  if (!links.length) return ['plain', words.noCameras];
  return [there === links.length ? 'good' : 'bad', words.cameras(there, links.length)];
}

function recording({report, ...state}) {
  if (isCamera(state)) {
    const {isOn, names, away, running} = recorders(report);
    const failing = running.filter((one) => one.trouble).length;
    if (failing) return ['bad', words.troubled(running.length - failing, running.length)];
    const absence = away.length ? words.recorderAway(away) : '';
    if (!isOn) return absence ? ['warn', absence] : ['plain', words.notRecorded];
    const by = words.recordedBy(names.join(', '));
    return absence ? ['warn', `${by}. ${absence}`] : ['recording', by];
  }
  const running = (report.recordings ?? []).filter(isRunning);
  if (!running.length) return ['plain', words.notRecording];
  const away = lostById(report);
  if (running.length === 1 && [running[0], away.get(running[0].camera)].some(isRevoked)) return ['bad', words.revoked];
  const troubled = running.filter((one) => one.trouble).length;
  if (troubled) return ['bad', words.troubled(running.length - troubled, running.length)];
  const waiting = running.filter((one) => one.state === 'waiting' || away.has(one.camera)).length;
  // What was stopped does not go on when its camera is back.
  if (waiting === running.length && running.every((one) => one.state === 'stopping')) return ['warn', words.ending];
  if (waiting) return ['warn', words.waiting(running.length - waiting, running.length)];
  return ['recording', words.recording(running.length, elapsed(Math.max(...running.map((one) => one.duration)) / 1e9))];
}

function loss({report, ...state}) {
  const recordings = report.recordings ?? [];
  // Of what is over, the list tells.
  if (!isCamera(state) && !recordings.length) return null;
  const missing = isCamera(state) ? report.counters?.missing ?? 0 : recordings.reduce((sum, one) => sum + one.frames.missing, 0);
  const waiting = recordings.reduce((sum, one) => sum + (one.backlog?.fragments ?? 0), 0);
  const more = uncounted(recordings.flatMap(({gaps}) => gaps ?? []));
  if (missing) return ['bad', words.missing(missing, more)];
  if (waiting) return ['warn', words.fetching(waiting)];
  if (report.counters?.isUncounted) return ['warn', words.uncountedBefore(report.counters.atMost)];
  if (more !== undefined) return ['warn', words.missing(0, more)];
  // What a lost camera captures is not known here.
  const away = lostById(report);
  const isOpen = recordings.some((one) => isRunning(one) && (one.trouble || away.has(one.camera)));
  if (isOpen || recordings.some(isUnheard)) return [isOpen ? 'warn' : 'plain', words.nothingMissingYet];
  return ['good', isCamera(state) ? words.nothingMissingSince : words.nothingMissing];
}

/**
 * The bits per second of a recording over the last minute. A camera that is away keeps its rate.
 */
function pace(recording, history) {
  const rates = isRunning(recording) ? (history.get(recording.camera) ?? []).slice(-40).flatMap(({live}) => live?.bitsPerSecond ?? []) : [];
  return rates.reduce((sum, one) => sum + one, 0) / (rates.length || 1);
}

function disk({report, ...state}) {
  const room = report.disk;
  if (!room) return null;
  const left = Math.max(0, room.free - (room.reserve ?? 0));
  const speed = (report.recordings ?? []).reduce((sum, one) => sum + pace(one, state.history), 0) / 8;
  // Who may see some cameras does not know what the others fill.
  const seconds = speed > 0 && !isCamera(state) && !isBounded(state) ? left / speed : Infinity;
  const level = left < 1e9 || seconds < 3600 ? 'bad' : left < 0.05 * room.total || seconds < 86_400 ? 'warn' : 'good';
  return [level, Number.isFinite(seconds) ? words.diskFor(bytes(left), roughly(seconds)) : words.disk(bytes(left), level !== 'good')];
}

/** Whether a recorder says something of a camera: its name comes first, quoted, or with its id, if it could be mistaken. */
export const isAbout = ({name, address, camera}, text) => [name ?? address, `“${name}”`]
  .some((shown) => text.startsWith(`${shown}: `) || (camera && text.startsWith(`${shown} (${short(camera)}): `)));

/** All problems in a line; the tiles of lost cameras say since when and why. */
function troubleText(state) {
  const {link, report} = state;
  if (!link.isUp) return words.linkLost;
  const reasons = new Set(report?.reasons);
  // A revocation has its own words.
  const of = (one) => [...reasons].filter((text) => isAbout(one, text) && text.endsWith(`: ${one.reason ?? 'not connected'}`));
  const told = lost(report).filter((one) => !isRevoked(one) && of(one).length);
  for (const text of told.flatMap(of)) reasons.delete(text);
  const names = told.map(({camera, name, address}) => shownName(nameOf(state, camera) ?? name ?? address));
  return [...(names.length ? [words.lostCameras(names)] : []), ...reasons].map(withLocalTimes).join('. ');
}

/** The head of the page: {chips: [level, text][], summary, trouble}; the levels are good, warn, bad, recording, plain. */
export function glance(state) {
  const {report, link, node} = state;
  // Without a link, the report may be old.
  const isKnown = report && link.isUp;
  const chips = [live(state), ...(isKnown ? [recording(state), loss(state), disk(state), report.ranging ? ['plain', words.ranging] : null] : [])].filter(Boolean);
  const isWell = link.isUp && report?.health === 'green' && chips.every(([level]) => !['bad', 'warn'].includes(level));
  const capture = isKnown && report.capture;
  const what = capture ? `${capture.phase}${capture.width ? `, ${capture.width}×${capture.height}` : ''}` : node.role;
  return {
    chips, summary: isWell ? `${what} · ${words.allWell}` : what ?? '',
    trouble: troubleText(state),
  };
}

/** Draws the head of the page: colour, shape and text say the same. */
export function showGlance() {
  store.watch((state) => [JSON.stringify(glance(state))], (state) => {
    const {chips, summary, trouble} = glance(state);
    fill(at('status'), chips.map(([level, text]) =>
      make(`li.chip.${level}`, {}, make('span.mark', {'aria-hidden': 'true'}, marks[level]), text)));
    say(at('summary'), summary);
    at('trouble').hidden = !trouble;
    say(at('trouble'), trouble);
  });
  store.watch((state) => [state.link.isUp], ({link}) => document.body.classList.toggle('unlinked', !link.isUp));
}

// SPDX-License-Identifier: Apache-2.0
// At a glance: is it live, is it recording, is anything lost, how much disk is left. Colour, shape and word say the same.
import {at, fill, make, say} from '/dom.js';
import {bytes, elapsed, roughly} from '/formats.js';
import {model} from '/model.js';
import {isUncounted} from '/recording-list.js';
import {texts} from '/texts.js';

const words = texts.status;

function live(state) {
  if (!model.isLinked) return ['bad', words.noLink];
  if (model.picture) return model.picture.isLive ? ['good', words.live] : ['bad', words.notLive];
  if (model.isCamera) {
    const phase = state?.capture?.phase;
    return phase === 'running' ? ['good', words.cameraRuns] : ['bad', words.camera(phase ?? words.unknown)];
  }
  const links = state?.cameras ?? [];
  const there = links.filter((link) => link.phase === 'connected').length;
  if (!links.length) return ['plain', words.noCameras];
  return [there === links.length ? 'good' : 'bad', words.cameras(there, links.length)];
}

function recording(state) {
  if (model.isCamera) {
    const names = (state?.peers ?? []).filter((peer) => peer.phase === 'connected').map((peer) => peer.name);
    return state?.live?.length ? ['recording', words.recordedBy(names.join(', '))] : ['plain', words.notRecorded];
  }
  const running = (state?.recordings ?? []).filter((one) => one.state !== 'stopped');
  if (!running.length) return ['plain', words.notRecording];
  const troubled = running.filter((one) => one.trouble).length;
  if (troubled) return ['bad', words.troubled(running.length - troubled, running.length)];
  const waiting = running.filter((one) => one.state === 'waiting').length;
  if (waiting) return ['warn', words.waiting(running.length - waiting, running.length)];
  return ['recording', words.recording(running.length, elapsed(Math.max(...running.map((one) => one.duration)) / 1e9))];
}

function loss(state) {
  const missing = model.isCamera
    ? state?.counters?.missing ?? 0
    : (state?.recordings ?? []).reduce((sum, one) => sum + one.frames.missing, 0);
  const waiting = (state?.recordings ?? []).reduce((sum, one) => sum + (one.backlog?.fragments ?? 0), 0);
  if (missing) return ['bad', words.missing(missing)];
  if (waiting) return ['warn', words.fetching(waiting)];
  if ((state?.recordings ?? []).some(isUncounted)) return ['warn', words.uncounted];
  return ['good', words.nothingLost];
}

function disk(state) {
  const room = state?.disk;
  if (!room) return null;
  const left = Math.max(0, room.free - (room.reserve ?? 0));
  const speed = (state.recordings ?? []).reduce((sum, one) => sum + (one.live?.bitsPerSecond ?? 0), 0) / 8;
  const seconds = speed > 0 && !model.isCamera ? left / speed : Infinity;
  const level = left < 1e9 || seconds < 3600 ? 'bad' : left < 0.05 * room.total || seconds < 86_400 ? 'warn' : 'good';
  return [level, Number.isFinite(seconds) ? words.diskFor(bytes(left), roughly(seconds)) : words.disk(bytes(left))];
}

let shown = '';
const marks = {good: '✓', bad: '!', warn: '▲', recording: '●', plain: '○'};

function show() {
  const state = model.state;
  const items = [live(state)];
  // What was true before the link broke may not be any more.
  if (state && model.isLinked) items.push(recording(state), loss(state), disk(state));
  const known = items.filter(Boolean);
  const now = JSON.stringify(known);
  if (now !== shown) {
    shown = now;
    fill(at('status'), known.map(([level, text]) =>
      make(`li.chip.${level}`, {}, make('span.mark', {'aria-hidden': 'true'}, marks[level]), text)));
  }
  const isWell = model.isLinked && state?.health === 'green' && known.every(([level]) => !['bad', 'warn'].includes(level));
  const capture = state?.capture;
  const size = capture?.width ? `, ${capture.width}×${capture.height}` : '';
  const what = capture ? `${capture.phase}${size}` : model.node.role;
  say(at('summary'), isWell ? `${what} · ${words.allWell}` : what);
  const trouble = model.isLinked ? (state?.reasons ?? []).join('. ') : words.linkLost;
  at('trouble').hidden = !trouble;
  say(at('trouble'), trouble);
  document.body.classList.toggle('unlinked', !model.isLinked);
}

/** Keeps the head of the page true. */
export function startStatus() {
  say(at('name'), model.node.name);
  document.title = `${model.node.name} – Longshot`;
  for (const kind of ['state', 'link', 'picture']) model.on(kind, show);
  show();
}

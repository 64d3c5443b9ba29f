// SPDX-License-Identifier: Apache-2.0
// The state of the view Nearby, its transitions, and what is shown of it. Nothing here touches the document or the network.
import {fan, minute, span} from './nearby-shapes.js';
import {nearbyTexts as words} from './nearby-texts.js';

/** The sides of a bank card in millimetres (ISO/IEC 7810 ID-1). */
export const card = {long: 85.60, short: 53.98};
/** The part of a tag's picture that is its black square; the rest is its white border. */
const blackPart = 0.8;
/** The cells across a tag's picture. */
const cells = 10;
/** The sides that a printed tag may have, in millimetres, and its numbers. */
const limits = {millimetres: [10, 2_000], tag: [0, 586]};
/** How wrong a size by a card may be, as a part of it. */
const cardUncertainty = 0.005;
/** How wrong a typed size may be, in millimetres. */
const rulerUncertainty = 0.5;
/** The time without an update after which the last one is no longer shown, in milliseconds. */
const silence = 2_000;

export const initial = {
  /** Kept in this browser. `density`: pixels of the screen per millimetre; null until it was measured. */
  settings: {mode: 'screen', density: null, millimetres: 100, tag: 0},
  /** off, beginning, waiting, seen, absent, suspended, over. */
  stage: 'off',
  /** Why it is absent, suspended or over. */
  reason: null,
  /** The running session: {id, token, tag, size}; the token is this page's. */
  session: null,
  /** The last update: where the tag is, its corners, and its age in milliseconds when it arrived. */
  position: null, corners: null, age: 0,
  lens: null,
  /** The side of the black square on this screen, in metres. */
  size: null,
  /** When the last update arrived, and what time it is, in milliseconds of a monotonic clock. */
  heardAt: 0, now: 0,
  /** The distances of the last minute: {at, distance}, where null means that the tag was not seen. */
  points: [],
};

/** The stage that each phase of an update means. */
export const stages = {seen: 'seen', absent: 'absent', suspended: 'suspended', resumed: 'waiting', invalidated: 'over'};

export const isOn = ({stage}) => ['waiting', 'seen', 'absent', 'suspended'].includes(stage);
export const chosen = (state, settings) => ({...state, settings: {...state.settings, ...settings}});
export const ticked = (state, now) => ({...state, now});

const unseen = {position: null, corners: null, age: 0};

export const sized = (state, size) => (size === state.size ? state : {...state, size});
export const beginning = (state, now) => ({...initial, settings: state.settings, size: state.size, stage: 'beginning', now});

/** A session began; `token` is this page's. */
export const begun = (state, {id, tag, size, lens}, token, now) =>
  ({...state, stage: 'waiting', session: {id, token, tag, size}, lens, heardAt: now, now});

/** The user stopped it, or left. */
export const stopped = (state) => ({...state, ...unseen, stage: 'off', reason: null, session: null});
/** It is over, for a reason of the node. */
export const over = (state, reason) => ({...state, ...unseen, stage: 'over', reason, session: null});

/** Applies an update that arrived at `now`. */
export function heard(state, update, now) {
  // An update of a session that was ended meanwhile.
  if (!state.session || update.token !== state.session.token) return state;
  const age = (update.age ?? 0) / 1e6;
  const isSeen = update.phase === 'seen' && Boolean(update.position);
  const point = {at: now - (isSeen ? age : 0), distance: isSeen ? update.position.distance : null};
  return {
    ...state, ...unseen, stage: stages[update.phase] ?? state.stage, reason: update.reason ?? null, lens: update.lens ?? state.lens,
    heardAt: now, now,
    ...(isSeen ? {position: update.position, corners: update.corners ?? null, age} : {}),
    points: [...state.points.filter(({at}) => at > now - span), point],
    session: update.phase === 'invalidated' ? null : state.session,
  };
}

/** The pixels of the screen per millimetre, if a card's side is as wide as `width` CSS pixels. */
export const densityOf = (width, millimetres, pixelRatio) => (width * pixelRatio) / millimetres;

/** The side of the card that is held across a screen: its long side if that can fit. */
export const cardSide = (screenWidth) => (screenWidth >= 600 ? 'long' : 'short');

/**
 * The largest picture of a tag in a square box, in CSS pixels. Each cell gets as many whole pixels of the screen as the others: uneven
 * cells would move the corners.
 */
export const pictureSide = (box, pixelRatio) => (Math.floor((box * pixelRatio) / cells) * cells) / pixelRatio;

/**
 * The side of the black square in metres. Zooming the page changes the pixel ratio and keeps the density; pinching changes the scale.
 *
 * @param {number} side the picture's side in CSS pixels
 */
export const squareSize = (side, density, pixelRatio, scale = 1) => (side * blackPart * pixelRatio * scale) / density / 1_000;

/** What is asked of the camera. */
export function wish({size, settings: {mode, millimetres, tag}}) {
  return mode === 'screen' ? {size, sizeUncertainty: cardUncertainty}
    : {size: millimetres / 1_000, sizeUncertainty: rulerUncertainty / millimetres, tag};
}

/** Why the settings of a printed tag are refused; null if they are not. */
export function settingProblem({millimetres, tag}) {
  const fits = (value, [least, most]) => value >= least && value <= most;
  if (!fits(millimetres, limits.millimetres)) return words.printed.wrongSize;
  return fits(tag, limits.tag) && Number.isInteger(tag) ? null : words.printed.wrongTag;
}

/** What was kept, as far as it makes sense. */
export function keptSettings(kept) {
  const {mode, density, millimetres, tag} = {...initial.settings, ...kept};
  const {settings} = initial;
  const isGood = settingProblem({millimetres, tag}) === null;
  return {
    mode: mode in words.modes ? mode : settings.mode, density: density > 0 ? density : null,
    millimetres: isGood ? millimetres : settings.millimetres, tag: isGood ? tag : settings.tag,
  };
}

/** A length as on the command line: metres, or below one of them centimetres and millimetres. */
export function length(metres) {
  if (metres >= 10) return `${metres.toFixed(1)} m`;
  if (metres >= 1) return `${metres.toFixed(2)} m`;
  return metres >= 0.1 ? `${(metres * 100).toFixed(1)} cm` : `${(metres * 1_000).toFixed(1)} mm`;
}

/** How wrong a length may be: in the unit of the length, except that less than a centimetre is in millimetres. */
const lengthError = (metres) => (metres < 0.01 || metres >= 0.1 ? length(metres) : `${(metres * 100).toFixed(1)} cm`);

function directionText({azimuth, elevation, directionUncertainty: wrong}) {
  return words.direction(words.side(Math.abs(azimuth).toFixed(1), azimuth < 0), words.height(Math.abs(elevation).toFixed(1), elevation < 0),
    wrong.toFixed(wrong < 0.1 ? 2 : 1));
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** What the view shows. Without a recent update it shows no position: an old one looks like a true one. */
export function shown(state) {
  const {stage, now, heardAt, lens} = state;
  const since = now - heardAt;
  const isLate = isOn(state) && stage !== 'suspended' && since > silence;
  const position = isLate ? null : state.position;
  const reason = words.reasons[state.reason] ?? state.reason;
  return {
    stage, isOn: isOn(state), tag: state.session?.tag ?? null,
    status: isLate ? words.late : words.stages[stage](reason),
    distance: position ? length(position.distance) : words.unknown,
    uncertainty: position ? words.plusMinus(lengthError(position.distanceUncertainty)) : '',
    direction: position ? directionText(position) : '',
    age: position ? words.age(((state.age + since) / 1_000).toFixed(1)) : '',
    needle: position?.azimuth ?? null, fan: fan(lens?.lens),
    note: lens?.note ? sentence(lens.note) : '',
    minute: minute(state.points, now),
    corners: isLate ? null : state.corners,
  };
}

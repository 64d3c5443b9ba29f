// SPDX-License-Identifier: Apache-2.0
// The camera's controls: values as numbers and text.
import {hasWords, toggled} from './collections.js';
import {preferred} from './state.js';
import {texts} from './texts.js';

const words = texts.controls;

const changed = (state, fields) => ({...state, controls: {...state.controls, ...fields}});
/** Stores the controls; null without a camera. */
export const sheetRead = (state, sheet) => changed(state, {sheet});
export const wished = (state, key, value) => changed(state, {wishes: {...state.controls.wishes, [key]: value}});
export const wishesTaken = (state) => changed(state, {wishes: {}});
export const sending = (state, isSending) => changed(state, {isSending});

/** Any client changed controls. */
export function controlsChanged(state, {controls, presets, by}) {
  const fresh = new Map(controls.map((control) => [control.key, control]));
  const {sheet, change} = state.controls;
  return changed(state, {
    sheet: sheet && {...sheet, presets, controls: sheet.controls.map((control) => fresh.get(control.key) ?? control)},
    change: by && fresh.size ? {by, keys: [...fresh.keys()]} : change,
  });
}

/** The control and value that light a still: the lamp on the box, or the camera's own. */
export function light({controls}) {
  const settable = (controls.sheet?.controls ?? []).filter((control) => !control.isReadOnly);
  if (settable.some((control) => control.key === 'torch')) return {control: 'torch', value: 'on'};
  const mode = settable.find((control) => control.key === 'flash')?.choices?.find((choice) => /torch/i.test(choice.name));
  return mode ? {control: 'flash', value: mode.value} : null;
}

/** The categories in their order, with the controls that the page has names for; all others are the driver's. */
const categories = {
  exposure: ['exposure', 'exposure-bias', 'gain', 'iso', 'backlight', 'power-line'],
  light: ['flash', 'flash-level', 'torch', 'torch-level'],
  colour: ['white-balance', 'brightness', 'contrast', 'saturation', 'hue'],
  lens: ['focus', 'zoom', 'pan', 'tilt'],
  picture: ['sharpness', 'mirror', 'flip'],
  driver: [],
};
export const categoryNames = Object.keys(categories);
export const categoryOf = ({key}) => categoryNames.find((name) => categories[name].includes(key)) ?? 'driver';
export const filtered = (state, filter) => changed(state, {filter});

/** Whether a control has all words of the search in its name, its key or the name of its category. */
export const isFound = (control, filter) => hasWords(`${nameOf(control)} ${control.key} ${words.categories[categoryOf(control)]}`, filter);

/** Opens or folds a category, for this browser. */
export const folded = (state, name) => preferred(state, 'categories', [...toggled(new Set(state.preferences.categories), name)]);

export const nameOf = (control) => words.names[control.key] ?? control.key.replaceAll(/[-_]/g, ' ');

/** A number with its unit; short exposures as fractions. */
export function numberText({unit, step}, number) {
  if (unit === 's' && number > 0 && number < 0.4) return `1/${Math.round(1 / number)} s`;
  const digits = Math.max(0, Math.min(4, -Math.floor(Math.log10(step || 1))));
  return `${Number(number.toFixed(digits))}${unit ? ` ${words.units[unit] ?? unit}` : ''}`;
}

/** The value as text beside the input; choices and switches show their own value. */
export function valueText(control) {
  const {kind, value, choices, isAutomatic} = control;
  if (['action', 'choice', 'toggle'].includes(kind) || value === undefined) return isAutomatic ? words.byCamera : '';
  return kind === 'number' ? numberText(control, value) : String(choices ?? '');
}

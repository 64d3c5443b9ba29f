// SPDX-License-Identifier: Apache-2.0
// The camera's controls in words: their names, categories and values.
import {hasWords, toggled} from './collections.js';
import {setupTexts} from './setup-texts.js';
import {preferred} from './state.js';

const words = setupTexts.controls;

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

// SPDX-License-Identifier: Apache-2.0
import {nameOf, numberText, valueText} from './control-names.js';
import {make, menu, put, say} from './dom.js';
import {setupTexts} from './setup-texts.js';
import {may} from './state.js';
import {store} from './store.js';

const words = setupTexts.controls;
/** The number of slider positions. */
export const steps = 1_000;

/** Exposure spans four orders of magnitude, so its slider is logarithmic. */
const isLogarithmic = ({unit, minimum, maximum}) => unit === 's' && minimum > 0 && maximum / minimum > 20;

/** The slider position of a value. */
export function position(control, value) {
  const {minimum = 0, maximum = 1} = control;
  if (maximum <= minimum) return 0;
  const share = isLogarithmic(control) ? Math.log(value / minimum) / Math.log(maximum / minimum) : (value - minimum) / (maximum - minimum);
  return Math.round(share * steps);
}

/** The value at a slider position, rounded to the control's step. */
export function numberAt(control, at) {
  const {minimum = 0, maximum = 1, step = 0} = control;
  const share = at / steps;
  const value = isLogarithmic(control) ? minimum * (maximum / minimum) ** share : minimum + share * (maximum - minimum);
  const stepped = step > 0 ? minimum + Math.round((value - minimum) / step) * step : value;
  return Math.min(maximum, Math.max(minimum, Number(stepped.toPrecision(10))));
}

/** The distance between slider positions: a control with few values has few positions. */
export function positionStep(control) {
  const {minimum = 0, maximum = 1, step = 0} = control;
  const count = step > 0 && !isLogarithmic(control) ? (maximum - minimum) / step : steps;
  return count < steps ? steps / count : 1;
}

/** One control: name, value, automatic mode, and the input. */
export class ControlRow {
  #control;
  #value = make('output.value');
  #input;
  #automatic = null;
  #wish;
  /** While the user drags the slider, it shows the finger's position instead of the camera's value. */
  #isHeld = false;

  /**
   * @param {(value: any, isFinal: boolean) => void} wish called with each new value; `isFinal`: the slider was released
   * @param {() => void} reset
   */
  constructor(control, wish, reset) {
    [this.#control, this.#wish] = [control, wish];
    const id = `control-${control.key}`;
    this.#input = this.#makeInput(id);
    const body = put(make('div.control-body'), this.#input);
    if (control.isAutomatic !== undefined) {
      const toggle = () => wish(this.#control.isAutomatic ? this.#control.value : 'auto', true);
      this.#automatic = make('button.quiet.small', {onclick: toggle}, words.auto);
      put(body, this.#automatic);
    }
    if (control.standard !== undefined && may(store.state, 'shoot')) {
      const name = words.resetOne(control.key);
      put(body, make('button.quiet.small', {onclick: reset, 'aria-label': name, title: name}, '↺'));
    }
    const ends = control.kind === 'number' && control.minimum !== undefined
      ? make('span.hint', {}, words.range(numberText(control, control.minimum), numberText(control, control.maximum))) : null;
    this.element = put(make('div.control', {data: {key: control.key}}),
      put(make('div.control-head'), make('label', {for: id}, nameOf(control)), ends, this.#value), body);
  }

  /** Draws the control, and names who changed it last: {by, keys}. */
  draw(control, change) {
    this.#control = control;
    if (change?.keys.includes(control.key)) this.element.title = words.changedBy(change.by, control.key);
    const isFixed = control.isReadOnly || !may(store.state, 'shoot');
    this.#automatic?.setAttribute('aria-pressed', String(Boolean(control.isAutomatic)));
    if (this.#automatic) this.#automatic.disabled = isFixed;
    this.#input.disabled = isFixed || (control.isInactive && !control.isAutomatic);
    this.element.classList.toggle('is-inactive', Boolean(control.isInactive));
    if (this.#isHeld) return;
    say(this.#value, valueText(control));
    const {kind, value} = control;
    if (value === undefined || kind === 'action') return;
    if (kind === 'toggle') this.#input.checked = value === true || value === 1;
    else this.#input.value = String(kind === 'number' ? position(control, value) : value);
    // The slider's own number is a place, not a value.
    if (kind === 'number') this.#input.setAttribute('aria-valuetext', valueText(control));
  }

  #makeInput(id) {
    const {kind, key, choices = [], value} = this.#control;
    const wish = this.#wish;
    switch (kind) {
      case 'number': return this.#makeSlider(id);
      case 'toggle': return make('input.switch', {id, type: 'checkbox', role: 'switch', onchange: (event) => wish(event.target.checked, true)});
      case 'choice': return menu(key, choices.map((choice) => [choice.value, choice.name]), value, (chosen) => wish(Number(chosen), true), {id});
      case 'action': return make('button', {id, onclick: () => wish(true, true)}, words.act);
      default: return make('input', {id, type: 'text', onchange: (event) => wish(event.target.value, true)});
    }
  }

  #makeSlider(id) {
    const slider = make('input', {id, type: 'range', min: '0', max: String(steps), step: String(positionStep(this.#control))});
    const number = () => numberAt(this.#control, Number(slider.value));
    slider.addEventListener('input', () => {
      this.#isHeld = true;
      const text = numberText(this.#control, number());
      say(this.#value, text);
      slider.setAttribute('aria-valuetext', text);
      this.#wish(number(), false);
    });
    slider.addEventListener('change', () => {
      this.#isHeld = false;
      this.#wish(number(), true);
    });
    return slider;
  }
}

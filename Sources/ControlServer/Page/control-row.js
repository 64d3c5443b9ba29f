// SPDX-License-Identifier: Apache-2.0
import {make, menu, put, say} from '/dom.js';
import {model} from '/model.js';
import {texts} from '/texts.js';

const words = texts.controls;
const steps = 1_000;

/** One control: its name, what it is set to, whether the camera does it by itself, and something to set it with. */
export class ControlRow {
  control;
  #value = make('output.value');
  #input;
  #automatic = null;
  #isHeld = false;
  #wish;

  /**
   * @param {(value: any, isFinal: boolean) => void} wish hears what somebody sets; `isFinal` when they have let go
   * @param {() => void} reset
   */
  constructor(control, wish, reset) {
    this.control = control;
    this.#wish = wish;
    const id = `control-${control.key}`;
    this.#input = this.#makeInput(control, id);
    const name = make('label', {for: id}, words.names[control.key] ?? control.key.replaceAll(/[-_]/g, ' '));
    const body = put(make('div.control-body'), this.#input);
    if (control.isAutomatic !== undefined) {
      this.#automatic = make('button.quiet.small', {onclick: () => this.#toggleAutomatic()}, words.auto);
      put(body, this.#automatic);
    }
    if (control.standard !== undefined && model.may('shoot')) {
      put(body, make('button.quiet.small', {onclick: reset, 'aria-label': words.resetOne(control.key), title: words.resetOne(control.key)}, '↺'));
    }
    const ends = control.kind === 'number' && control.minimum !== undefined
      ? make('span.hint', {}, words.range(this.#text(control.minimum), this.#text(control.maximum))) : null;
    this.element = put(make('div.control', {data: {key: control.key}}), put(make('div.control-head'), name, ends, this.#value), body);
    this.show(control);
  }

  /** Shows it as it is now, unless somebody here is dragging it. */
  show(control, by) {
    this.control = control;
    if (by) this.element.title = words.changedBy(by, control.key);
    const isFixed = control.isReadOnly || !model.may('shoot');
    this.#automatic?.setAttribute('aria-pressed', String(Boolean(control.isAutomatic)));
    if (this.#automatic) this.#automatic.disabled = isFixed;
    this.#input.disabled = isFixed || (control.isInactive && !control.isAutomatic);
    this.element.classList.toggle('is-inactive', Boolean(control.isInactive));
    if (this.#isHeld) return;
    say(this.#value, this.#describe());
    const {value} = control;
    if (value === undefined) return;
    if (control.kind === 'number') this.#input.value = String(this.#position(value));
    else if (control.kind === 'toggle') this.#input.checked = value === true || value === 1;
    else if (control.kind !== 'action') this.#input.value = String(value);
  }

  #describe() {
    const {kind, value, choices, isAutomatic} = this.control;
    if (kind === 'action' || kind === 'choice' || kind === 'toggle' || value === undefined) return isAutomatic ? words.byCamera : '';
    return kind === 'number' ? this.#text(value) : String(choices ?? '');
  }

  #text(number) {
    const {unit, step} = this.control;
    if (unit === 's' && number > 0 && number < 0.4) return `1/${Math.round(1 / number)} s`;
    const digits = Math.max(0, Math.min(4, -Math.floor(Math.log10(step || 1))));
    return `${Number(number.toFixed(digits))}${unit ? ` ${words.units[unit] ?? unit}` : ''}`;
  }

  /** Exposure spans four orders of magnitude, so its slider is logarithmic. */
  get #isLogarithmic() {
    const {unit, minimum, maximum} = this.control;
    return unit === 's' && minimum > 0 && maximum / minimum > 20;
  }

  #position(value) {
    const {minimum = 0, maximum = 1} = this.control;
    if (maximum <= minimum) return 0;
    const share = this.#isLogarithmic ? Math.log(value / minimum) / Math.log(maximum / minimum) : (value - minimum) / (maximum - minimum);
    return Math.round(share * steps);
  }

  #number(position) {
    const {minimum = 0, maximum = 1, step = 0} = this.control;
    const share = position / steps;
    const value = this.#isLogarithmic ? minimum * (maximum / minimum) ** share : minimum + share * (maximum - minimum);
    const stepped = step > 0 ? minimum + Math.round((value - minimum) / step) * step : value;
    return Math.min(maximum, Math.max(minimum, Number(stepped.toPrecision(10))));
  }

  #makeInput(control, id) {
    switch (control.kind) {
      case 'number': return this.#makeSlider(id);
      case 'toggle':
        return make('input.switch', {id, type: 'checkbox', role: 'switch', onchange: (event) => this.#wish(event.target.checked, true)});
      case 'choice':
        return menu(control.key, (control.choices ?? []).map((choice) => [choice.value, choice.name]), control.value,
          (value) => this.#wish(Number(value), true), {id});
      case 'action': return make('button', {id, onclick: () => this.#wish(true, true)}, words.act);
      default: return make('input', {id, type: 'text', onchange: (event) => this.#wish(event.target.value, true)});
    }
  }

  #makeSlider(id) {
    const {minimum = 0, maximum = 1, step = 0} = this.control;
    const count = step > 0 && !this.#isLogarithmic ? (maximum - minimum) / step : steps;
    const slider = make('input', {id, type: 'range', min: '0', max: String(steps), step: String(count < steps ? steps / count : 1)});
    slider.addEventListener('input', () => {
      this.#isHeld = true;
      const number = this.#number(Number(slider.value));
      say(this.#value, this.#text(number));
      slider.setAttribute('aria-valuetext', this.#text(number));
      this.#wish(number, false);
    });
    slider.addEventListener('change', () => {
      this.#isHeld = false;
      this.#wish(this.#number(Number(slider.value)), true);
    });
    return slider;
  }

  #toggleAutomatic() {
    const {isAutomatic, value} = this.control;
    this.#wish(isAutomatic ? value : 'auto', true);
  }
}

// SPDX-License-Identifier: Apache-2.0
// The camera's controls in the state.

const changed = (state, fields) => ({...state, controls: {...state.controls, ...fields}});
/** Stores the controls; null without a camera. */
export const sheetRead = (state, sheet) => changed(state, {sheet});
export const wished = (state, key, value) => changed(state, {wishes: {...state.controls.wishes, [key]: value}});
export const wishesTaken = (state) => changed(state, {wishes: {}});
export const sending = (state, isSending) => changed(state, {isSending});
export const filtered = (state, filter) => changed(state, {filter});

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

// SPDX-License-Identifier: Apache-2.0
import {make, put} from '/dom.js';
import {texts} from '/texts.js';

export const allGrants = ['view', 'shoot', 'record', 'send', 'admin'];

/** A box to tick for each grant that is offered. */
export const grantBoxes = (chosen, offered = allGrants) => offered.map((grant) => put(make('label'),
  make('input', {type: 'checkbox', value: grant, checked: chosen.includes(grant)}), texts.grants[grant]));

/** The grants that are ticked in an element. */
export const chosenGrants = (element) => [...element.querySelectorAll('input:checked')].map((box) => box.value);

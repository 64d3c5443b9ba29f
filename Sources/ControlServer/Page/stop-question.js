// SPDX-License-Identifier: Apache-2.0
// The questions before several recordings stop.
import {confirmed} from './questions.js';
import {setupTexts} from './setup-texts.js';

const {stopAll, stopCameras, each, yes} = setupTexts.recordButton;

/** Whether a camera's recordings may stop on several recorders, which have these names. */
export const mayStopOn = (names) => confirmed(stopAll(names), each, yes);
/** Whether the recordings of several cameras may stop. */
export const mayStopAll = (count) => confirmed(stopCameras(count), '', yes);

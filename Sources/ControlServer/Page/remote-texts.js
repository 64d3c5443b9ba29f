// SPDX-License-Identifier: Apache-2.0
// The words of a camera's remote, which the desk does not need.
import {many, number} from './texts.js';

const range = (least, most) => `(${least} to ${number(most)})`;

export const remoteTexts = {
  overlays: {
    title: 'Overlays', grid: 'Grid', level: 'Level', histogram: 'Histogram', peaking: 'Focus peaking', clipping: 'Clipping',
    noLines: 'no straight lines found', straight: 'level', tilted: (degrees) => `${degrees}°`,
  },
  save: {
    label: 'Save stills to',
    question: 'Where should your stills be saved?',
    roles: 'You can change this at any time.',
    present: (where) => `Now: ${where}.`, unchosen: 'Until you choose, they are saved on the camera.',
    noRecorder: 'You can change this at any time. To save stills on a recorder as well, run longshot recorder on another machine and pair it with this camera.',
    unknown: 'Saved on the camera, because no recorder was chosen. Choose one under Options.',
    gone: (name = 'the recorder') => `Saved on the camera, because ${name} is not paired with it any more. Choose another place under Options.`,
    here: {title: 'This device', hint: 'Downloaded to this device. The camera keeps a copy.'},
    camera: {title: 'The camera', hint: 'Saved on the camera only. The gallery shows them.'},
    recorder: {title: 'The recorder', hint: 'The recorder fetches them. The camera then deletes its copy.'},
    both: {title: 'Camera and recorder', hint: 'Saved on both.'},
  },
  place: {camera: 'kept on the camera', recorder: 'goes to a recorder', awaited: 'kept on the camera, goes to a recorder', received: 'kept on the camera, received by a recorder'},
  shutter: {
    title: 'Shutter',
    burst: 'Series',
    bursts: [['1', 'off'], ['3', '3 stills'], ['5', '5 stills'], ['10', '10 stills'], ['20', '20 stills'], ['custom', 'time lapse…']],
    busies: [['queue', 'wait'], ['refuse', 'skip the still']],
    busy: 'If the camera is busy',
    counting: 'Counting down…',
    flash: 'Flash', flashOfOne: 'Flash (not for a series)',
    countdown: (seconds) => `${seconds} s`, stills: (count) => many(count, 'still', 'stills'),
    lapse: (count, seconds, time) => `${many(count, 'still', 'stills')}, one every ${seconds} s: ${time}`,
    lapseCount: (...ends) => `Number of stills ${range(...ends)}`,
    lapseSeconds: (...ends) => `Seconds between two stills ${range(...ends)}`,
    timerSeconds: (...ends) => `Seconds to count down ${range(...ends)}`,
    lost: (why) => `This press may be lost. ${why}`,
    options: 'Options',
    timer: 'Timer',
    waiting: (count) => `${many(count, 'still waits', 'stills wait')} for the link, to be saved on this device.`,
    timers: [['0', 'off'], ['3', '3 s'], ['10', '10 s'], ['custom', 'other…']],
  },
};

// SPDX-License-Identifier: Apache-2.0
import {draw} from './dom.js';

/** Outlines in a box of 24 by 24. */
const paths = {
  live: 'M4 8h3l2-3h6l2 3h3v11H4z M12 10a3.5 3.5 0 1 0 .01 0',
  gallery: 'M4 4h16v16H4z M4 16l5-5 4 4 3-3 4 4 M15 8.5h.01',
  timeline: 'M3 7h7 M13 7h8 M3 12h12 M18 12h3 M3 17h4 M10 17h11',
  cameras: 'M3 4h8v7H3z M13 4h8v7h-8z M3 13h8v7H3z M13 13h8v7h-8z',
  transfers: 'M8 4v13 M4 13l4 4 4-4 M16 20V7 M12 11l4-4 4 4',
  nearby: 'M12 3a9 9 0 1 0 .01 0 M16 8l-2.5 5.5L8 16l2.5-5.5z',
  settings: 'M4 7h9 M17 7h3 M4 17h3 M11 17h9 M15 4.5v5 M9 14.5v5',
  close: 'M6 6l12 12 M18 6L6 18',
  left: 'M15 5l-7 7 7 7', right: 'M9 5l7 7-7 7',
  download: 'M12 4v11 M7 11l5 5 5-5 M5 20h14',
  share: 'M12 15V4 M8 8l4-4 4 4 M6 12v8h12v-8',
  bin: 'M5 7h14 M9 7V4h6v3 M7 7l1 13h8l1-13',
  grid: 'M4 4h16v16H4z M9.3 4v16 M14.7 4v16 M4 9.3h16 M4 14.7h16',
  level: 'M3 12h6 M15 12h6 M12 9a3 3 0 1 0 .01 0',
  histogram: 'M4 20V13 M8 20V8 M12 20V4 M16 20v-9 M20 20v-4',
  peaking: 'M4 9V4h5 M15 4h5v5 M20 15v5h-5 M9 20H4v-5 M9 12h6 M12 9v6',
  clipping: 'M4 4h16v16H4z M4 12l8-8 M4 20L20 4 M12 20l8-8',
  expand: 'M4 9V4h5 M20 15v5h-5 M4 4l6 6 M20 20l-6-6',
  file: 'M6 3h8l4 4v14H6z M14 3v4h4',
  play: 'M7 4l13 8-13 8z', pause: 'M8 5v14 M16 5v14',
  check: 'M5 13l4 4L19 7',
  lock: 'M6 11h12v9H6z M9 11V8a3 3 0 0 1 6 0v3',
};

/** A decorative picture; a text or label always accompanies it. */
export function icon(name) {
  return draw('svg', {class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true'}, draw('path', {d: paths[name]}));
}

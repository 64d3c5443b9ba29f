// SPDX-License-Identifier: Apache-2.0
// The geometry of what Nearby draws.

/** The length of the line of distances, in milliseconds. */
export const span = 60_000;
/** The time between two measurements from which on the line has a gap, in milliseconds. */
const gap = 1_500;
/** The line's box. */
export const minuteBox = {width: 600, height: 100};
/** The least height of the line's box, in metres: less would show noise as movement. */
const leastRange = 0.1;
/** The radius of the compass. */
export const radius = 100;

const degrees = (radians) => (radians * 180) / Math.PI;
const round = (value) => Math.round(value * 10) / 10;

/** What a lens sees to the left and to the right of its axis, in degrees; null if that is unknown. */
export function fan(lens) {
  if (!lens) return null;
  const {width, focalLength: [focal], centre: [centre]} = lens;
  return {left: degrees(Math.atan((centre + 0.5) / focal)), right: degrees(Math.atan((width - centre - 0.5) / focal))};
}

/** The end of a ray from the camera, which is at 0,0 and looks up; `angle` in degrees to the right. */
function ray(angle) {
  const radians = (angle * Math.PI) / 180;
  return `${round(Math.sin(radians) * radius)} ${round(-Math.cos(radians) * radius)}`;
}

/** The field of view from above, as a path. */
export const fanPath = ({left, right}) => `M0 0L${ray(-left)}A${radius} ${radius} 0 0 1 ${ray(right)}z`;

/** The box of the compass: as narrow as the field of view, so that it is as large as can be. */
export function compassBox(view) {
  const half = Math.max(...[view?.left ?? 0, view?.right ?? 0].map((angle) => Math.sin((Math.min(angle, 90) * Math.PI) / 180) * radius), 40) + 6;
  return `${round(-half)} ${-radius - 4} ${round(2 * half)} ${radius + 12}`;
}

/**
 * The line of distances up to `now`: {path, least, most}, where `least` and `most` are the distances at the bottom and at the top of
 * the box; null if nothing was seen.
 *
 * @param {Array<{at: number, distance: number|null}>} points oldest first
 */
export function minute(points, now) {
  const recent = points.filter(({at}) => at > now - span);
  const distances = recent.filter(({distance}) => distance !== null).map(({distance}) => distance);
  if (!distances.length) return null;
  const [low, high] = [Math.min(...distances), Math.max(...distances)];
  const margin = Math.max((high - low) * 0.1, (leastRange - (high - low)) / 2);
  const least = Math.max(0, low - margin);
  const most = Math.max(high + margin, least + leastRange);
  const place = ({at, distance}) => `${round(((at - now + span) / span) * minuteBox.width)} `
    + `${round(((most - distance) / (most - least)) * minuteBox.height)}`;
  let path = '';
  let last = null;
  for (const point of recent) {
    if (point.distance !== null) {
      // A line of no length is drawn as a dot, because its ends are round.
      path += last && point.at - last.at < gap ? `L${place(point)}` : `M${place(point)}h0`;
    }
    last = point.distance === null ? null : point;
  }
  return {path, least, most};
}

/** The points of an SVG polygon around a tag in a picture of a size, in its pixels; null if there are not four corners. */
export const outline = (corners, width, height) => (corners?.length === 4
  ? corners.map(([x, y]) => `${round(x * width)},${round(y * height)}`).join(' ') : null);

// SPDX-License-Identifier: Apache-2.0
// Draws the lanes of the timeline: footage, its origin, and gaps. Colour and pattern show the same.
import {make} from './dom.js';
import {time} from './formats.js';
import {deletedSpan, reach} from './places.js';
import {extent, isNothing, isPause} from './recordings.js';
import {axisHeight, detailOf, isUnknown, laneHeight, lanes, laneText, marks, playhead} from './scene.js';

const clock = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const date = new Intl.DateTimeFormat(undefined, {month: 'short', day: 'numeric', weekday: 'short'});

/** The origins of footage; each has a colour and a pattern. */
export const origins = ['live', 'backfilled', 'unconfirmed'];

/** The colours of the style sheet. */
export function palette(element) {
  // A canvas understands neither variables nor `light-dark`; the computed style of an element resolves them.
  const probe = make('span', {hidden: true, style: {'forced-color-adjust': 'none'}});
  element.append(probe);
  const read = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    live: read('--good'), backfilled: read('--info'), unconfirmed: read('--warn'), gap: read('--bad'), plain: read('--faint'),
    ink: read('--ink'), faint: read('--faint'), line: read('--line'), lane: read('--well'), cursor: read('--ink'),
  };
  probe.remove();
  return colours;
}

/** A pattern in a colour: stripes for footage fetched later, dots for unconfirmed footage. */
function pattern(context, kind, colour, paper) {
  const tile = new OffscreenCanvas(8, 8);
  const pen = tile.getContext('2d');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 8, 8);
  pen.fillStyle = pen.strokeStyle = paper;
  pen.lineWidth = 1.6;
  if (kind === 'backfilled') { for (const x of [-8, 0, 8]) { pen.moveTo(x, 8); pen.lineTo(x + 8, 0); } pen.stroke(); }
  if (kind === 'unconfirmed') { for (const [x, y] of [[2, 2], [6, 6]]) { pen.beginPath(); pen.arc(x, y, 1.3, 0, 7); pen.fill(); } }
  return context.createPattern(tile, 'repeat');
}

export function drawLanes(canvas, state, colours) {
  const {from, to} = state.timeline;
  const list = lanes(state);
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = axisHeight + list.length * laneHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const patterns = (colour) => Object.fromEntries(origins.map((kind) => [kind, pattern(pen, kind, colour(kind), colours.lane)]));
  const fills = patterns((kind) => colours[kind]);
  const grey = patterns(() => colours.plain);
  const x = (at) => ((at - from) / (to - from)) * width;
  axis(pen, marks(from, to, width, new Date(from).getTimezoneOffset() * 60_000), x, height, colours);
  list.forEach((lane, index) => {
    const top = axisHeight + index * laneHeight;
    pen.fillStyle = colours.lane;
    pen.fillRect(0, top + 16, width, laneHeight - 20);
    let drawn = -1;
    for (const recording of lane.recordings) {
      if (isNothing(recording)) continue;
      const detail = detailOf(state, recording);
      const [start, stop] = reach(recording, detail);
      if (stop < from || start > to) continue;
      const end = Math.max(x(stop), x(start) + 1);
      // Recordings within the same pixel look like one.
      if (end <= drawn && !recording.gaps.length) continue;
      drawn = Math.floor(end);
      block(pen, recording, detail, x, top + 16, laneHeight - 20, isUnknown(state, recording) ? grey : fills, colours);
    }
    pen.fillStyle = colours.ink;
    pen.font = '600 12px system-ui, sans-serif';
    pen.fillText(laneText(state, lane), 6, top + 12, width - 12);
  });
  const head = playhead(state);
  if (head !== null) {
    pen.fillStyle = colours.cursor;
    pen.fillRect(Math.round(x(head)) - 1, 0, 2, height);
  }
}

/** How far behind a drawn gap short ones are not drawn again, in pixels. */
const apart = 8;

/**
 * Where gaps are drawn, as [from, to] in pixels. Each one has its length, and a short one has one pixel. The rest of that
 * pixel counts for the short gaps that follow within some pixels, so that they do not hide the footage between them.
 *
 * @param {(at: number) => number} x the position of a moment in milliseconds
 */
export function gapMarks(gaps, x) {
  const marks = [];
  let [spare, end] = [0, -Infinity];
  for (const gap of gaps) {
    const [left, right] = [x(gap.from / 1e6), x(gap.to / 1e6)];
    const length = right - left;
    if (left > end + apart) spare = 0;
    if (length <= spare) {
      spare -= length;
      continue;
    }
    // A short one has a whole pixel, because a half is pale.
    marks.push(length < 1 ? [Math.floor(left), Math.floor(left) + 1] : [left, right]);
    [spare, end] = [Math.max(0, 1 - length), marks.at(-1)[1]];
  }
  return marks;
}

function axis(pen, list, x, height, colours) {
  pen.font = '12px system-ui, sans-serif';
  for (const {at, isDay, isFine} of list) {
    pen.fillStyle = isDay ? colours.faint : colours.line;
    pen.fillRect(Math.round(x(at)), axisHeight - 8, 1, height);
    pen.fillStyle = colours.faint;
    pen.fillText(isDay ? date.format(at) : isFine ? time(at) : clock.format(at), x(at) + 4, 14);
  }
}

function block(pen, recording, detail, x, top, height, fills, colours) {
  const rectangle = (from, to, style) => {
    pen.fillStyle = style;
    pen.fillRect(x(from), top, Math.max(1, x(to) - x(from)), height);
  };
  const deleted = deletedSpan(recording, detail);
  if (deleted) {
    pen.strokeStyle = colours.faint;
    pen.lineWidth = 1;
    pen.setLineDash([4, 3]);
    pen.strokeRect(x(deleted[0]) + 0.5, top + 0.5, Math.max(1, x(deleted[1]) - x(deleted[0]) - 1), height - 1);
    pen.setLineDash([]);
  }
  if (!detail) {
    const [from, to] = extent(recording);
    rectangle(from, to, colours.plain);
    if (recording.frames.missing) { pen.fillStyle = colours.gap; pen.fillRect(x(from), top + height - 5, Math.max(1, x(to) - x(from)), 5); }
    return;
  }
  for (const part of detail.parts) rectangle(part.from / 1e6, part.to / 1e6, fills[part.origin] ?? colours.plain);
  // Nothing is missing of a pause, so it stays empty.
  for (const [left, right] of gapMarks(detail.gaps.filter((gap) => !isPause(gap)), x)) {
    pen.fillStyle = colours.gap;
    pen.fillRect(left, top, right - left, height);
    // Diagonal lines, so that not only the colour marks a gap.
    pen.strokeStyle = colours.lane;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (let at = left; right - left > 5 && at < right; at += 10) { pen.moveTo(at, top); pen.lineTo(Math.min(right, at + 10), top + height); }
    pen.stroke();
  }
}

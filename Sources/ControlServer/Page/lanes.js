// SPDX-License-Identifier: Apache-2.0
// Draws the lanes of the timeline: footage, its origin, and gaps. Colour and pattern show the same.
import {make} from './dom.js';
import {time} from './formats.js';
import {deletedSpan, reach} from './places.js';
import {extent, isPause} from './recordings.js';
import {axisHeight, detailOf, laneHeight, lanes, marks} from './scene.js';

const clock = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const date = new Intl.DateTimeFormat(undefined, {month: 'short', day: 'numeric', weekday: 'short'});

/** The origins of footage; each has a colour and a pattern. */
export const origins = ['live', 'backfilled', 'unconfirmed'];

/** The colours of the style sheet. */
export function palette(element) {
  // A canvas understands neither variables nor `light-dark`; the computed style of an element resolves them.
  const probe = make('span', {hidden: true});
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
  const {from, to, cursor} = state.timeline;
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
  const fills = Object.fromEntries(origins.map((kind) => [kind, pattern(pen, kind, colours[kind], colours.lane)]));
  const x = (at) => ((at - from) / (to - from)) * width;
  axis(pen, marks(from, to, width, new Date(from).getTimezoneOffset() * 60_000), x, height, colours);
  list.forEach((lane, index) => {
    const top = axisHeight + index * laneHeight;
    pen.fillStyle = colours.lane;
    pen.fillRect(0, top + 16, width, laneHeight - 20);
    let drawn = -1;
    for (const recording of lane.recordings) {
      const detail = detailOf(state, recording);
      const [start, stop] = reach(recording, detail);
      if (stop < from || start > to) continue;
      const end = Math.max(x(stop), x(start) + 1);
      // Recordings within the same pixel look like one.
      if (end <= drawn && !recording.gaps.length) continue;
      drawn = Math.floor(end);
      block(pen, recording, detail, x, top + 16, laneHeight - 20, fills, colours);
    }
    pen.fillStyle = colours.ink;
    pen.font = '600 12px system-ui, sans-serif';
    pen.fillText(lane.name, 6, top + 12, width - 12);
  });
  if (cursor !== null) {
    pen.fillStyle = colours.cursor;
    pen.fillRect(Math.round(x(cursor)) - 1, 0, 2, height);
  }
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
  const rectangle = (from, to, style, least = 1) => {
    pen.fillStyle = style;
    pen.fillRect(x(from), top, Math.max(least, x(to) - x(from)), height);
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
    if (recording.frames.missing) { pen.fillStyle = colours.gap; pen.fillRect(x(from), top + height - 5, Math.max(3, x(to) - x(from)), 5); }
    return;
  }
  for (const part of detail.parts) rectangle(part.from / 1e6, part.to / 1e6, fills[part.origin] ?? colours.plain);
  for (const gap of detail.gaps) {
    const [from, to] = [gap.from / 1e6, gap.to / 1e6];
    // Nothing is missing of a pause, so it stays empty.
    if (isPause(gap)) continue;
    rectangle(from, to, colours.gap, 3);
    // Diagonal lines, so that not only the colour marks a gap.
    const [left, right] = [x(from), Math.max(x(from) + 3, x(to))];
    pen.strokeStyle = colours.lane;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (let at = left; right - left > 5 && at < right; at += 10) { pen.moveTo(at, top); pen.lineTo(Math.min(right, at + 10), top + height); }
    pen.stroke();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Draws the overlays that need an analysis of the picture.
import {draw, put, say} from './dom.js';
import {remoteTexts} from './remote-texts.js';

const words = remoteTexts.overlays;

/** Draws the line of a level over a picture of a size, and says the tilt in degrees; null is unknown. */
export function showLevel(level, text, tilt, width, height) {
  level.replaceChildren();
  level.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const isStraight = tilt !== null && Math.abs(tilt) < 0.6;
  const line = draw('path', {
    d: `M${width * 0.3} ${height / 2}H${width * 0.7}`, 'vector-effect': 'non-scaling-stroke',
    transform: `rotate(${tilt ?? 0} ${width / 2} ${height / 2})`,
    class: tilt === null ? 'unknown' : isStraight ? 'straight' : 'tilted',
  });
  put(level, line);
  say(text, tilt === null ? words.noLines : isStraight ? words.straight : words.tilted(tilt.toFixed(1)));
}

/** Draws the 64 counts of red, green and blue. */
export function showHistogram(canvas, counts) {
  const context = canvas.getContext('2d');
  const {width, height} = canvas;
  context.clearRect(0, 0, width, height);
  const most = Math.max(...counts.flatMap((channel) => [...channel.slice(1, -1)]), 1);
  context.globalCompositeOperation = 'lighter';
  for (const [index, colour] of ['#c33', '#3a3', '#36c'].entries()) {
    context.fillStyle = colour;
    counts[index].forEach((count, bin) => {
      const tall = Math.min(1, count / most) * height;
      context.fillRect((bin * width) / 64, height - tall, width / 64, tall);
    });
  }
  context.globalCompositeOperation = 'source-over';
}

// SPDX-License-Identifier: Apache-2.0
// Image analysis on a small copy of the picture: histogram, edges in focus, clipped pixels, tilt.

/** The gradient from which an edge counts as in focus. */
const sharp = 90;
/** The largest deviation from level or plumb at which a line counts for the tilt, in degrees. */
const reach = 15;
const perDegree = 4;

/**
 * @param {ImageData} picture
 * @param {string[]} wanted of `histogram`, `peaking`, `clipping`, `level`
 * @returns {{histogram?: Uint32Array[], mask?: ImageData, tilt?: number|null}} tilt in degrees clockwise; null without clear lines
 */
export function analyse(picture, wanted) {
  const found = {};
  const {data, width, height} = picture;
  const light = new Uint8Array(width * height);
  for (let index = 0, from = 0; index < light.length; index += 1, from += 4) {
    light[index] = (data[from] * 54 + data[from + 1] * 183 + data[from + 2] * 19) >> 8;
  }
  if (wanted.includes('histogram')) found.histogram = histogram(data);
  const [isPeaking, isClipping] = [wanted.includes('peaking'), wanted.includes('clipping')];
  if (isPeaking || isClipping) {
    found.mask = new ImageData(width, height);
    const words = new Uint32Array(found.mask.data.buffer);
    if (isClipping) clip(words, data, width);
    if (isPeaking) peak(words, light, width, height);
  }
  if (wanted.includes('level')) found.tilt = tilt(light, width, height);
  return found;
}

function histogram(data) {
  const counts = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];
  for (let from = 0; from < data.length; from += 4) {
    counts[0][data[from] >> 2] += 1;
    counts[1][data[from + 1] >> 2] += 1;
    counts[2][data[from + 2] >> 2] += 1;
  }
  return counts;
}

/** Stripes on clipped pixels: red if any channel is too bright, blue if all channels are too dark. */
function clip(words, data, width) {
  for (let index = 0, from = 0; index < words.length; index += 1, from += 4) {
    if (((index % width) + Math.floor(index / width)) % 4 >= 2) continue;
    const [red, green, blue] = [data[from], data[from + 1], data[from + 2]];
    if (red >= 253 || green >= 253 || blue >= 253) words[index] = 0xe0_20_20_ff;
    else if (red <= 2 && green <= 2 && blue <= 2) words[index] = 0xe0_ff_60_20;
  }
}

function peak(words, light, width, height) {
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const across = light[at + 1] - light[at - 1];
      const down = light[at + width] - light[at - width];
      if (across * across + down * down > sharp * sharp) words[at] = 0xff_30_ff_40;
    }
  }
}

/** The tilt that most of the nearly level and nearly plumb lines share. */
function tilt(light, width, height) {
  const bins = new Float32Array(2 * reach * perDegree + 1);
  let sum = 0;
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x;
      // Sobel's operator: plain differences are too coarse for angles.
      const across = light[at - width + 1] + 2 * light[at + 1] + light[at + width + 1]
        - light[at - width - 1] - 2 * light[at - 1] - light[at + width - 1];
      const down = light[at + width - 1] + 2 * light[at + width] + light[at + width + 1]
        - light[at - width - 1] - 2 * light[at - width] - light[at - width + 1];
      const strength = across * across + down * down;
      if (strength < 14_400) continue;
      // Reduces the angle to a quarter turn, so that level and plumb lines with the same tilt share a bin.
      let angle = (Math.atan2(down, across) * 180) / Math.PI;
      angle -= 90 * Math.round(angle / 90);
      if (Math.abs(angle) > reach) continue;
      const weight = Math.sqrt(strength);
      bins[Math.round((angle + reach) * perDegree)] += weight;
      sum += weight;
    }
  }
  if (sum < 6_000) return null;
  let best = 0;
  let most = 0;
  for (let bin = 0; bin < bins.length; bin += 1) {
    const near = (bins[bin - 1] ?? 0) + bins[bin] + (bins[bin + 1] ?? 0);
    if (near > most) [most, best] = [near, bin];
  }
  return most > 0.12 * sum ? best / perDegree - reach : null;
}

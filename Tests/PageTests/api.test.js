// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {afterEach, describe, test} from 'node:test';
import {Problem, ask, insist, path, request} from '../../Sources/ControlServer/Page/api.js';
import {parts} from '../../Sources/ControlServer/Page/multipart.js';
import {analyse} from '../../Sources/ControlServer/Page/analysis.js';

const real = globalThis.fetch;
// The hooks are of these tests alone: all files run in one process.
describe('The requests of the page', () => {
  afterEach(() => { globalThis.fetch = real; });

  /** Makes the node answer with this; returns the requests. */
  function answering(body, options) {
    const asked = [];
    globalThis.fetch = async (where, how) => { asked.push({where, ...how}); return new Response(body, options); };
    return asked;
  }

  test('a refusal has the status, the type and the words of the node', async () => {
    answering(JSON.stringify({type: 'tag:longshot,2026:busy', title: 'Busy', status: 409, detail: 'two presses go on'}), {status: 409});
    await assert.rejects(ask('/v1/stills'), (error) =>
      error instanceof Problem && error.status === 409 && error.type === 'busy' && error.message === 'two presses go on');
  });

  test('a press is sent again while the node cannot be reached, and not after a refusal', async () => {
    let count = 0;
    const until = (number, answer) => { globalThis.fetch = async () => { if ((count += 1) < number) throw new TypeError('failed to fetch'); return answer(); }; };
    until(2, () => new Response('{"id":"a"}'));
    assert.deepEqual([await insist('/v1/stills'), count], [{id: 'a'}, 2]);
    until(0, () => new Response('{}', {status: 409}));
    count = 0;
    await assert.rejects(insist('/v1/stills'), ({status}) => status === 409);
    assert.equal(count, 1);
  });

  test('a refusal without words says its status', async () => {
    answering('<html>', {status: 502});
    await assert.rejects(ask('/v1/state'), (error) => error.status === 502 && error.type === '' && error.message === 'The node answered 502.');
  });

  test('a node that cannot be reached is told from one that does not answer in time', async () => {
    globalThis.fetch = async () => { throw new TypeError('failed to fetch'); };
    await assert.rejects(ask('/v1/state'), (error) => error.status === 0 && error.type === 'unreachable' && error.message === 'The node cannot be reached.');
    globalThis.fetch = (where, {signal}) => new Promise((resolve, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
    // The timer of the signal alone does not keep the process alive.
    const alive = setTimeout(() => {}, 5_000);
    await assert.rejects(ask('/v1/state', {within: 5}), (error) => error.status === 0 && error.message === 'The node does not answer.');
    clearTimeout(alive);
  });

  test('who aborts a request gets that back, and no problem', async () => {
    const abort = new AbortController();
    globalThis.fetch = async (where, {signal}) => { abort.abort(); throw signal.reason; };
    await assert.rejects(request('/v1/state', {signal: abort.signal}), (error) => error.name === 'AbortError' && !(error instanceof Problem));
  });

  test('a body is JSON, or text with a type of its own; no content is null', async () => {
    const asked = answering(null, {status: 204});
    assert.equal(await ask('/v1/x', {method: 'POST', body: {a: 1}}), null);
    await request('/v1/y', {method: 'POST', body: 'v=0', headers: {'Content-Type': 'application/sdp'}});
    assert.deepEqual(asked.map(({body, headers}) => [body, headers['Content-Type']]), [['{"a":1}', 'application/json'], ['v=0', 'application/sdp']]);
  });

  test('what is put into a path is escaped', () => assert.equal(path`/v1/stills/${'a/b?c'}/content`, '/v1/stills/a%2Fb%3Fc/content'));

  test('a stream of pictures is cut into its parts, however the bytes come', async () => {
    const part = (head, body) => `\r\n--frame\r\nContent-Type: image/jpeg\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const bytes = new TextEncoder().encode(part('Longshot-Tick: 7\r\n', 'first') + part('', '') + part('', 'third'));
    for (const size of [1, 7, bytes.length]) {
      const found = [];
      const chunks = Array.from({length: Math.ceil(bytes.length / size)}, (_, index) => bytes.slice(index * size, (index + 1) * size));
      const stream = new ReadableStream({start(stream) { for (const chunk of chunks) stream.enqueue(chunk); stream.close(); }});
      for await (const {fields, bytes: body} of parts(stream)) found.push([new TextDecoder().decode(body), fields.get('longshot-tick')]);
      assert.deepEqual(found, [['first', '7'], ['', undefined], ['third', undefined]], `in pieces of ${size}`);
    }
  });

  test('a part that does not say its length ends the stream', async () => {
    const stream = new Response('--frame\r\nContent-Type: image/jpeg\r\n\r\nendless').body;
    for await (const part of parts(stream)) assert.fail(String(part));
  });

  test('the histogram counts each channel, and the tilt of a line is found', () => {
    const [width, height] = [160, 90];
    const data = new Uint8ClampedArray(4 * width * height);
    const slope = Math.tan((5 * Math.PI) / 180);
    for (let y = 0; y < height; y += 1) {
      // A soft edge, like that of a lens.
      for (let x = 0; x < width; x += 1) data.fill(128 + 40 * (y - 38 - x * slope), 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
    const {histogram, tilt} = analyse({data, width, height}, ['histogram', 'level']);
    assert.ok(Math.abs(tilt - 5) < 1, `${tilt}`);
    assert.ok(histogram.every((channel) => channel.reduce((sum, count) => sum + count) === width * height && channel[0] > 1_000 && channel[63] > 1_000));
    assert.equal(analyse({data: data.fill(128), width, height}, ['level']).tilt, null);
  });
});

// SPDX-License-Identifier: Apache-2.0
// The elements of views whose texts and names change by themselves.
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {measured} from '../../Sources/ControlServer/Page/clock.js';
import {accepted, progressed, stillTaken} from '../../Sources/ControlServer/Page/jobs.js';
import {LiveView} from '../../Sources/ControlServer/Page/live.js';
import {MomentSeries} from '../../Sources/ControlServer/Page/moment-series.js';
import {RangeMarks} from '../../Sources/ControlServer/Page/movies.js';
import {Pairing} from '../../Sources/ControlServer/Page/pairing.js';
import {showRecordButton} from '../../Sources/ControlServer/Page/record-button.js';
import {Shutter} from '../../Sources/ControlServer/Page/shutter.js';
import {ShutterOptions} from '../../Sources/ControlServer/Page/shutter-options.js';
import {makeView} from '../../Sources/ControlServer/Page/settings.js';
import {linked, nodeRead, partRead, preferred, reported} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {WhepConnection} from '../../Sources/ControlServer/Page/whep.js';
import {useFakeDocument} from './fake-dom.js';
import {after as afterAll, job, page, still} from './support.js';

describe('on the screen', () => {
  useFakeDocument({before, after});
  const [initial, end] = [store.state, new AbortController()];
  const {signal} = end;
  after(() => {
    end.abort();
    store.state = initial;
  });

  test('the sum of a time lapse follows each key, within the limits, which the field shows when it is left', () => {
    store.state = afterAll(page('camera', 'shoot'), [preferred, 'burst', 'custom'], [preferred, 'lapseSeconds', 1]);
    const options = new ShutterOptions();
    options.show(signal);
    const sum = options.elements.find((one) => one.className === 'hint');
    const field = options.elements.flatMap((one) => one.children).find(({id}) => id === 'lapseCount');
    const type = (value) => {
      field.value = value;
      field.dispatchEvent(new Event('input'));
      return [sum.textContent, field.value];
    };
    assert.deepEqual([type('8'), type('80'), type('20000')], [['8 stills, one every 1 s: 7 s', '8'], ['80 stills, one every 1 s: 1:19', '80'], ['10,000 stills, one every 1 s: 2:46:39', '20000']]);
    field.dispatchEvent(new Event('change'));
    assert.equal(field.value, '10000');
  });

  test('the name of the record button has no sign', () => {
    const camera = {recordingControl: {recorders: [{recorder: 'r', startedAt: 1}]}, peers: [{peer: 'r', name: 'attic', phase: 'connected'}]};
    store.state = afterAll(page('camera', 'record'), [reported, camera, 0]);
    const [button, text] = [document.createElement('button'), document.createElement('p')];
    showRecordButton({button, text}, signal);
    assert.deepEqual([button.getAttribute('aria-label'), button.className], ['Stop', 'stop']);
    store.apply(reported, {...camera, recordingControl: {recorders: [{recorder: 'r'}]}}, 0);
    assert.deepEqual([button.getAttribute('aria-label'), button.className], ['Record', 'record']);
  });

  test('the record button sends the moment of the press, and shows the press before the node has answered', async () => {
    const real = globalThis.fetch;
    const camera = {recordingControl: {recorders: [{recorder: 'r'}]}, peers: [{peer: 'r', name: 'attic', phase: 'connected'}]};
    store.state = afterAll(page('camera', 'record'), [reported, camera, 0], [measured, 0, 10, 505e6]);
    const [button, text] = [document.createElement('button'), document.createElement('p')];
    showRecordButton({button, text}, signal);
    try {
      const sent = new Promise((resolve) => {
        globalThis.fetch = async (where, {body}) => {
          resolve([where, JSON.parse(body), text.textContent]);
          return Response.json({recorders: [{recorder: 'r', startedAt: 1}]});
        };
      });
      button.click();
      const [where, body, shown] = await sent;
      assert.deepEqual([where, body.isOn, shown], ['/v1/recording/switch', true, 'Starting the recording…']);
      // The node's clock was 500 ms ahead of the page's.
      assert.ok(Math.abs(body.pressedAt / 1e6 - 500 - performance.now()) < 1_000);
    } finally {
      globalThis.fetch = real;
    }
  });

  test('the live picture has a name, and the button for the place of stills says what it is for', () => {
    store.state = afterAll(page('camera', 'shoot'), [preferred, 'save', {where: 'both'}]);
    const live = new LiveView({});
    assert.deepEqual([live.canvas, new WhepConnection().video].map((one) => one.getAttribute('aria-label')), ['Live', 'Live']);
    const shutter = new Shutter(live, {button: null, text: document.createElement('p')});
    shutter.show(signal);
    const [save] = shutter.element.all('quiet').filter(({id}) => id === 'save');
    assert.deepEqual([save.getAttribute('aria-label'), save.textContent], ['Save stills to: Camera and recorder', 'Camera and recorder']);
  });

  test('a press on a live picture names its frame only after the group of pictures in progress was played', async (context) => {
    const open = WhepConnection.open;
    let [now, draw] = [5_000, null];
    context.mock.method(performance, 'now', () => now);
    store.state = afterAll(page('camera', 'shoot'), [measured, 0, 10, 505e6]);
    WhepConnection.open = async (where, onframe) => {
      draw = (rtpTimestamp) => onframe({rtpTimestamp, expectedDisplayTime: now});
      return {video: document.createElement('video'), ended: new Promise(() => {}), close() {}};
    };
    globalThis.HTMLVideoElement = {prototype: {requestVideoFrameCallback() {}}};
    globalThis.RTCRtpReceiver = {getCapabilities: () => ({codecs: [{mimeType: 'video/H264'}]})};
    const live = new LiveView({whep: '/w', pictures: '/p', codec: () => 'h264', epoch: () => 7, captured: (tick) => tick / 90});
    try {
      live.start();
      for (let count = 0; count < 20; count += 1) await null;
      const seen = (at) => {
        now = at;
        draw(Math.round((now + 500) * 90));
        return live.seen;
      };
      assert.deepEqual([seen(5_000), seen(5_900), seen(6_000)], [null, null, {epoch: 7, tick: 585_000}]);
    } finally {
      live.stop();
      WhepConnection.open = open;
      delete globalThis.HTMLVideoElement;
      delete globalThis.RTCRtpReceiver;
    }
  });

  test('a pairing window that was opened elsewhere can be closed, and shows no code of an earlier one', async () => {
    const real = globalThis.fetch;
    globalThis.fetch = async () => Response.json(store.state.pairing.report);
    const window = (phase) => ({report: {phase, secondsLeft: 200}});
    store.state = afterAll(page('camera', 'admin'), [partRead, 'pairing', {...window('open'), invitation: {code: '1234', link: 'longshot://pair?at=a', svg: ''}}]);
    const pairing = new Pairing();
    const part = (name) => pairing.element.children.flatMap((one) => [one, ...one.children]).find(({id}) => id === name);
    const shown = () => [part('invitation').hidden, part('open').hidden, part('invitation').children[0].hidden];
    try {
      pairing.show(signal);
      assert.deepEqual(shown(), [false, true, false]);
      store.apply(partRead, 'pairing', {...window('closed'), invitation: null});
      assert.deepEqual(shown(), [true, false, true]);
      store.apply(partRead, 'pairing', window('open'));
      assert.deepEqual(shown(), [false, true, true]);
      assert.match(part('left').textContent, /Only the page or the terminal where it was opened shows its code.*200 s left/);
      await new Promise((resolve) => { setTimeout(resolve); });
    } finally {
      globalThis.fetch = real;
    }
  });

  test('the result of a series stays in the view until the user dismisses it', () => {
    store.state = page('recorder', 'shoot');
    const view = new MomentSeries();
    view.show(signal);
    const result = view.elements[2];
    const series = (phase) => ({series: [{id: 'm', count: 2, phase, secondsLeft: 0, cameras: [{camera: 'c', name: 'porch', job: job({phase, taken: 2})}]}]});
    for (const report of [series('taking'), series('done'), {}, {}]) store.apply(reported, report, 0);
    assert.deepEqual([result.hidden, result.children[0].textContent], [false, 'Series taken: porch 2 of 2.']);
    result.children[1].click();
    assert.equal(result.hidden, true);
  });

  test('the progress of the shutter says how many stills wait while there is no link', () => {
    store.state = afterAll(page('camera', 'shoot'), [preferred, 'save', {where: 'here'}], [linked, false], [accepted, job()], [stillTaken, still()], [progressed, 'Taking…']);
    const shutter = new Shutter(new LiveView({}), {button: null, text: document.createElement('p')});
    shutter.show(signal);
    const [progress] = shutter.element.all('progress');
    assert.equal(progress.textContent, '1 still waits for the link, to be saved on this device.');
  });

  test('the settings follow the name of the node', () => {
    store.state = page('recorder', 'shoot');
    const {element, show} = makeView();
    show(signal);
    store.apply(nodeRead, {...store.state.node, name: 'veranda'});
    assert.match(element.textContent, /veranda, a recorder, Longshot 1/);
    assert.equal(nodeRead(store.state, {...store.state.node}), store.state, 'nothing is drawn again');
  });

  test('a range that is marked has the milliseconds that the player shows and the file has', () => {
    // A mark is half a millisecond within its frame.
    const marks = new RangeMarks((isEnd) => [isEnd ? 1_900.7 + 0.5 : 1_796.3 + 0.5, 0, 5_000]);
    for (const button of marks.elements.slice(0, 2)) button.click();
    assert.match(marks.elements[2].textContent, /:01\.796 to .*:01\.901$/);
  });
});

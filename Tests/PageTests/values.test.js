// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as clock from '../../Sources/ControlServer/Page/clock.js';
import * as names from '../../Sources/ControlServer/Page/control-names.js';
import * as row from '../../Sources/ControlServer/Page/control-row.js';
import * as controls from '../../Sources/ControlServer/Page/control-values.js';
import * as formats from '../../Sources/ControlServer/Page/formats.js';
import * as freshness from '../../Sources/ControlServer/Page/freshness.js';
import {browserGrants, merged, rights, rightsText, viewable} from '../../Sources/ControlServer/Page/grants.js';
import {pairingText} from '../../Sources/ControlServer/Page/pairing.js';
import {presence, revocation} from '../../Sources/ControlServer/Page/peers.js';
import {setupTexts} from '../../Sources/ControlServer/Page/setup-texts.js';
import {partRead} from '../../Sources/ControlServer/Page/state.js';
import {after, page} from './support.js';

const gain = {key: 'gain', kind: 'number', minimum: 0, maximum: 10, step: 1, value: 4};
const exposure = {key: 'exposure', kind: 'number', unit: 's', minimum: 0.0001, maximum: 1, step: 0.0001, value: 0.01};

test('the moments in a text of a node are local, and without their day if that is today', () => {
  const today = new Date(2026, 10, 27, 10, 2, 6).setFullYear(new Date().getFullYear(), new Date().getMonth(), new Date().getDate());
  const told = (at) => formats.withLocalTimes(`since ${new Date(at).toISOString().replace(/\.\d+/, '')}; pair them again`);
  assert.equal(told(today), 'since 10:02:06; pair them again');
  const earlier = Date.UTC(2020, 1, 2, 3, 4, 5);
  assert.equal(told(earlier), `since ${formats.moment(earlier)}; pair them again`);
  assert.deepEqual([formats.withLocalTimes('no answer'), formats.withLocalTimes(undefined)], ['no answer', undefined]);
});

test('bytes and rates have two or three digits and a unit of 1000, as on the command line (ByteSizeTests)', () => {
  assert.deepEqual([0, 999, 1_000, 99_949, 99_950, 999_499, 999_500, 2e9, 5e15, 1e18].map(formats.bytes),
    ['0 B', '999 B', '1.0 kB', '99.9 kB', '100 kB', '999 kB', '1.0 MB', '2.0 GB', '5.0 PB', '1.0 EB']);
  assert.deepEqual([formats.rate(1_500), formats.bitrate(2_500_000)], ['1.5 kB/s', '2.5 Mbit/s']);
});

test('lengths of time', () => {
  assert.deepEqual([-1, 0, 59.9, 61, 3_723].map(formats.elapsed), ['0:00', '0:00', '0:59', '1:01', '1:02:03']);
  assert.deepEqual([20, 119, 120, 7_199, 7_200, 200_000].map(formats.roughly), ['20 s', '119 s', '2 min', '119 min', '2 h', '2 days']);
  assert.deepEqual([1.24e6, 12.4e6, -2.5e6, -12.4e6].map(formats.milliseconds), ['1.2 ms', '12 ms', '-2.5 ms', '-12 ms']);
});

test('a time with milliseconds, and a moment without its day if that is today', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  assert.equal(formats.fineTime(noon + 1_007.4), '12:00:01.007');
  assert.equal(formats.fineTime(noon + 1_007.6), '12:00:01.008');
  // The second is that of the rounded moment, as on the command line.
  assert.equal(formats.fineTime(noon + 999.7), '12:00:01.000');
  assert.equal(formats.time(noon + 999.7), '12:00:01');
  assert.equal(formats.time(noon + 999.4), '12:00:00');
  assert.equal(formats.shortMoment(noon, noon + 3.6e6), '12:00:00');
  assert.match(formats.shortMoment(noon, noon + 24 * 3.6e6), /2026, 12:00:00$/);
});

test('a share is 100 % only if it is all', () => {
  assert.deepEqual([[0, 0], [1, 1], [999_999, 1_000_000], [1, 3], [94, 100], [0, 5]].map(([part, whole]) => formats.percent(part, whole)), ['–', '100 %', '99.9 %', '33.3 %', '94.0 %', '0.0 %']);
});

test('the moment in an id', () => {
  const moment = Date.UTC(2026, 10, 21, 4, 17, 30);
  assert.deepEqual(['20261121-041730-03', '20261121T041730Z-x', `${moment.toString(16)}-1`, 'x'].map(formats.momentOf), [moment, moment, moment, 0]);
});

test('a name that looks like an id, or like the beginning of another node’s, is quoted', () => {
  const id = 'abcdefg234567abcdefg234567abcdefg234567abcdefg234567';
  assert.deepEqual([formats.shownName('porch'), formats.shownName('abcdef2'), formats.shownName(id), formats.shownName('ABCD', [id])],
    ['porch', '“abcdef2”', `“${id}”`, '“ABCD”']);
});

test('the clock: of the exchanges of a minute the quickest counts', () => {
  const state = after(page('camera'), [clock.measured, 0, 100, 1_000e6], [clock.measured, 200, 210, 1_207e6], [clock.measured, 300, 400, 1_340e6]);
  assert.deepEqual([clock.uncertainty(state), clock.monotonic(state, 205), clock.isKnown(state)], [5, 1_207, true]);
  const later = after(state, [clock.measured, 60_300, 60_340, 70_000e6]);
  assert.equal(clock.uncertainty(later), 20, 'the quick one is older than a minute');
  assert.ok(Number.isNaN(clock.monotonic(page('camera'), 1)));
  const anew = after(state, [clock.measured, 1_000, 1_300, 700e6]);
  assert.deepEqual([clock.uncertainty(anew), clock.monotonic(anew, 1_150)], [150, 700], 'what was measured before is of another clock');
});

test('an RTP timestamp is the newest tick that is not in the future', () => {
  const now = 2 ** 32 / 90 + 10_000;
  const tick = Math.round(now * 90) - 900;
  assert.equal(freshness.tickOf(tick % 2 ** 32, now), tick);
  assert.equal(freshness.tickOf((tick + 1_800) % 2 ** 32, now), tick + 1_800, 'a little ahead, as clocks are');
  assert.equal(freshness.tickOf(2 ** 32 - 90, now), 2 ** 32 - 90, 'from before the range was over');
});

test('a picture is live for a second, with a link or its capture time, by the older of its two ages', () => {
  const shown = {how: 'whep', shownAt: 10_000, age: 80, isAbout: false, reason: 'x'};
  const isLive = (now, sinceCapture, isLinked = true) => freshness.pictureNow(shown, now, sinceCapture, isLinked).isLive;
  assert.deepEqual([isLive(10_999, NaN), isLive(11_000, NaN), isLive(10_100, 1_200), isLive(10_100, NaN, false)], [true, false, false, false]);
  assert.ok(isLive(10_100, 100, false), 'WebRTC goes on while the link stalls');
  assert.ok(!freshness.pictureNow({...shown, shownAt: 0}, 10, NaN, true).isLive, 'there was none yet');
});

test('what is said of a picture: how it came and how old it is, or since when it is not live and why', () => {
  const state = page('camera');
  const picture = {isLive: true, how: 'whep', age: 79.6, isAbout: false, old: 100, reason: 'it ended'};
  assert.equal(freshness.badge(state, picture).text, 'Live · WebRTC · 80 ms old');
  assert.equal(freshness.badge(state, {...picture, how: 'pictures', isAbout: true}).text, 'Live · picture stream · about 80 ms old');
  const slow = {...state, clock: [{came: 0, roundTrip: 800, offset: 0}]};
  assert.equal(freshness.badge(slow, {...picture, age: -200}).text, 'Live · WebRTC · at most 200 ms old', 'the clock was measured over a slow link');
  assert.equal(freshness.badge(state, {...picture, age: null}).text, 'Live · WebRTC · age unknown');
  assert.equal(freshness.badge(state, {...picture, isLive: false, old: 3_400}).text, 'Not live: last picture 3 s ago (it ended)');
  assert.equal(freshness.badge(state, {...picture, isLive: false, old: null}).text, 'it ended');
  const lost = {...state, link: {isUp: false, times: 0}};
  assert.equal(freshness.badge(lost, {...picture, isLive: false, old: 100}).text, 'Not live: last picture 1 s ago (no link to the node)');
});

test('an age moves smoothly, and jumps when it jumps', () => {
  assert.deepEqual([freshness.smoothed(null, 80), freshness.smoothed(80, 160), freshness.smoothed(80, 500)], [80, 90, 500]);
});

test('a slider and its control agree at both ends and between, on a scale that suits', () => {
  for (const control of [gain, exposure]) {
    for (const value of [control.minimum, control.value, control.maximum]) {
      assert.equal(row.numberAt(control, row.position(control, value)), value, `${control.key} ${value}`);
    }
  }
  assert.equal(row.position(exposure, 0.01), 500, 'logarithmic');
  assert.deepEqual([row.positionStep(gain), row.positionStep(exposure)], [100, 1]);
  assert.equal(row.numberAt(gain, 449), 4, 'rounded to a step');
  assert.equal(row.position({kind: 'number', minimum: 3, maximum: 3}, 3), 0);
});

test('values in words', () => {
  assert.deepEqual([names.numberText(exposure, 0.01), names.numberText(exposure, 0.5), names.numberText(gain, 4.2)], ['1/100 s', '0.5 s', '4']);
  assert.equal(names.numberText({unit: 'degree', step: 0.5}, 1.25), '1.3 °');
  assert.equal(names.valueText({...gain, kind: 'choice', isAutomatic: true}), 'automatic');
  assert.deepEqual([names.nameOf(gain), names.nameOf({key: 'led_1-mode'})], ['Gain', 'led 1 mode']);
});

test('a control is in a category, and found by words of its name, its key or its category', () => {
  const keys = ['gain', 'torch', 'hue', 'pan', 'flip', 'led_1-mode'];
  assert.deepEqual(keys.map((key) => names.categoryOf({key})), names.categoryNames);
  assert.ok(Object.keys(setupTexts.controls.names).every((key) => names.categoryOf({key}) !== 'driver'), 'only the driver’s own are in its category');
  assert.deepEqual(Object.keys(setupTexts.controls.categories), names.categoryNames);
  const found = (filter) => keys.filter((key) => names.isFound({key}, filter));
  assert.deepEqual([found(''), found('GAIN'), found('exp ga'), found('led_1'), found('led 1 driver'), found('nothing')],
    [keys, ['gain'], ['gain'], ['led_1-mode'], ['led_1-mode'], []]);
});

test('a form of rights changes what its user has ticked, and nothing that another one has changed meanwhile', () => {
  const offered = ['view', 'shoot', 'record'];
  const save = (present, opened, chosen) => merged(present, opened, chosen, offered).sort();
  assert.deepEqual(save(['view', 'record'], ['view', 'shoot', 'record'], ['view', 'shoot']), ['view'], 'shoot was taken away elsewhere');
  assert.deepEqual(save(['view'], ['view', 'shoot', 'record'], ['record', 'shoot', 'view']), ['view']);
  assert.deepEqual(save(['view', 'send'], ['view', 'send'], ['view', 'shoot']), ['send', 'shoot', 'view'], 'what is not offered stays');
});

test('a category that is opened or folded stays so for this browser', () => {
  const open = after(page('camera', 'view'), [names.folded, 'lens'], [names.folded, 'exposure']);
  assert.deepEqual(open.preferences.categories, ['light', 'lens']);
});

test('a change of any browser reaches the sheet, with who made it', () => {
  const state = after(page('camera'), [controls.sheetRead, {controls: [gain, exposure], presets: [], waiting: {}}],
    [controls.controlsChanged, {controls: [{...gain, value: 7}], presets: ['night'], by: 'phone'}]);
  assert.deepEqual(state.controls.sheet.controls.map((control) => control.value), [7, 0.01]);
  assert.deepEqual([state.controls.sheet.presets, state.controls.change], [['night'], {by: 'phone', keys: ['gain']}]);
  const quiet = after(state, [controls.controlsChanged, {controls: [{...gain, value: 8}], presets: []}]);
  assert.deepEqual(quiet.controls.change, {by: 'phone', keys: ['gain']}, 'the camera itself is no person');
  assert.equal(after(page('camera'), [controls.controlsChanged, {controls: [gain], presets: []}]).controls.sheet, null);
});

test('of wishes for one control the last counts until they are sent', () => {
  const state = after(page('camera'), [controls.wished, 'gain', 1], [controls.wished, 'gain', 2], [controls.wished, 'zoom', 3]);
  assert.deepEqual(state.controls.wishes, {gain: 2, zoom: 3});
  assert.deepEqual(after(state, [controls.wishesTaken]).controls.wishes, {});
});

test('the light of a still is the lamp on the box, or else the camera’s own; what can only be read is none', () => {
  const light = (...list) => controls.light(after(page('camera'), [controls.sheetRead, {controls: list}]));
  const flash = {key: 'flash', choices: [{value: 0, name: 'None'}, {value: 2, name: 'Torch'}]};
  assert.deepEqual(light(flash, {key: 'torch'}), {control: 'torch', value: 'on'});
  assert.deepEqual(light(flash, {key: 'torch', isReadOnly: true}), {control: 'flash', value: 2});
  assert.equal(light({key: 'flash', choices: [{value: 0, name: 'None'}]}), null);
  assert.equal(controls.light(page('camera')), null);
});

test('cameras of one name have their ids in the rights of either of them', () => {
  const peers = [...['aaaaaaaaaa', 'bbbbbbbbbb'].map((id) => ({id, name: 'porch', role: 'camera'})), {id: 'c', name: 'attic', role: 'recorder'}, {id: 'd', name: 'barn', role: 'camera', revoked: true}];
  const names = (itself) => viewable(peers, itself).map(({name}) => name);
  assert.deepEqual(names(), ['porch (aaaaaaa)', 'porch (bbbbbbb)']);
  assert.deepEqual(names('aaaaaaaaaa'), ['porch (bbbbbbb)'], 'not the one itself');
});

test('rights: a look at all cameras covers each; browsers send nothing', () => {
  assert.deepEqual(rights(['record'], ['a']), {grants: ['record'], viewOf: ['a']});
  assert.deepEqual(rights(['view'], ['a']), {grants: ['view']});
  assert.deepEqual(rights([], []), {grants: []});
  assert.ok(!browserGrants.includes('send'));
  assert.deepEqual(rightsText({role: 'recorder'}, {grants: ['admin', 'view'], viewOf: ['a', 'bcdefghij']}, [{id: 'a', name: 'porch'}]),
    ['watch porch and play it back', 'watch bcdefgh and play it back', 'watch and play back', 'administer']);
  assert.deepEqual(rightsText({role: 'camera'}, {grants: ['admin', 'view']}), ['watch', 'administer'], 'a camera has nothing to play back');
});

test('a peer is connected, was connected some time ago, or never was', () => {
  const report = {peers: [{peer: 'a', phase: 'connected'}], cameras: [{camera: 'b', phase: 'suspended'}]};
  const state = {...page('recorder', 'admin'), report};
  assert.deepEqual(['a', 'b', 'c'].map((id) => presence(state, {id})), ['connected', 'reconnecting', 'never connected']);
  assert.match(presence(state, {id: 'c', lastSeen: 1}), /^last connected \d+ days ago$/);
  assert.match(revocation({revokedAt: 1_795_255_200}), /^revoked on this node: .*2026/);
  assert.equal(revocation({}), 'revoked on this node', 'by an earlier version');
});

test('the pairing window in words', () => {
  const text = (report) => pairingText(after(page('camera', 'admin'), [partRead, 'pairing', {report}]));
  assert.equal(text({phase: 'open', secondsLeft: 20}).left, '20 s left');
  assert.deepEqual([text({phase: 'closed', ending: 'denied'}).ending, text({phase: 'closed', ending: 'denied'}).isOpen], ['Refused.', false]);
  const candidate = {session: 's', name: 'attic', role: 'recorder', id: 'abcdefghij', words: ['one', 'two'], wants: ['view']};
  assert.deepEqual(text({phase: 'confirming', secondsLeft: 9, candidate}).candidate,
    {session: 's', who: 'attic, a recorder (abcdefg),', words: 'one  two', may: ['view'], viewOf: []});
  const asking = text({phase: 'confirming', secondsLeft: 9, candidate: {...candidate, wants: ['view', 'admin']}}).candidate;
  assert.deepEqual(asking.may, ['view'], 'it does not administer unless the owner says so');
  const before = {...candidate, has: ['shoot', 'view']};
  assert.deepEqual(text({phase: 'confirming', secondsLeft: 9, candidate: before}).candidate.may, ['view', 'shoot']);
  const bounded = text({phase: 'confirming', secondsLeft: 9, candidate: {...candidate, has: ['shoot'], viewOf: ['c']}}).candidate;
  assert.deepEqual([bounded.may, bounded.viewOf], [['shoot'], ['c']], 'a bounded view stays bounded');
});

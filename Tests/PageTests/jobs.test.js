// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {measured} from '../../Sources/ControlServer/Page/clock.js';
import {glance} from '../../Sources/ControlServer/Page/glance.js';
import * as jobs from '../../Sources/ControlServer/Page/jobs.js';
import {phrases} from '../../Sources/ControlServer/Page/log.js';
import {momentTexts, seriesText} from '../../Sources/ControlServer/Page/series.js';
import {clockKnown} from '../../Sources/ControlServer/Page/press.js';
import {armedText} from '../../Sources/ControlServer/Page/shutter-options.js';
import {orderStills, savingText} from '../../Sources/ControlServer/Page/saving.js';
import {savingAnswers, savingChoice, savingQuestion} from '../../Sources/ControlServer/Page/saving-question.js';
import {linked, preferred, reported} from '../../Sources/ControlServer/Page/state.js';
import {store} from '../../Sources/ControlServer/Page/store.js';
import {after, job, page, still} from './support.js';

const camera = page('camera', 'view', 'shoot');
const press = {moment: 1_000, seen: null, light: null};

test('of several series the one of this browser is shown, with the number of the others, and it is what Cancel ends', () => {
  const series = (id, taken) => job({id, count: 50, taken});
  const other = after(camera, [jobs.jobHeard, series('a', 1)], [jobs.jobHeard, series('b', 1)]);
  assert.equal(jobs.shown(other).id, 'b', 'the newest');
  const mine = after(other, [jobs.accepted, series('c', 0)], [jobs.jobHeard, series('d', 7)], [jobs.jobHeard, series('c', 4)]);
  assert.deepEqual([jobs.shown(mine).id, mine.shutter.progress], ['c', '4 of 50 taken, and 3 more series']);
  const their = after(mine, [jobs.stillTaken, still({id: 's', job: 'd'})]);
  assert.equal(their.shutter.progress, '4 of 50 taken, and 3 more series');
  assert.equal(other.shutter.progress, '1 of 50 taken, and 1 more series', 'every remote counts all of them');
  assert.equal(jobs.shown(after(mine, [jobs.jobHeard, {...series('c', 4), phase: 'cancelled'}])).id, 'd');
  assert.equal(jobs.shown(after(mine, [jobs.jobHeard, job({id: 'e', phase: 'countdown', secondsLeft: 3})])).id, 'e');
});

test('a press says which frame was seen, or else when it was, or else nothing', () => {
  assert.deepEqual(jobs.stillWish(camera, press), {save: 'camera', count: 1, whenBusy: 'queue', tolerance: 2e9});
  const clocked = after(camera, [measured, 0, 10, 505e6]);
  assert.deepEqual(jobs.stillWish(clocked, press), {save: 'camera', count: 1, whenBusy: 'queue', tolerance: 2e9, pressedAt: 1_500e6, pressUncertainty: 5e6});
  const seen = {epoch: 7, tick: 90_000};
  assert.equal(jobs.stillWish(after(clocked, [linked, false, 5]), press).pressedAt, 1_500e6, 'a press without a link has its moment, and not that of its arrival');
  assert.deepEqual(jobs.stillWish(clocked, {...press, seen}), {save: 'camera', count: 1, whenBusy: 'queue', tolerance: 2e9, seen});
});

test('a moment of all cameras: how far its stills are apart, and who took none', () => {
  assert.deepEqual(jobs.pressTime(camera, 1_000), {});
  const shots = [{name: 'porch', still: still()}, {name: 'attic', still: still()}, {name: 'barn', problem: 'it is away'}];
  assert.deepEqual(momentTexts({shots, spread: 12_340_000, spreadUncertainty: 400_000}), {
    taken: '2 stills of one moment, 12.3 ± 0.4 ms apart. They appear in the gallery once they are fetched.',
    problems: ['barn took no still: it is away'],
  });
  assert.deepEqual(momentTexts({shots: shots.slice(2)}), {taken: null, problems: ['barn took no still: it is away']});
});

test('two cameras of one name are told apart wherever one of them is named', () => {
  const before = store.state;
  const cameras = ['aaaaaaaaaa', 'bbbbbbbbbb'].map((camera) => ({camera, name: 'porch', address: '127.0.0.1:1', phase: 'lost', reason: 'away'}));
  store.state = after(page('recorder', 'view'), [reported, {cameras, reasons: cameras.map(({name, reason}) => `${name}: ${reason}`)}, 0]);
  try {
    const [{camera}, other] = cameras;
    const problem = (text) => momentTexts({shots: [{camera, name: 'porch', problem: text}]}).problems[0];
    assert.match(problem('it is away'), /^porch \(aaaaa\w+\) took no still: it is away/);
    assert.equal(problem('porch does not let this recorder take stills'), 'porch (aaaaaaa) does not let this recorder take stills');
    assert.match(seriesText({cameras: [{camera, name: 'porch', job: {taken: 2}}], count: 3}), /porch \(aaaaa\w+\) 2/);
    assert.match(phrases['camera-link'](other), /^porch \(bbbbb\w+\), not connected/);
    assert.match(phrases.recording({camera, cameraName: 'porch', state: 'stopped'}), /^porch \(aaaaa\w+\), stopped/);
    assert.match(glance(store.state).trouble, /porch \(aaaaa\w+\) and porch \(bbbbb\w+\) are not connected/);
  } finally {
    store.state = before;
  }
});

test('a timer has no moment, a series has its beat, and only a single still has the light', () => {
  const light = {control: 'torch', value: 'on'};
  const timer = after(camera, [preferred, 'timer', '3']);
  assert.deepEqual(jobs.stillWish(timer, {...press, seen: {epoch: 1, tick: 1}}), {save: 'camera', count: 1, whenBusy: 'queue', timerSeconds: 3});
  assert.equal(jobs.stillWish(after(timer, [measured, 0, 10, 505e6]), press).pressedAt, 1_500e6, 'a timer counts from the press, and not from its arrival');
  const series = after(camera, [preferred, 'burst', '5'], [preferred, 'busy', 'refuse']);
  assert.deepEqual(jobs.stillWish(series, {...press, light}), {save: 'camera', count: 5, whenBusy: 'refuse', everyMilliseconds: 100});
  const seen = {epoch: 7, tick: 90_000};
  const clocked = jobs.stillWish(after(series, [measured, 0, 10, 505e6]), {...press, seen});
  assert.deepEqual([clocked.seen, clocked.pressedAt], [undefined, 1_500e6], 'a series begins at the press; it cannot name one frame');
  assert.deepEqual(jobs.stillWish(camera, {...press, light}).bracket, {control: 'torch', values: ['on']});
  // No light falls on a frame that has been.
  assert.deepEqual(Object.keys(jobs.stillWish(camera, {...press, seen: {epoch: 1, tick: 2}, light})).filter((key) => ['seen', 'bracket'].includes(key)), ['bracket']);
});

test('a countdown and a time lapse of the user’s own are kept within the camera’s limits', () => {
  const chosen = (fields) => jobs.stillWish({...camera, preferences: {...camera.preferences, ...fields}}, press);
  const lapse = chosen({timer: 'custom', timerSeconds: 90, burst: 'custom', lapseCount: 30, lapseSeconds: 2.5});
  assert.deepEqual([lapse.timerSeconds, lapse.count, lapse.everyMilliseconds], [90, 30, 2_500]);
  const wild = chosen({timer: 'custom', timerSeconds: '1e9', burst: 'custom', lapseCount: 'many', lapseSeconds: -1});
  assert.deepEqual([wild.timerSeconds, wild.count, wild.everyMilliseconds], [3_600, 2, 100]);
  const bounds = readFileSync(new URL('../../Sources/Wire/Values/Bounds.swift', import.meta.url), 'utf8');
  const most = (name) => Number(new RegExp(`enum ${name}:[^}]*\\.\\.\\.([\\d_]+)`).exec(bounds)[1].replaceAll('_', ''));
  assert.deepEqual([most('Timer'), most('Press'), most('Pause')], [jobs.limits.timerSeconds[1], jobs.limits.lapseCount[1], jobs.limits.lapseSeconds[1] * 1000]);
});

test('the first still of a browser tells where stills are saved, once, unless the user has chosen', () => {
  const shot = (state) => after(state, [jobs.accepted, job()], [jobs.stillTaken, still()], [jobs.fetchBegun, still()]);
  const first = shot(camera);
  assert.deepEqual([first.preferences.save, first.notices.list.length], [{where: 'camera'}, 1]);
  assert.equal(after(camera, [jobs.accepted, job()]).notices.list.length, 0, 'not before there is a still');
  assert.equal(after(first, [jobs.fetchBegun, still({id: 's2'})]).notices.list.length, 1);
  assert.equal(shot(after(camera, [preferred, 'save', {where: 'both'}])).notices.list.length, 0);
});

test('stills for here stay on the camera too; those for one recorder name it', () => {
  const wish = (save) => jobs.stillWish(after(camera, [preferred, 'save', save]), press);
  assert.equal(wish({where: 'here'}).save, 'camera');
  assert.deepEqual([wish({where: 'both', to: 'attic'}).save, wish({where: 'both', to: 'attic'}).recipients], ['both', ['attic']]);
});

test('the countdown that ends next is shown, before any series', () => {
  const now = after(camera, [jobs.jobHeard, job({id: 'a', phase: 'countdown', secondsLeft: 9})],
    [jobs.jobHeard, job({id: 'b', phase: 'countdown', secondsLeft: 3})], [jobs.jobHeard, job({id: 'c', count: 5, taken: 2})]);
  assert.equal(jobs.countdown(now).id, 'b');
  assert.equal(now.shutter.progress, '', 'the countdown is what counts');
  const series = after(now, [jobs.jobHeard, job({id: 'a', phase: 'done'})], [jobs.jobHeard, job({id: 'b', phase: 'cancelled', taken: 1})],
    [jobs.jobHeard, job({id: 'c', count: 5, taken: 3})]);
  assert.equal(jobs.countdown(series), undefined);
  assert.equal(series.shutter.progress, '3 of 5 taken');
  assert.equal(after(series, [jobs.jobHeard, job({id: 'c', phase: 'done', count: 5, taken: 4, skipped: 1})]).shutter.progress, '4 stills taken, 1 skipped.');
});

test('a job that failed is said loudly, if it ran or was asked for here; one of others is not', () => {
  const failed = job({phase: 'failed', problem: 'the lens cap is on'});
  assert.equal(jobs.jobHeard(camera, failed), camera);
  const told = after(camera, [jobs.accepted, job()], [jobs.jobHeard, failed]);
  assert.equal(told.shutter.progress, 'No still was taken: the lens cap is on');
  assert.deepEqual(told.notices.list.map(({text, isBad}) => [text, isBad]), [['No still was taken: the lens cap is on', true]]);
  assert.equal(after(camera, [jobs.accepted, job()], [jobs.jobHeard, job({phase: 'cancelled'})]).shutter.progress, 'Cancelled.');
});

test('a still of this browser is fetched once, whether it or the answer to the press comes first', () => {
  const late = after(camera, [jobs.stillTaken, still()], [jobs.accepted, job()]);
  const early = after(camera, [jobs.accepted, job()], [jobs.stillTaken, still()], [jobs.stillTaken, still()]);
  for (const state of [late, early]) {
    assert.equal(jobs.nextFetch(state).id, 's1');
    assert.equal(jobs.nextFetch(after(state, [jobs.fetchBegun, still()])), null);
  }
  assert.equal(jobs.nextFetch(after(camera, [jobs.stillTaken, still()])), null, 'it is of another browser');
  assert.equal(after(late, [jobs.fetchBegun, still()]).shutter.progress, '640×480, 11 ms before the press');
});

const five = (fields) => job({count: 5, ...fields});
const stillsOf = (...ids) => ids.map((id) => [jobs.stillTaken, still({id})]);

test('of a series only the newest still is fetched whole; for this device each one, oldest first', () => {
  const there = after(camera, [jobs.accepted, five()], ...stillsOf('a', 'b', 'c'));
  assert.equal(jobs.nextFetch(there).id, 'c');
  assert.equal(jobs.nextFetch(after(there, [jobs.fetchBegun, still({id: 'c'})])), null);
  const here = after(camera, [preferred, 'save', {where: 'here'}], [jobs.accepted, five()], ...stillsOf('a', 'b', 'c'));
  assert.equal(jobs.nextFetch(here).id, 'a');
  assert.equal(jobs.nextFetch(after(here, [jobs.fetchBegun, still({id: 'a'})])).id, 'b');
  const many = after(here, ...stillsOf(...Array.from({length: 40}, (_, index) => `m${index}`)));
  assert.equal(many.shutter.arrived.length, 43, 'none is forgotten before it was downloaded');
});

test('a series has one count, that of its pictures, which no older message sets back and no picture replaces', () => {
  const progress = (state) => state.shutter.progress;
  const two = after(camera, [jobs.accepted, five()], ...stillsOf('a', 'b'));
  assert.equal(progress(two), '2 of 5 taken', 'the pictures are here before the event of the job');
  assert.equal(progress(after(two, [jobs.jobHeard, five({taken: 1})])), '2 of 5 taken');
  assert.equal(progress(after(two, [jobs.fetchBegun, still({id: 'b'})])), '2 of 5 taken');
  const later = after(two, [jobs.jobHeard, five({taken: 3, skipped: 1})]);
  assert.equal(progress(later), '3 of 5 taken, 1 skipped');
  assert.equal(jobs.jobHeard(later, five({taken: 1})), later);
  const done = after(later, [jobs.jobHeard, five({phase: 'done', taken: 4, skipped: 1})]);
  assert.equal(progress(done), '4 stills taken, 1 skipped.');
  assert.equal(jobs.jobHeard(done, five()), done, 'what has ended does not run again');
  assert.equal(progress(after(later, [jobs.jobHeard, five({phase: 'cancelled', taken: 3})])), 'Cancelled after 3 stills.');
});

test('a series for this device says how much of it is saved here', () => {
  const here = after(camera, [preferred, 'save', {where: 'here'}], [jobs.accepted, five()], ...stillsOf('a', 'b'), [jobs.stillSaved, still({id: 'a'})]);
  assert.equal(here.shutter.progress, '2 of 5 taken, 1 saved on this device');
  const done = after(here, [jobs.jobHeard, five({phase: 'done', taken: 2})], [jobs.stillSaved, still({id: 'b'})]);
  assert.equal(done.shutter.progress, '2 stills taken, 2 saved on this device.');
  const one = after(camera, [preferred, 'save', {where: 'here'}], [jobs.accepted, job()], [jobs.stillTaken, still()], [jobs.stillSaved, still()]);
  assert.equal(one.shutter.progress, 's1.jpg is on this device.');
});

test('the newest still is shown: first its thumbnail, then the whole of it', () => {
  const two = after(camera, [jobs.stillTaken, still()], [jobs.stillTaken, still({id: 's/2'})]);
  assert.deepEqual(two.shutter.picture, {id: 's/2', address: '/v1/stills/s%2F2/thumbnail'});
  assert.ok(jobs.isNewest(two, {id: 's/2'}) && !jobs.isNewest(two, still()));
  assert.deepEqual(after(two, [jobs.fetchEnded, {id: 's/2'}, 'blob:1']).shutter.picture, {id: 's/2', address: 'blob:1'});
});

test('thirty stills can be looked back at, and a hundred presses are remembered', () => {
  let state = camera;
  for (let count = 0; count < 120; count += 1) {
    state = jobs.accepted(jobs.stillTaken(state, still({id: `s${count}`})), job({id: `j${count}`}));
  }
  assert.deepEqual([state.shutter.arrived.length, state.shutter.arrived[0].id], [30, 's119']);
  assert.deepEqual([state.shutter.mine.size, state.shutter.mine.has('j19'), state.shutter.mine.has('j20')], [100, false, true]);
});

test('where stills may go: here, the camera, and each recorder that is known, by name if there are several', () => {
  const values = (known) => savingAnswers(known).map(([value, title]) => `${value}: ${title}`);
  assert.deepEqual(values([]), ['here: This device', 'camera: The camera']);
  assert.deepEqual(values([{id: 'a', name: 'attic'}]).slice(2), ['recorder: The recorder', 'both: Camera and recorder']);
  assert.deepEqual(values([{id: 'a', name: 'attic'}, {id: 'b', name: 'barn'}]).slice(2),
    ['recorder a: The recorder: attic', 'both a: Camera and recorder: attic', 'recorder b: The recorder: barn', 'both b: Camera and recorder: barn']);
  const state = {
    ...camera, report: {peers: [{peer: 'a', name: 'attic', phase: 'connected'}, {peer: 'c', name: 'cellar', phase: 'lost'}]},
    peers: [{id: 'a', name: 'attic', role: 'recorder'}, {id: 'b', name: 'barn', role: 'recorder'}, {id: 'x', name: 'old', role: 'recorder', revoked: true},
      {id: 'y', name: 'yard', role: 'recorder', revoked: false, revokedByPeerAt: 1}],
  };
  assert.deepEqual(jobs.stillRecorders(state).map(({id, isAway}) => [id, isAway]), [['a', false], ['c', true], ['b', true]]);
  assert.equal(savingText(camera), 'The camera');
  assert.equal(savingText(after(camera, [preferred, 'save', {where: 'both', to: 'b', name: 'barn'}])), 'Camera and recorder (barn)');
});

test('the present place of stills is marked; the hint says it if it is none of the answers, or if none was chosen yet', () => {
  const [attic, barn] = [{id: 'a', name: 'attic'}, {id: 'b', name: 'barn'}];
  const asked = (save, ...known) => { const [hint, , present] = savingQuestion(after(camera, [preferred, 'save', save]), known); return [hint.split('.')[0], present]; };
  const unmarked = 'You can change this at any time';
  assert.deepEqual(asked(null), ['Until you choose, they are saved on the camera', undefined]);
  assert.deepEqual(asked({where: 'camera'}), [unmarked, 'camera']);
  assert.deepEqual(asked({where: 'here'}, attic, barn), [unmarked, 'here']);
  assert.deepEqual(asked({where: 'both', to: 'b', name: 'barn'}, attic, barn), [unmarked, 'both b']);
  assert.deepEqual(asked({where: 'both', to: 'a', name: 'attic'}, attic), [unmarked, 'both'], 'a single recorder is not named');
  assert.deepEqual(asked({where: 'recorder'}, attic), [unmarked, 'recorder']);
  assert.deepEqual(asked({where: 'both', to: 'b', name: 'barn'}, attic), ['Now: Camera and recorder (barn)', undefined]);
  assert.deepEqual(asked({where: 'recorder'}), ['Now: The recorder', undefined], 'no recorder is known at present');
  assert.deepEqual(asked({where: 'recorder'}, attic, {...barn, isAway: true}), [unmarked, 'recorder a'], 'the only connected one');
  assert.deepEqual(asked({where: 'recorder'}, attic, barn), ['Now: The recorder', undefined], 'which one is meant is unknown');
});

/** A camera's page with sessions of recorders, as [id, phase, more fields], for a browser with the grants. */
const recorded = (grants, ...sessions) => after(page('camera', ...grants),
  [reported, {peers: sessions.map(([peer, phase, fields]) => ({peer, name: {a: 'attic', b: 'barn', c: 'attic'}[peer], phase, ...fields}))}, 0]);
const remote = ['view', 'shoot'];

test('a recorder that is paired and not connected is an answer, is marked as such, and makes the answers name the recorders', () => {
  const titles = (state) => savingAnswers(jobs.stillRecorders(state)).slice(2).map(([, title]) => title);
  const two = recorded(remote, ['a', 'connected'], ['b', 'lost']);
  assert.deepEqual(titles(two), ['The recorder: attic', 'Camera and recorder: attic', 'The recorder: barn (not connected)', 'Camera and recorder: barn (not connected)']);
  assert.deepEqual(titles(recorded(remote, ['a', 'suspended'])), ['The recorder (not connected)', 'Camera and recorder (not connected)']);
  assert.deepEqual(titles(recorded(remote, ['a', 'connected'], ['b', 'lost', {revokedAt: 1}])), ['The recorder', 'Camera and recorder']);
  assert.deepEqual(titles(recorded(remote, ['a', 'connected'], ['b', 'lost', {revokedByPeerAt: 1}])), ['The recorder', 'Camera and recorder']);
  assert.equal(titles(recorded(remote, ['a', 'connected'], ['c', 'connected']))[2], 'The recorder: attic (c)', 'two of one name');
});

test('a recorder that was chosen stays an answer and is marked, also while the camera tells nothing of it; a revoked one does not', () => {
  const save = {where: 'both', to: 'b', name: 'barn'};
  const question = (state) => { const known = jobs.stillRecorders(state); const [hint, , present] = savingQuestion(state, known); return [known.map(({id}) => id), hint.split(' ')[0], present]; };
  const chosen = after(recorded(remote, ['a', 'connected']), [preferred, 'save', save]);
  assert.deepEqual(question(chosen), [['b', 'a'], 'You', 'both b']);
  assert.deepEqual(question({...chosen, peers: [{id: 'a', name: 'attic', role: 'recorder'}]}), [['a'], 'Now:', undefined], 'the list of peers has all');
  assert.deepEqual(question(after(recorded(remote, ['b', 'lost', {revokedAt: 1}]), [preferred, 'save', save])), [[], 'Now:', undefined]);
  const again = {...recorded(remote, ['b', 'connected']), peers: [{id: 'b', name: 'barn', role: 'recorder', revoked: true}]};
  assert.deepEqual(jobs.stillRecorders(again).map(({id}) => id), ['b'], 'the session is newer than the list');
});

test('an answer is stored with its recorder, even if there is one only, because another may be paired later', () => {
  const [attic, barn] = [{id: 'a', name: 'attic'}, {id: 'b', name: 'barn'}];
  assert.deepEqual(savingChoice('recorder', [attic]), {where: 'recorder', to: 'a', name: 'attic'});
  assert.deepEqual(savingChoice('both b', [attic, barn]), {where: 'both', to: 'b', name: 'barn'});
  assert.deepEqual(['here', 'camera'].map((answer) => savingChoice(answer, [attic])), [{where: 'here'}, {where: 'camera'}]);
  assert.deepEqual(savingChoice('camera', []), {where: 'camera'});
});

test('a press for "the recorder" names the only one, or the only connected one; the chosen one in any case', () => {
  const recipients = (save, ...sessions) => jobs.stillWish(after(recorded(remote, ...sessions), [preferred, 'save', save]), press).recipients;
  const old = {where: 'recorder'};
  assert.deepEqual(recipients(old, ['a', 'lost']), ['a']);
  assert.deepEqual(recipients(old, ['a', 'lost'], ['b', 'connected']), ['b']);
  assert.equal(recipients(old, ['a', 'connected'], ['b', 'connected']), undefined);
  assert.equal(recipients(old, ['a', 'lost'], ['b', 'lost']), undefined);
  assert.deepEqual(recipients({where: 'both', to: 'a'}, ['a', 'lost'], ['b', 'connected']), ['a']);
  assert.equal(recipients({where: 'camera'}, ['a', 'connected']), undefined);
});

test('no press is lost: if the camera refuses its recorder, the still is saved on the camera, and the page says why in its own words', async () => {
  const before = [store.state, globalThis.fetch];
  const order = async (save, ...refusals) => {
    const sent = [];
    store.state = after(camera, [preferred, 'save', save]);
    globalThis.fetch = async (where, {body}) => {
      sent.push(JSON.parse(body));
      const [status, type] = refusals.shift() ?? [200];
      return type ? Response.json({type: `tag:longshot,2026:${type}`, detail: 'say which (recipients, --to)'}, {status}) : Response.json(job());
    };
    const outcome = await orderStills(jobs.stillWish(store.state, {...press, seen: {epoch: 7, tick: 1}})).catch((error) => error.type);
    return {outcome: outcome.id ?? outcome, sent, told: store.state.notices.list.map(({text}) => text)};
  };
  try {
    const kept = {save: 'camera', count: 1, whenBusy: 'queue', tolerance: 2e9, seen: {epoch: 7, tick: 1}};
    const unknown = await order({where: 'recorder'}, [400, 'bad-request']);
    assert.deepEqual([unknown.outcome, unknown.sent], ['j1', [{...kept, save: 'recorder'}, kept]]);
    assert.match(unknown.told[0], /^Saved on the camera, because no recorder was chosen/);
    for (const refusal of [[404, 'not-found'], [409, 'conflict']]) {
      const gone = await order({where: 'both', to: 'b', name: 'barn'}, refusal);
      assert.deepEqual([gone.outcome, gone.sent[0].recipients, gone.sent[1]], ['j1', ['b'], kept]);
      assert.match(gone.told[0], /^Saved on the camera, because barn is not paired with it any more/);
    }
    const busy = await order({where: 'recorder', to: 'b'}, [409, 'busy']);
    assert.deepEqual([busy.outcome, busy.sent.length, busy.told], ['busy', 1, []], 'the recorder is not the reason');
    const off = await order({where: 'recorder', to: 'b'}, [409, 'conflict'], [409, 'conflict']);
    assert.deepEqual([off.outcome, off.sent.length, off.told], ['conflict', 2, []]);
    assert.equal((await order({where: 'camera'}, [409, 'conflict'])).sent.length, 1);
  } finally {
    [store.state, globalThis.fetch] = before;
  }
});

test('what stays set is told where its options are folded', () => {
  const sheet = {controls: [{key: 'torch'}]};
  const told = (preferences, controls = {sheet}) => armedText({controls, preferences: {...page('camera', 'shoot').preferences, ...preferences}});
  assert.equal(told({timer: '0', burst: '1'}), '');
  assert.equal(told({flash: true}), 'Flash');
  assert.equal(told({flash: true}, {sheet: null}), '', 'a camera without a light');
  assert.equal(told({flash: true, burst: '5'}), '5 stills');
  assert.equal(told({timer: '10', burst: '5'}), '10 s · 5 stills');
  assert.equal(told({timer: '0', burst: 'custom', lapseCount: 60, lapseSeconds: 1}), '60 stills');
});

test("a press on a page that was just opened waits for the node's clock, and for no longer than a second and a half", async (context) => {
  context.mock.timers.enable({apis: ['setTimeout']});
  const outcome = async (after) => {
    store.state = page('camera', 'shoot');
    let isOver = false;
    clockKnown().then(() => { isOver = true; });
    for (let time = 0; time < 2_000 && !isOver; time += 50) {
      if (time === after) store.apply(measured, 0, 10, 505e6);
      context.mock.timers.tick(50);
      for (let count = 0; count < 10; count += 1) await null;
      if (isOver) return time + 50;
    }
    return isOver;
  };
  assert.deepEqual([await outcome(200), await outcome(Infinity)], [250, 1_500]);
});

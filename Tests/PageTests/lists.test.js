// SPDX-License-Identifier: Apache-2.0
// Compares the lists that the node and the page both have, read from their sources.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {deskTexts} from '../../Sources/ControlServer/Page/desk-texts.js';
import {kinds} from '../../Sources/ControlServer/Page/events.js';
import {origins} from '../../Sources/ControlServer/Page/lanes.js';
import {phrases} from '../../Sources/ControlServer/Page/log.js';
import {stages} from '../../Sources/ControlServer/Page/nearby-state.js';
import {nearbyTexts} from '../../Sources/ControlServer/Page/nearby-texts.js';
import {names as overlays} from '../../Sources/ControlServer/Page/overlays.js';
import {initial} from '../../Sources/ControlServer/Page/state.js';
import {texts} from '../../Sources/ControlServer/Page/texts.js';
import {remoteTexts} from '../../Sources/ControlServer/Page/remote-texts.js';
import {setupTexts} from '../../Sources/ControlServer/Page/setup-texts.js';
import {views} from '../../Sources/ControlServer/Page/views.js';

const sources = fileURLToPath(new URL('../../Sources/', import.meta.url));
const read = (path) => readFileSync(sources + path, 'utf8');
const folder = 'ControlServer/Page/';
const files = readdirSync(sources + folder).filter((name) => name !== 'package.json');
const scripts = files.filter((name) => name.endsWith('.js'));
const found = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

/** The raw values of a Swift enumeration. */
function casesOf(path, name) {
  const body = new RegExp(`enum ${name}: String[^{]*\\{([^}]*)\\}`).exec(read(path))?.[1];
  assert.ok(body, `${path} has an enumeration ${name}`);
  return [...body.matchAll(/case (\w+)(?: = "([^"]+)")?/g)].map(([, word, raw]) => raw ?? word);
}

const same = (one, other, what) => assert.deepEqual([...one].sort(), [...other].sort(), what);

test('every kind of event is listened to, has a transition, and words in the log', () => {
  const sent = found(/var kind: String \{([^}]*\}[^}]*)\}/.exec(read('Wire/Nodes/Event.swift'))[1], /case \.\w+: "([^"]+)"/g);
  assert.ok(sent.length > 5);
  same(kinds, sent);
  same(Object.keys(phrases), sent);
  same(Object.keys(setupTexts.log.kinds), sent);
});

test('every grant has words, and every reason of a gap those of the node', () => {
  same(Object.keys(setupTexts.grants), casesOf('Trust/Peers/Grant.swift', 'Grant'));
  const source = read('Media/Epochs/GapReason.swift');
  const reasons = Object.fromEntries([...source.matchAll(/static let (\w+) = GapReason\("([^"]+)"/g)]
    .map(([, name, word]) => [word, new RegExp(`\\(\\.${name}, "([^"]+)"\\)`).exec(source)?.[1]]));
  assert.ok(Object.keys(reasons).length > 10);
  assert.deepEqual({...texts.gaps}, reasons, 'the page and `longshot verify` say the same');
});

test('every phase, state, ending and origin has words', () => {
  same(Object.keys(texts.phases), casesOf('Wire/Nodes/LinkPhase.swift', 'LinkPhase'));
  same(Object.keys(setupTexts.transfers.phases), casesOf('Wire/Stills/TransferProgress.swift', 'Phase'));
  assert.ok(Object.keys(setupTexts.transfers.sent).every((phase) => phase in setupTexts.transfers.phases));
  same(Object.keys(setupTexts.recordings.states), casesOf('Wire/Footage/RecordingDescription.swift', 'State'));
  same(Object.keys(deskTexts.states), casesOf('Wire/Footage/RecordingDescription.swift', 'State').filter((state) => !['stopped', 'deleted'].includes(state)));
  same(Object.keys(setupTexts.pairing.endings), casesOf('Trust/Pairing/PairingWindow.swift', 'Ending'));
  same(origins, casesOf('Wire/Footage/FootageTimeline.swift', 'Origin'));
  same(Object.keys(setupTexts.timeline.kinds), [...origins, 'gap', 'deleted', 'plain']);
  same(Object.keys(stages), casesOf('Wire/Nodes/NearbyUpdate.swift', 'Phase'));
  same(Object.keys(nearbyTexts.stages), ['off', 'beginning', ...Object.values(stages)]);
});

test('stills can be kept wherever the camera can keep them, and here', () => {
  const choices = Object.keys(remoteTexts.save).filter((name) => typeof remoteTexts.save[name] === 'object');
  same(choices, [...casesOf('Wire/Stills/StillRequest.swift', 'SavePreference'), 'here']);
  same(remoteTexts.shutter.busies.map(([value]) => value), casesOf('Wire/Stills/BusyPolicy.swift', 'BusyPolicy'));
});

test('every control that the camera has a name for has one on the page', () => {
  const known = found(read('Camera/Controls/KnownControl.swift'), /KnownControl\("([^"]+)"/g);
  const torch = /static let key = "(\w+)"/.exec(read('Camera/Controls/Torch.swift'))[1];
  same(Object.keys(setupTexts.controls.names), [...known, torch]);
});

test('phases by which the page decides are phases of the node', () => {
  const phases = new Set([
    ...casesOf('Wire/Stills/StillJob.swift', 'Phase'), ...casesOf('Wire/Stills/TransferProgress.swift', 'Phase'), ...casesOf('Wire/Nodes/LinkPhase.swift', 'LinkPhase'),
    ...casesOf('Wire/Devices/CaptureState.swift', 'Phase'), ...casesOf('Trust/Pairing/PairingReport.swift', 'Phase'),
    ...casesOf('Wire/Nodes/NearbyUpdate.swift', 'Phase'),
  ]);
  const used = scripts.flatMap((name) => [
    ...found(read(folder + name), /phase (?:===|!==) '([\w-]+)'/g),
    ...found(read(folder + name), /\[([^\]]*)\]\.includes\(\w+\??\.phase\)/g).flatMap((list) => found(list, /'([\w-]+)'/g)),
  ]);
  assert.ok(used.length > 15);
  assert.deepEqual(used.filter((phase) => !phases.has(phase)), []);
});

test('codecs and types of problems by which the page decides are those of the node', () => {
  const all = scripts.map((name) => read(folder + name)).join('\n');
  const codecs = casesOf('Media/Units/Codec.swift', 'Codec');
  const used = found(all, /codec (?:===|!==) '(\w+)'/g);
  assert.ok(used.length > 0 && used.every((codec) => codecs.includes(codec)), `${used}`);
  const documented = found(readFileSync(`${sources}../docs/reference/api.md`, 'utf8'), /^\| `([\w-]+)` \| \d{3} \|/gm);
  const types = found(all, /error\.type (?:===|!==) '([\w-]+)'/g);
  assert.ok(types.length > 0 && types.every((type) => [...documented, 'unreachable'].includes(type)), `${types}`);
});

test('no script decides by the words of a refusal', () => {
  for (const name of scripts) {
    assert.doesNotMatch(read(folder + name), /\.(message|detail|title)\b[^\n;]*\.(includes|match|startsWith|endsWith|search|test)\(/, name);
    assert.doesNotMatch(read(folder + name), /\.test\([^)]*\b(message|detail|title|why)\b/, name);
  }
});

test('the program holds every file of the folder, and the page loads early what it needs at once', () => {
  same(found(read('ControlServer/Serving/PageFiles.swift'), /\("([\w.-]+)", PackageResources/g), files);
  const needed = new Set();
  const visit = (name) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of found(read(folder + name), /from '\.\/([\w.-]+)'/g)) visit(other);
  };
  visit('app.js');
  needed.delete('app.js');
  same(found(read(`${folder}page.html`), /rel="modulepreload" href="\/([\w.-]+)"/g), needed);
});

const icons = found(/const paths = \{([^}]*)\}/.exec(read(`${folder}icons.js`))[1], /(\w+): '/g);

test('every picture that is drawn is there, and every overlay has a picture and a name', () => {
  const used = scripts.flatMap((name) => {
    const text = read(folder + name);
    const direct = found(text, /\b(?:icon|button|action)\('([a-z]+)',? ?/g);
    return [...direct, ...found(text, /\bicon\(([^()]*\?[^()]*)\)/g).flatMap((choice) => found(choice, /[?:] '(\w+)'/g))];
  });
  assert.ok(used.length > 15, `${used}`);
  assert.deepEqual([...used, ...overlays].filter((name) => !icons.includes(name)), []);
  assert.deepEqual(overlays.filter((name) => !remoteTexts.overlays[name]), []);
});

test('every view has a name, a picture and an element of its own', () => {
  same(Object.keys(texts.views), Object.keys(views));
  for (const name of Object.keys(views)) {
    assert.ok(icons.includes(name), `an icon for ${name}`);
    const [module] = found(read(`${folder}views.js`), new RegExp(`^ {2}${name}: .*import\\('\\./([\\w.-]+)'\\)`, 'gm'));
    assert.match(read(folder + module), new RegExp(`id: 'view-${name}'`));
  }
});

test('every preference that is read has a default', () => {
  const used = scripts.flatMap((name) => found(read(folder + name), /\bpreferences\.(\w+)/g));
  assert.ok(used.length > 3);
  assert.deepEqual(used.filter((name) => !(name in initial.preferences)), []);
});

test('scripts are no longer than 300 lines', () => {
  for (const name of scripts) assert.ok(read(folder + name).split('\n').length <= 301, name);
});

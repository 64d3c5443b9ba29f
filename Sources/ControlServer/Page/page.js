// SPDX-License-Identifier: Apache-2.0
// Everything that comes from nodes is put on the page as text, never as HTML.
const at = (id) => document.getElementById(id);
const grants = ['view', 'shoot', 'record', 'send', 'admin'];
let me = {grants: []};
let node = {};

async function ask(path, method = 'GET', body) {
  const options = {method, headers: {}};
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  if (answer.status === 401) location.replace('/enter');
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? `the node answered ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

function trouble(text) {
  at('trouble').textContent = text;
  at('trouble').hidden = !text;
}

function row(text, ...buttons) {
  const item = document.createElement('li');
  const words = document.createElement('span');
  words.textContent = text;
  item.append(words, ...buttons);
  return item;
}

function list(id, rows) {
  at(id).querySelector('ul').replaceChildren(...rows);
  at(id).hidden = rows.length === 0;
}

function button(text, act) {
  const made = document.createElement('button');
  made.textContent = text;
  made.className = 'quiet';
  made.onclick = () => act().then(() => trouble(''), (error) => trouble(error.message));
  return made;
}

async function showState() {
  const state = await ask('/v1/state');
  at('health').textContent = state.health === 'green' ? 'all is well' : state.health;
  at('health').className = `badge ${state.health}`;
  const capture = state.capture;
  at('summary').textContent = capture
    ? `${capture.phase}, ${capture.width ?? '?'}×${capture.height ?? '?'}, ${state.counters?.captured ?? 0} frames captured`
    : node.role;
  trouble(state.reasons.join('. '));
  list('cameras', state.cameras.map((link) => row(`${link.name ?? link.address}: ${link.phase}${link.reason ? `, ${link.reason}` : ''}`)));
  list('recordings', state.recordings.map((one) => row(`${one.cameraName}: ${one.frames.persisted} frames, ${one.frames.missing} missing`)));
  list('sessions', state.peers.map((peer) => row(`${peer.name}: ${peer.phase}${peer.reason ? `, ${peer.reason}` : ''}`)));
}

async function press() {
  at('press').disabled = true;
  at('progress').textContent = 'taking…';
  try {
    let job = await ask('/v1/stills', 'POST', {save: 'camera'});
    while (job.phase === 'countdown' || job.phase === 'taking') {
      await new Promise((resume) => setTimeout(resume, 60));
      job = await ask(`/v1/stills/jobs/${encodeURIComponent(job.id)}`);
    }
    if (job.phase !== 'done') throw new Error(job.problem ?? `the still was ${job.phase}`);
    const id = job.stills[0];
    const still = await ask(`/v1/stills/${encodeURIComponent(id)}`);
    at('still').src = `/v1/stills/${encodeURIComponent(id)}/content`;
    at('still').hidden = false;
    at('progress').textContent = `${still.width}×${still.height}, ${(still.skew / 1e6).toFixed(1)} ms from the press`;
    trouble('');
  } catch (error) {
    at('progress').textContent = '';
    trouble(error.message);
  }
  at('press').disabled = false;
}

let waiting = null;

async function showPairing() {
  const report = await ask('/v1/pairing/window');
  const isOpen = ['open', 'attempting', 'confirming'].includes(report.phase);
  at('left').textContent = isOpen ? `${report.secondsLeft} s left` : '';
  if (!isOpen) at('invitation').hidden = true;
  at('open').hidden = isOpen;
  at('candidate').hidden = !report.candidate;
  if (report.candidate && report.candidate.session !== waiting?.session) {
    waiting = report.candidate;
    at('who').textContent = `${waiting.name}, a ${waiting.role} (${waiting.id.slice(0, 7)}),`;
    at('words').textContent = waiting.words.join('  ');
    at('grants').querySelectorAll('label').forEach((label) => label.remove());
    for (const grant of grants) {
      const label = document.createElement('label');
      const box = document.createElement('input');
      Object.assign(box, {type: 'checkbox', value: grant, checked: waiting.wants.includes(grant)});
      label.append(box, grant);
      at('grants').append(label);
    }
  }
  const peers = (await ask('/v1/peers')).filter((peer) => !peer.revoked);
  at('peers').replaceChildren(...peers.map((peer) => row(
    `${peer.name}, ${peer.role}: ${peer.grants.join(' ') || 'nothing'}`,
    button('Throw out', async () => { await ask(`/v1/peers/${peer.id}`, 'DELETE'); await showPairing(); }))));
}

async function open() {
  const invitation = await ask('/v1/page/pairing', 'POST', {});
  at('code-picture').src = `data:image/svg+xml,${encodeURIComponent(invitation.svg)}`;
  at('code').textContent = invitation.code;
  at('invitation').hidden = false;
  await showPairing();
}

async function decide(approve) {
  const chosen = [...at('grants').querySelectorAll('input:checked')].map((box) => box.value);
  await ask('/v1/pairing/window/decision', 'POST', {session: waiting.session, approve, grants: chosen});
  await showPairing();
}

function carefully(act) {
  return () => act().then(() => {}, (error) => trouble(error.message));
}

try {
  me = await ask('/v1/page/session');
  node = await ask('/v1/node');
  at('name').textContent = node.name;
  document.title = `${node.name} – Longshot`;
  const may = (grant) => me.grants.includes(grant);
  if (may('view') || may('record')) {
    await showState();
    const events = new EventSource('/v1/events');
    let due = null;
    const soon = () => { due ??= setTimeout(() => { due = null; showState().catch((error) => trouble(error.message)); }, 300); };
    for (const kind of ['capture', 'fragment', 'recording', 'camera-link', 'peer']) events.addEventListener(kind, soon);
    events.onopen = soon;
    events.onerror = () => trouble('The link to the node is gone; trying again.');
  }
  if (may('shoot') && node.role === 'camera') {
    at('shutter').hidden = false;
    at('press').onclick = press;
  }
  if (may('admin')) {
    at('pairing').hidden = false;
    at('open').onclick = carefully(open);
    at('close').onclick = carefully(async () => { await ask('/v1/pairing/window', 'DELETE'); await showPairing(); });
    at('approve').onclick = carefully(() => decide(true));
    at('deny').onclick = carefully(() => decide(false));
    await showPairing();
    setInterval(carefully(showPairing), 1000);
  }
  at('leave').onclick = carefully(async () => { await ask('/v1/page/session', 'DELETE'); location.replace('/enter'); });
} catch (error) {
  trouble(error.message);
}

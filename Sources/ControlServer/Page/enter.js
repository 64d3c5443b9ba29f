// SPDX-License-Identifier: Apache-2.0
// The token stands behind the #, where neither a log nor another host sees it.
const message = document.getElementById('message');
const token = location.hash.slice(1);
history.replaceState(null, '', '/enter');

if (!token) {
  message.textContent = 'This browser has not been let in. Open the link that the owner gave you, or scan its code.';
} else {
  const answer = await fetch('/enter', {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token}),
  });
  if (answer.ok) {
    location.replace('/');
  } else {
    const problem = await answer.json().catch(() => ({}));
    message.textContent = problem.detail ?? 'The node refused the link.';
  }
}

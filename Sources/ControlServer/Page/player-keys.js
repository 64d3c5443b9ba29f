// SPDX-License-Identifier: Apache-2.0
// The keys of the player.

/** A listener for the keys of a player. */
export const playerKeys = (player) => (event) => {
  const {key, target} = event;
  const actions = {
    ' ': () => player.toggle(), ',': () => player.step(-1), '.': () => player.step(1),
    ArrowLeft: () => player.skip(-10), ArrowRight: () => player.skip(10), '<': () => player.changeSpeed(-1), '>': () => player.changeSpeed(1),
  };
  if (!actions[key] || event.ctrlKey || event.altKey || event.metaKey) return;
  // These use the key themselves.
  if (target.matches(key === ' ' ? 'button, a, select' : 'select')) return;
  event.preventDefault();
  event.stopPropagation();
  actions[key]();
};

/** Gives a player its keys, also while nothing has the focus, such as after a click beside it; returns its element. */
export function watchKeys(player, signal) {
  const act = playerKeys(player);
  player.element.addEventListener('keydown', act, {signal});
  document.addEventListener('keydown', (event) => { if (event.target === document.body) act(event); }, {signal});
  return player.element;
}

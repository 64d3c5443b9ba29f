// SPDX-License-Identifier: Apache-2.0
// The words of the view Nearby, which the first view does not need.

export const nearbyTexts = {
  mode: 'What is in front of the camera',
  modes: {screen: 'Show a tag on this screen', printed: 'A printed tag'},
  /** What the page says in each stage of ranging. */
  stages: {
    off: () => 'Not started here.',
    beginning: () => 'Starting…',
    waiting: () => 'Looking for the tag…',
    seen: () => 'The camera sees the tag.',
    absent: (why) => `The camera does not see the tag${why ? `: ${why}` : ''}.`,
    suspended: (why) => `Suspended${why ? `: ${why}` : ''}.`,
    over: (why) => `Ranging is over${why ? `: ${why}` : ''}.`,
  },
  /** Reasons of the node that are one word. */
  reasons: {ended: 'it was stopped', revoked: 'this browser may no longer watch this camera'},
  late: 'The camera has sent nothing for more than 2 s.',
  lost: 'the camera has ended it, or was started again',
  isOn: 'Ranging is on',
  begin: 'Start', again: 'Start again', stop: 'Stop',
  plusMinus: (length) => `±\u00a0${length}`,
  side: (degrees, isLeft) => (degrees === '0.0' ? 'straight ahead' : `${degrees}°\u00a0${isLeft ? 'left' : 'right'}`),
  height: (degrees, isDown) => (degrees === '0.0' ? 'level' : `${degrees}°\u00a0${isDown ? 'down' : 'up'}`),
  direction: (side, height, uncertainty) => `${side}, ${height} (±\u00a0${uncertainty}°)`,
  age: (seconds) => `seen from the camera ${seconds}\u00a0s ago`,
  unknown: '–',
  compass: 'Direction, from above: the camera is at the bottom and looks up',
  minute: 'Distance in the last minute',
  minuteAgo: '1 min ago', now: 'now',
  picture: 'Live picture', outline: 'The tag',
  screen: {
    hint: 'The camera measures how far away this screen is and in which direction. Turn the screen to the camera.',
    unsized: 'The camera must know how large the tag is. The first time, you hold a bank card against the screen.',
    sized: 'The size of this screen is known from a card.',
    show: 'Show the tag', size: 'Measure the screen', sizeAgain: 'Measure the screen again',
    bright: 'Turn the brightness up.', tag: (tag) => `Tag ${tag}`,
  },
  printed: {
    hint: 'Print a tag with `longshot nearby tag`, and measure the side of its black square.',
    size: 'Side of the black square in mm', tag: 'Number of the tag',
    wrongSize: 'The side must be from 10 to 2000 mm.', wrongTag: 'The number must be from 0 to 586.',
  },
  card: {
    title: 'How large is this screen?',
    long: 'Hold a bank card against the glass, its long side across, its left edge on the left line. Move the right line until it is at the '
      + 'card’s right edge.',
    short: 'Hold a bank card upright against the glass: the screen is too narrow for its long side. Put its left edge on the left line. Move the '
      + 'right line until it is at the card’s right edge.',
    turn: 'If even the short side is wider than the screen, turn the screen on its side.',
    width: 'Width of the card on the screen', narrower: 'Narrower', wider: 'Wider', cancel: 'Cancel', done: 'It fits',
  },
};

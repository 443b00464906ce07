/** Whether somebody is just doing something on the page: what can wait has to. */

/** Longer than it takes to answer most of what is pressed. */
const QUIET_MS = 250;
const INPUTS = ['pointerdown', 'pointerup', 'keydown', 'wheel'] as const;

let lastInput = -Infinity;
let isListening = false;

/** Of what came before the first call nothing is known. */
export function isQuiet(): boolean {
  if (!isListening) for (const input of INPUTS) window.addEventListener(input, noteInput, { capture: true, passive: true });
  isListening = true;
  return performance.now() - lastInput > QUIET_MS;
}

function noteInput({ timeStamp }: Event): void {
  lastInput = timeStamp;
}

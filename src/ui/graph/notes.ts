/**
 * What is noted on an element beside its data, where no look reads it. To write it in the library's own way has the look of the element, of its box and of
 * all that lies in it looked up again each time.
 */

interface Noted {
  scratch(): unknown;
}

export function note(element: Noted, name: string, value: unknown): void {
  (element.scratch() as Record<string, unknown>)[name] = value;
}

/** Undefined where nothing was noted under the name. */
export function noted(element: Noted, name: string): unknown {
  return (element.scratch() as Record<string, unknown>)[name];
}

/** Adds what happy-dom lacks in comparison with a browser, and cleans the page after each test. */
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import { holdText } from '@/client/manifest/heldText';
import { TENANT } from './tenant';

// Nothing can be drawn here: without a canvas, the library throws. Not in single files, because whichever is first loads the module for all.
vi.mock('@/canvas/draw/createCore', () => ({ loadLibrary: () => new Promise(() => undefined) }));

/** In pixels. Nothing is laid out here, but a table renders only the rows that fit. */
const FRAME_WIDTH = 1_000;
const FRAME_HEIGHT = 700;
const ROW_HEIGHT = 35;

/** The object that the elements of this page have a property from. */
function ownerOf(name: string): object {
  let owner: object = document.createElement('div');
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object;
  return owner;
}

const heightOf = (element: HTMLElement): number => (element.matches('[role="region"], [role="grid"]') ? FRAME_HEIGHT : ROW_HEIGHT);
const widthOf = (): number => FRAME_WIDTH;
const SIZES = { offsetHeight: heightOf, clientHeight: heightOf, offsetWidth: widthOf, clientWidth: widthOf };

for (const [name, sizeOf] of Object.entries(SIZES))
  Object.defineProperty(ownerOf(name), name, {
    configurable: true,
    get(this: HTMLElement) {
      return sizeOf(this);
    },
  });

// Only a guard against tests that hang: a busy machine takes longer than the library's default of one second.
configure({ asyncUtilTimeout: 15_000 });

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// The testing library sets this only if the test functions are globals.
beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});

// React keeps what had the key of another child on the page for good: an outage that is over, for instance.
const repeatedKeys: string[] = [];
const writeError = console.error;
console.error = (...words: unknown[]) => {
  if (String(words[0]).includes('two children with the same key')) repeatedKeys.push(String(words[1]));
  writeError(...words);
};

afterEach(() => {
  cleanup();
  expect(repeatedKeys.splice(0)).toEqual([]);
  notifications.clean();
  window.localStorage.clear();
  window.sessionStorage.clear();
  holdText(TENANT.tenantId, { text: '', isUnsaved: false });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

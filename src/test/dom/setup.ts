/** What the browser has and happy-dom lacks, and a clean page after each test. */
import { notifications } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** In pixels. Nothing is laid out here, and a table holds only the rows that fit. */
const FRAME_HEIGHT = 700;
const ROW_HEIGHT = 35;

for (const [name, size] of [
  ['offsetHeight', (element: HTMLElement) => (element.matches('[role="region"], [role="grid"]') ? FRAME_HEIGHT : ROW_HEIGHT)],
  ['offsetWidth', () => 1_000],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return size(this);
    },
  });

Element.prototype.scrollIntoView = () => undefined;
Element.prototype.checkVisibility ??= () => true;

afterEach(() => {
  cleanup();
  notifications.clean();
  window.localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

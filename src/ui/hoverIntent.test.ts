import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hoverIntent, restOn } from './hoverIntent';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a pointer that rests asks, one that passes over does not', () => {
  const asked: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => hoverIntent(() => asked.push(name)));
  first?.onPointerEnter?.();
  vi.advanceTimersByTime(20);
  first?.onPointerLeave?.();
  second?.onPointerEnter?.();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['second']);
});

test('what says that the pointer has left it ends its own rest alone', () => {
  const asked: string[] = [];
  const leave = restOn(() => asked.push('canvas'));
  restOn(() => asked.push('button'));
  leave();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['button']);
});

test('the keyboard asks at once', () => {
  const asked: string[] = [];
  hoverIntent(() => asked.push('here')).onFocus?.();
  expect(asked).toEqual(['here']);
});

test('where there is nothing to ask nothing listens', () => {
  expect(hoverIntent(undefined)).toEqual({});
});

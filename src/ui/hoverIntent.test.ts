import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hoverIntent, restOn } from './hoverIntent';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a pointer that rests triggers a prefetch, one that passes over does not', () => {
  const asked: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => hoverIntent(() => asked.push(name)));
  first?.onPointerEnter?.();
  vi.advanceTimersByTime(20);
  first?.onPointerLeave?.();
  second?.onPointerEnter?.();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['second']);
});

test('an element that the pointer leaves cancels only its own prefetch', () => {
  const asked: string[] = [];
  const leave = restOn(() => asked.push('canvas'));
  restOn(() => asked.push('button'));
  leave();
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['button']);
});

test('keyboard focus triggers a prefetch at once', () => {
  const asked: string[] = [];
  hoverIntent(() => asked.push('here')).onFocus?.();
  expect(asked).toEqual(['here']);
});

test('without anything to prefetch there are no listeners', () => {
  expect(hoverIntent(undefined)).toEqual({});
});

import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useReachableRoom } from './useReachableRoom';

it('holds the room while the server cannot be reached, and takes the new one afterwards', () => {
  const [whole, besideBanner] = [
    { width: 1_000, height: 800 },
    { width: 1_000, height: 760 },
  ];
  const { result, rerender } = renderHook(({ room, isReachable }) => useReachableRoom(room, isReachable), {
    initialProps: { room: whole, isReachable: true },
  });
  expect(result.current).toEqual(whole);
  rerender({ room: besideBanner, isReachable: false });
  expect(result.current).toEqual(whole);
  rerender({ room: whole, isReachable: true });
  expect(result.current).toEqual(whole);
  rerender({ room: besideBanner, isReachable: true });
  expect(result.current).toEqual(besideBanner);
});

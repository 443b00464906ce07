import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Picture, Positions } from './picture';
import { usePositions } from './usePositions';

const pictureOf = (...ids: string[]): Picture => ({
  nodes: ids.map((id) => ({ id, label: id, width: 40, height: 20, classes: [] })),
  edges: [],
});
/** Fails once. */
const failOnce = () =>
  vi
    .fn<(picture: Picture) => Promise<Positions>>()
    .mockRejectedValueOnce(new Error('too large'))
    .mockImplementation((picture) => Promise.resolve(placesOf(picture)));
const placesOf = ({ nodes }: Picture): Positions => new Map(nodes.map(({ id }, index) => [id, { x: index * 100, y: 0 }]));

/** Each test has an arrangement of its own, since they are held while the page is open. */
let arrangements = 0;

function show(findPlaces: (picture: Picture) => Promise<Positions>) {
  const initialProps = { picture: pictureOf('a', 'b'), key: `arrangement ${++arrangements}` };
  return renderHook(({ picture, key }) => usePositions(picture, key, findPlaces), { initialProps });
}

it('lays out what has no place yet, and says so meanwhile', async () => {
  const { result } = show((picture) => Promise.resolve(placesOf(picture)));
  expect(result.current).toMatchObject({ isLayingOut: true, hasFailed: false });
  await waitFor(() => expect(result.current.isLayingOut).toBe(false));
  expect([...result.current.positions.keys()]).toEqual(['a', 'b']);
});

it('says that a layout failed, and lays out anew when asked to', async () => {
  const findPlaces = failOnce();
  const { result } = show(findPlaces);
  await waitFor(() => expect(result.current).toMatchObject({ hasFailed: true, isLayingOut: false }));
  act(() => result.current.layOutAgain());
  await waitFor(() => expect(result.current).toMatchObject({ hasFailed: false, isLayingOut: false }));
  expect(result.current.positions.size).toBe(2);
  expect(findPlaces).toHaveBeenCalledTimes(2);
});

it('holds the failure of one picture against no other', async () => {
  const findPlaces = failOnce();
  const { result, rerender } = show(findPlaces);
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  rerender({ picture: pictureOf('c', 'd'), key: `arrangement ${arrangements}` });
  expect(result.current.hasFailed).toBe(false);
  await waitFor(() => expect([...result.current.positions.keys()]).toEqual(['c', 'd']));
});

it('goes to another arrangement and back after a failure', async () => {
  const findPlaces = failOnce();
  const { result, rerender } = show(findPlaces);
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  const picture = pictureOf('a', 'b');
  rerender({ picture, key: `arrangement ${++arrangements}` });
  await waitFor(() => expect(result.current).toMatchObject({ hasFailed: false, isLayingOut: false }));
});

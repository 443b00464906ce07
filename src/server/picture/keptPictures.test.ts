/** Which pictures are kept, and for which questions. */
import { expect, it } from 'vitest';
import type { PictureInput } from '@/contract/picture';
import type { LiveStates } from '@/server/health/liveStates';
import { keptPicture, plainInput } from './keptPictures';
import type { MadePicture } from './makePicture';

const QUIET: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};
const WHOLE: PictureInput = { grouping: null, level: null, open: [], filters: {}, question: null, width: 1280, height: 800 };
const made = (): Promise<MadePicture> => Promise.resolve({ picture: {} as MadePicture['picture'], members: new Map() });
const opening = (id: string): PictureInput => ({ ...WHOLE, open: [id] });

it('the cache keeps the 64 most recently requested pictures of each tenant', () => {
  const all = Array.from({ length: 64 }, (_, place) => keptPicture('lru', '1', opening(String(place)), null, made));
  const again = (place: number, tenantId = 'lru') => keptPicture(tenantId, '1', opening(String(place)), null, made);
  expect(again(0)).toBe(all[0]);
  void again(64);
  // The first was requested again, so the second was dropped.
  expect(again(0)).toBe(all[0]);
  expect(again(2)).toBe(all[2]);
  expect(again(1)).not.toBe(all[1]);
  expect(again(0, 'another')).not.toBe(all[0]);
});

it('a picture is kept no longer than its landscape version, and one filtered by health no longer than its snapshot', () => {
  const first = keptPicture('versions', '1', WHOLE, null, made);
  expect(keptPicture('versions', '2', WHOLE, null, made)).not.toBe(first);
  const live = keptPicture('snapshots', '1', WHOLE, QUIET, made);
  expect(keptPicture('snapshots', '1', WHOLE, QUIET, made)).toBe(live);
  expect(keptPicture('snapshots', '1', WHOLE, { ...QUIET }, made)).not.toBe(live);
});

it('a failed picture is not kept', async () => {
  const failing = keptPicture('failing', '1', WHOLE, null, () => Promise.reject(new Error('no worker')));
  await expect(failing).rejects.toThrow('no worker');
  expect(keptPicture('failing', '1', WHOLE, null, made)).not.toBe(failing);
});

it.each<[string, Partial<PictureInput>, Partial<PictureInput>]>([
  ['sides within one step', { width: 1_359, height: 879 }, { width: 1_280, height: 800 }],
  ['open cards in another order, and repeated', { open: ['b', 'a', 'a'] }, { open: ['a', 'b'] }],
  [
    'filters in another order',
    { filters: { modes: ['Soft', 'Hard'], kinds: ['Queue'] } },
    { filters: { kinds: ['Queue'], modes: ['Hard', 'Soft'] } },
  ],
  ['an empty filter', { filters: { kinds: undefined } }, { filters: {} }],
])('%s: the same question', (_name, asked, plain) => {
  expect(JSON.stringify(plainInput({ ...WHOLE, ...asked }))).toBe(JSON.stringify({ ...WHOLE, ...plain }));
});

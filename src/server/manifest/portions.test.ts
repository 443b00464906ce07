import { expect, it } from 'vitest';
import { largeManifest } from '@/lab/bench/largeManifest';
import type { Manifest } from '@/contract/manifest/schema';
import { fromPortions, toPortions } from './portions';

const application = (name: string, components: number): NonNullable<Manifest['applications']>[number] => ({
  technicalName: name,
  components: Array.from({ length: components }, (_, index) => ({ technicalName: `${name}-${index}` })),
});

const cases: readonly [string, Manifest, number][] = [
  ['a small one', largeManifest({ components: 40, dependencies: 100 }), 3],
  ['a large one', largeManifest({ components: 4_000, dependencies: 9_000 }), 11],
  ['only a name', { version: 1, name: 'x' }, 1],
  ['cleared lists', { version: 1, name: 'x', applications: null, dependencies: null, capabilities: [] }, 1],
  ['empty lists', { version: 1, name: 'x', applications: [], dependencies: [] }, 1],
  [
    'one application with almost everything, between small ones and one that clears its components',
    {
      version: 1,
      name: 'x',
      applications: [
        application('a', 1),
        application('b', 2_500),
        { technicalName: 'c', components: null },
        { technicalName: 'd' },
        application('e', 3),
      ],
    },
    6,
  ],
];

it.each(cases)('a plan arrives unchanged, in small portions: %s', async (_, manifest, count) => {
  const before = structuredClone(manifest);
  const portions = toPortions(manifest);
  expect(portions).toHaveLength(count);
  expect(await fromPortions(portions)).toEqual(manifest);
  expect(manifest).toEqual(before);
});

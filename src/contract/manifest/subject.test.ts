import { expect, it } from 'vitest';
import { readManifestText } from './text/readText';
import { subjectOf } from './subject';

const root = {
  version: 1,
  applications: [
    {
      technicalName: 'shop',
      name: 'Shop',
      capabilities: ['sell'],
      components: [{ technicalName: 'web', name: 'Web shop' }, { technicalName: 'db', name: '' }, {}],
    },
  ],
  segments: [{ technicalName: 'shoppers', capabilities: [{ capability: 'sell', revenueShare: 2 }] }],
  dependencies: [{ source: 'web', target: 'db' }, { source: 'web' }],
};

it.each([
  [['version'], undefined],
  [[], undefined],
  [['applications', 0], 'application “Shop”'],
  [['applications', 0, 'components', 0, 'kind'], 'kind of component “Web shop” in application “Shop”'],
  [['applications', 0, 'components', 1, 'kind'], 'kind of component “db” in application “Shop”'],
  [['applications', 0, 'components', 2], 'component number 3 in application “Shop”'],
  [['applications', 0, 'capabilities', 0], 'capability “sell” in application “Shop”'],
  [['applications', 0, 'contact', 'team'], 'team of contact of application “Shop”'],
  [['segments', 0, 'capabilities', 0, 'revenueShare'], 'revenueShare of capability “sell” in segment “shoppers”'],
  [['dependencies', 0, 'mode'], 'mode of dependency “web → db”'],
  [['dependencies', 1, 'target'], 'target of dependency number 2'],
  [['wishes', 0], 'entry of wishes number 1'],
])('%j is told as %s', (path, subject) => {
  expect(subjectOf(root, path)).toBe(subject);
});

it('stands in each mistake about an entry of a list, and in no other', () => {
  const { issues } = readManifestText(
    'version: 2\nname: shop\napplications:\n  - { technicalName: shop, name: Shop, lifecycleState: Old }\n',
    'yaml',
  );
  expect(issues.map(({ path, subject }) => [path, subject])).toEqual([
    ['version', undefined],
    ['applications[0].lifecycleState', 'lifecycleState of application “Shop”'],
  ]);
});

import { expect, it } from 'vitest';
import type { Manifest } from '@/contract/manifest/schema';
import { nextSteps } from './nextSteps';

const manifest = (rest: Omit<Manifest, 'version' | 'name'>): Manifest => ({ version: 1, name: 'shop', ...rest });
const applications = [{ technicalName: 'shop', components: [{ technicalName: 'api' }, { technicalName: 'db' }] }];
const capabilities = [{ technicalName: 'selling' }];
const dependency = { source: 'api', target: 'db', dependencyType: 'ReadsWrites' as const };

it.each<[string, Manifest, RegExp[]]>([
  ['no component: nothing', manifest({ capabilities }), []],
  ['no dependency: observe', manifest({ applications, capabilities }), [/^2 components, but no dependency .*`faultline observe`/]],
  ['everything Hard: measure modes', manifest({ applications, capabilities, dependencies: [dependency] }), [/Hard here: .*--against/]],
  ['modes that differ: nothing', manifest({ applications, capabilities, dependencies: [{ ...dependency, mode: 'Soft' }] }), []],
  [
    'no capability: a table',
    manifest({ applications, dependencies: [{ ...dependency, mode: 'Soft' }] }),
    [/^no capability .*import table/],
  ],
  [
    'revenue that no capability has a share of: the share',
    manifest({
      ...{ applications, capabilities, dependencies: [{ ...dependency, mode: 'Soft' }] },
      segments: [
        { technicalName: 'a', annualRevenue: 5 },
        { technicalName: 'b', annualRevenue: 5, capabilities: [{ capability: 'selling' }] },
        { technicalName: 'c', annualRevenue: 5, capabilities: [{ capability: 'selling', revenueShare: 0.5 }] },
        { technicalName: 'd', annualRevenue: 0 },
      ],
    }),
    [/^the revenue of 2 segments counts .*`revenueShare`/],
  ],
  ['neither dependency nor capability: both', manifest({ applications }), [/observe/, /table/]],
])('a manifest with %s', (_case, given, expected) => {
  expect(nextSteps(given)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

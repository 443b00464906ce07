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
  ['neither dependency nor capability: both', manifest({ applications }), [/observe/, /table/]],
])('a manifest with %s', (_case, given, expected) => {
  expect(nextSteps(given)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

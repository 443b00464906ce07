/** The landscape as a table: what it holds, that no spreadsheet runs it, and that it can be imported again. */
import { expect, it } from 'vitest';
import { edgesOf, importTables } from '@/test/tableImports';
import { componentsCsv } from './componentsCsv';
import type { Manifest } from './schema';

const MANIFEST: Manifest = {
  version: 1,
  name: 'bakery',
  capabilities: [{ technicalName: 'selling', name: 'Selling' }],
  technologies: [{ technicalName: 'postgresql-16', name: 'PostgreSQL 16' }],
  hostingAreas: [{ technicalName: 'eu', name: 'Europe', zones: [{ technicalName: 'eu-1', name: 'Europe 1' }] }],
  applications: [
    {
      ...{ technicalName: 'shop', name: 'Shop', ownerTeam: 'Sales', criticalityTier: 'BusinessCritical', capabilities: ['selling'] },
      components: [
        { technicalName: 'counter', name: 'Counter', kind: 'WebApp' },
        { technicalName: 'book', name: 'Book', kind: 'Database', runtime: 'Vm', technologies: ['postgresql-16'], hostingZones: ['eu-1'] },
      ],
    },
    { technicalName: 'pay', components: [{ technicalName: 'pay', isExternal: true, description: '=HYPERLINK("http://x")' }] },
  ],
  dependencies: [
    { source: 'counter', target: 'book', dependencyType: 'ReadsWrites' },
    { source: 'counter', target: 'pay', dependencyType: 'Calls' },
  ],
};

it('has a row for each component', () => {
  expect(componentsCsv(MANIFEST).split('\r\n')).toEqual([
    '\uFEFFTechnical name,Name,Application,Kind,Runtime,External,Owner team,Tier,Lifecycle state,Capabilities,Processes,Technologies,Hosting zones,Depends on,Description',
    'counter,Counter,Shop,WebApp,Containers,no,Sales,BusinessCritical,,Selling,,,,"book; pay",',
    'book,Book,Shop,Database,Vm,no,Sales,BusinessCritical,,Selling,,PostgreSQL 16,Europe 1,,',
    `pay,pay,pay,Other,Containers,yes,,,,,,,,,"'=HYPERLINK(""http://x"")"`,
    '',
  ]);
});

it('can be imported again', () => {
  const { manifest, says } = importTables({ 'landscape.csv': componentsCsv(MANIFEST) });
  expect(edgesOf(manifest)).toEqual(['counter → book ReadsWrites Hard', 'counter → pay Calls Hard']);
  expect(manifest.applications?.map(({ name, ownerTeam, criticalityTier }) => [name, ownerTeam, criticalityTier])).toEqual([
    ['Shop', 'Sales', 'BusinessCritical'],
    ['pay', undefined, undefined],
  ]);
  expect(says.filter((line) => line.includes('is no known'))).toEqual([]);
});

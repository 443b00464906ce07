/** What falls short is told; what an expected file does not state is free. */
import { expect, it } from 'vitest';
import type { Case, Found } from './expected';
import { componentsIn, shortcomings } from './judge';
import type { Manifest } from '@/contract/manifest/schema';

const MANIFEST: Manifest = {
  version: 1,
  name: 'own',
  hostingAreas: [{ technicalName: 'eu', name: 'Europe', zones: [{ technicalName: 'eu-1', name: 'eu-1' }] }],
  capabilities: [
    { technicalName: 'sell', name: 'Sell' },
    { technicalName: 'take-orders', name: 'Take orders', parent: 'sell' },
  ],
  processes: [{ technicalName: 'order-to-cash', name: 'Order to cash' }],
  segments: [{ technicalName: 'shoppers', name: 'Shoppers', audienceType: 'Customers' }],
  applications: [
    {
      ...{ technicalName: 'shop', name: 'Shop', capabilities: ['sell'], processes: ['order-to-cash'] },
      components: [
        { technicalName: 'web', name: 'Web shop', kind: 'WebApp', hostingZones: ['eu-1'] },
        { technicalName: 'db', name: 'Orders', kind: 'Database', runtime: 'Managed' },
      ],
    },
  ],
  dependencies: [
    { source: 'web', target: 'db', dependencyType: 'ReadsWrites', protocol: 'PostgreSQL', redundancyGroup: 'g', propagates: false },
  ],
};
const judged = (expected: Case): string[] => {
  const found: Found = { manifest: MANIFEST, components: componentsIn(MANIFEST), exit: 0, output: 'read a compose file' };
  return shortcomings(expected, found);
};

it.each<[Case, string[]]>([
  [{}, []],
  [{ kind: 'compose' }, []],
  [{ kind: 'terraform' }, ['nothing says that it was recognised as terraform']],
  [{ counts: { applications: 1, components: [1, 2], dependencies: 1, datasets: 0 } }, []],
  [{ counts: { components: 3, dependencies: [2, 5] } }, ['2 components instead of 3', '1 dependencies instead of 2 to 5']],
  [{ by: { kind: { Database: 1 }, runtime: { Containers: 1, Managed: 1 }, zone: { 'eu-1': 1 } } }, []],
  [{ by: { kind: { Database: 2 } } }, ['1 components of kind Database instead of 2']],
  [{ areas: { Europe: ['web'] } }, []],
  [{ areas: { Europe: ['web', 'db'], Asia: [] } }, ['Europe holds web instead of web, db', 'no hosting area Asia']],
  [{ areas: {} }, ['the hosting area eu is too many']],
  [{ capabilities: { Sell: null, 'Take Orders': 'Sell' }, processes: ['Order to Cash'], segments: ['shoppers'] }, []],
  [
    { capabilities: { Sell: 'Take orders', Buy: null }, technologies: ['PostgreSQL 16'], datasets: ['Cards'] },
    [
      'none of the technologies is PostgreSQL 16',
      'none of the datasets is Cards',
      'the parent of Sell is none instead of Take orders',
      'no capability Buy',
    ],
  ],
  [{ supports: { Shop: ['Sell', 'Order to cash'] } }, []],
  [{ supports: { Shop: ['Take orders'], Bank: [] } }, ['Shop does not support Take orders', 'no application Bank']],
  [{ components: [{ name: 'Web shop', kind: ['WebApp', 'WebAPI'], application: 'shop' }, { name: 'db' }] }, []],
  [
    { components: [{ name: 'web', kind: 'Cache', application: 'bank' }] },
    ['web: kind WebApp instead of Cache', 'web: application shop instead of bank', 'db is too many'],
  ],
  [{ dependencies: [{ source: 'web', target: 'db', protocol: 'postgres', group: true, propagates: false, minimum: 1 }] }, []],
  [
    { dependencies: [{ source: 'web', target: 'db', protocol: 'MySQL', group: false, propagates: true, minimum: 2 }] },
    [
      'web → db: protocol PostgreSQL instead of MySQL',
      'web → db: propagates false instead of true',
      'web → db: group true instead of false',
      'web → db: minimum 1 instead of 2',
    ],
  ],
])('%j falls short in %j', (expected, wrong) => {
  expect(judged(expected)).toEqual(wrong);
});

/** What fact sheets of LeanIX become, and which way their relations run. */
import { describe, expect, it } from 'vitest';
import type { Manifest } from '@/contract/manifest/schema';
import { edgesOf, failures, importTables } from '@/test/tableImports';

const APPLICATION = 'id,type,name,displayName,businessCriticality,lifecycle:plan,lifecycle:active,lifecycle:endOfLife';
const application = (id: number, name: string, more = ''): string => `${id},Application,${name},${name},${more}`;

/** Two applications, the first with a relation. */
function related(relation: string, to: string, others: Record<string, string> = {}): Manifest {
  const rows = `id,type,name,displayName,${relation}\n${application(1, 'Front', to)}\n${application(2, 'Back')}\n`;
  return importTables({ 'Application.csv': rows, ...others }).manifest;
}

const interfaces = (direction: string, frequency: string): Record<string, string> => ({
  'Interface.csv': `id,type,name,displayName,dataFlowDirection,frequency\n9,Interface,Feed,Feed,${direction},${frequency}\n`,
});
const itComponent = (category: string): Record<string, string> => ({
  'ITComponent.csv': `id,type,name,displayName,category,lifecycle:endOfLife\n8,ITComponent,Okta,Okta,${category},2030-01-31\n`,
});

describe('relations', () => {
  it.each([
    ['relToRequires', 'Front → Back Calls Hard', 'when Back fails, Front is in Outage'],
    ['relToRequiredBy', 'Back → Front Calls Hard', 'when Front fails, Back is in Outage'],
  ])('%s: %s', (relation, edge, sentence) => {
    const manifest = related(relation, 'Back');
    expect([edgesOf(manifest), failures(manifest)]).toEqual([[edge], [sentence]]);
  });

  it.each([
    ['outbound', 'daily', 'Front → Back Consumes Async', 'when Back fails, Front is in Warning'],
    ['outbound', 'realTime', 'Front → Back Calls Hard', 'when Back fails, Front is in Outage'],
    ['bidirectional', 'daily', 'Front → Back Calls Hard', 'when Back fails, Front is in Outage'],
    ['inbound', 'realTime', 'Front → Back Calls Hard', 'when Back fails, Front is in Outage'],
  ])('the consumer of an interface (%s, %s) depends on its provider: %s', (direction, frequency, edge, sentence) => {
    const rows = `id,type,name,displayName,relProviderApplicationToInterface,relConsumerApplicationToInterface\n1,Application,Front,Front,,Feed\n2,Application,Back,Back,Feed,\n`;
    const { manifest } = importTables({ 'Application.csv': rows, ...interfaces(direction, frequency) });
    expect([edgesOf(manifest), failures(manifest)]).toEqual([[edge], [sentence]]);
  });

  it('an interface that only one end is known of is said', () => {
    const rows = `id,type,name,displayName,relConsumerApplicationToInterface\n1,Application,Front,Front,Feed\n`;
    const { says } = importTables({ 'Application.csv': rows, ...interfaces('outbound', 'daily') });
    expect(says).toContain('the interface Feed: nobody provides it');
  });

  it.each([
    ['Software', { technologies: ['Okta'] }, []],
    ['', { technologies: ['Okta'] }, []],
    ['SaaS', {}, ['Front → Okta Calls Hard']],
    ['Service', {}, ['Front → Okta Calls Hard']],
  ])('an IT component of category “%s” is what the application is built on, or needs', (category, facts, edges) => {
    const manifest = related('relApplicationToITComponent', 'Okta', itComponent(category));
    expect(manifest.applications?.[0]?.components?.[0]).toMatchObject(facts);
    expect(edgesOf(manifest)).toEqual(edges);
  });

  it('capabilities and processes are found by their paths, and form a tree', () => {
    const { manifest } = importTables({
      'Application.csv': `id,type,name,displayName,relApplicationToBusinessCapability,relApplicationToProcess\n1,Application,Front,Front,Sales / Orders;Supply,Order to Cash\n`,
      'BusinessCapability.csv':
        'id,type,name,displayName,relToParent\n5,BusinessCapability,Orders,Sales / Orders,Sales\n4,BusinessCapability,Sales,Sales,\n6,BusinessCapability,Supply,Supply,\n',
      'Process.csv': 'id,type,name,displayName\n7,Process,Order to Cash,Order to Cash\n',
    });
    expect(manifest.applications?.[0]).toMatchObject({ capabilities: ['Orders', 'Supply'], processes: ['Order-to-Cash'] });
    expect(manifest.capabilities?.map(({ technicalName, parent }) => [technicalName, parent])).toEqual([
      ['Orders', 'Sales'],
      ['Sales', undefined],
      ['Supply', undefined],
    ]);
  });
});

it.each([
  ['missionCritical,,2020-01-01,', { criticalityTier: 'MissionCritical', lifecycleState: 'Production' }],
  ['businessOperational,2020-01-01,,', { criticalityTier: 'BusinessOperational', lifecycleState: 'Planning' }],
  ['administrativeService,,2009-01-01,2026-06-30', { criticalityTier: 'Administrative', lifecycleState: 'Sunset' }],
])('an application with %s has a tier and a lifecycle, and one component of its name', (cells, facts) => {
  const { manifest } = importTables({ 'Application.csv': `${APPLICATION}\n${application(1, 'Front', cells)}\n` });
  expect(manifest.applications).toEqual([
    { technicalName: 'Front', name: 'Front', ...facts, components: [{ technicalName: 'Front', name: 'Front' }] },
  ]);
});

it('an application and an IT component of one name stay two things', () => {
  const manifest = related('relApplicationToITComponent', 'Back', {
    'ITComponent.csv': 'id,type,name,displayName,category\n8,ITComponent,Back,Back,SaaS\n',
  });
  expect(edgesOf(manifest)).toEqual(['Front → Back-2 Calls Hard']);
});

it('a user group becomes a segment, and a technology knows its end', () => {
  const { manifest, says } = importTables({
    'UserGroup.csv': 'id,type,name,displayName\n3,UserGroup,Shoppers,Shoppers\n',
    ...itComponent('Software'),
  });
  expect([manifest.segments, manifest.technologies]).toEqual([
    [{ technicalName: 'Shoppers', name: 'Shoppers', audienceType: 'Employees' }],
    [{ technicalName: 'Okta', name: 'Okta', endOfSupport: '2030-01-31' }],
  ]);
  expect(says).toContain('Shoppers states no audience, so Employees is assumed');
});

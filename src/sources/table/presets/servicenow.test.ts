/** Which way the relations of ServiceNow run: what depends on what, and what fails with what. */
import { describe, expect, it } from 'vitest';
import { edgesOf, failures, importTables } from '@/test/tableImports';

const CI_HEADER = 'sys_id,name,sys_class_name,busines_criticality,owned_by,operational_status';
const CLASSES = {
  app: 'cmdb_ci_appl',
  other: 'cmdb_ci_appl_custom',
  db: 'cmdb_ci_db_pg_instance',
  queue: 'cmdb_ci_queue_manager',
  server: 'cmdb_ci_linux_server',
  esx: 'cmdb_ci_esx_server',
  site: 'cmdb_ci_datacenter',
  shop: 'cmdb_ci_service_auto',
  depot: 'cmdb_ci_service_auto',
  sales: 'cmdb_ci_service_business',
  selling: 'cmdb_ci_business_process',
};
const CIS = [CI_HEADER, ...Object.entries(CLASSES).map(([name, type]) => `id-${name},${name},${type},,,1`)].join('\n');

function related(parent: string, type: string, child: string) {
  const relations = `parent,type,child\nid-${parent},${type},id-${child}\n`;
  return importTables({ 'cmdb_ci.csv': CIS, 'cmdb_rel_ci.csv': relations });
}

describe('parent, type, child', () => {
  it.each<[string, string, string, string, string]>([
    ['app', 'Depends on::Used by', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
    ['app', 'Depends on::Used by', 'db', 'app → db ReadsWrites Hard', 'when db fails, app is in Outage'],
    ['app', 'Uses::Used by', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
    ['app', 'Consumes::Consumed by', 'queue', 'app → queue PubSub Hard', 'when queue fails, app is in Outage'],
    ['app', 'Runs on::Runs', 'server', 'app → server Calls Hard', 'when server fails, app is in Outage'],
    ['app', 'Hosted on::Hosts', 'server', 'app → server Calls Hard', 'when server fails, app is in Outage'],
    ['app', 'Connects to::Connected by', 'db', 'app → db ReadsWrites Hard', 'when db fails, app is in Outage'],
    ['app', 'Provided by::Provides', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
    ['app', 'Provides::Provided by', 'other', 'other → app Calls Hard', 'when app fails, other is in Outage'],
    ['app', 'Supported by::Supports', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
    ['app', 'Supports::Supported by', 'other', 'other → app Calls Hard', 'when app fails, other is in Outage'],
    ['app', 'Powered by::Powers', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
    ['app', 'Sends data to::Receives data from', 'other', 'other → app Consumes Async', 'when app fails, other is in Warning'],
    ['app', 'Sends data to::Receives data from', 'queue', 'app → queue Publishes Async', 'when queue fails, app is in Warning'],
    ['shop', 'Depends on::Used by', 'depot', 'shop → depot Calls Hard', 'when depot fails, shop is in Outage'],
    ['app', 'DEPENDS ON :: used by', 'other', 'app → other Calls Hard', 'when other fails, app is in Outage'],
  ])('%s “%s” %s: %s', (parent, type, child, edge, sentence) => {
    const { manifest } = related(parent, type, child);
    expect([edgesOf(manifest), failures(manifest)]).toEqual([[edge], [sentence]]);
  });

  const applicationOf = (manifest: ReturnType<typeof related>['manifest'], component: string) =>
    manifest.applications?.find(({ components }) => components?.some(({ technicalName }) => technicalName === component));

  it.each([
    ['shop', 'Contains::Contained by', 'app'],
    ['shop', 'Members::Member of', 'app'],
    ['shop', 'Depends on::Used by', 'app'],
  ])('%s “%s” %s: it is part of the application', (parent, type, child) => {
    const { manifest } = related(parent, type, child);
    expect([applicationOf(manifest, child)?.technicalName, edgesOf(manifest)]).toEqual([parent, []]);
  });

  it.each([
    ['sales', 'shop', 'shop'],
    ['sales', 'app', 'app'],
  ])('a business service that depends on %s %s is supported by its application', (parent, child, application) => {
    const { manifest } = related(parent, 'Depends on::Used by', child);
    expect(manifest.applications?.find(({ technicalName }) => technicalName === application)?.capabilities).toEqual(['sales']);
  });

  it('a business process that depends on an application service takes that application', () => {
    const { manifest } = related('selling', 'Depends on::Used by', 'shop');
    expect(manifest.applications?.find(({ technicalName }) => technicalName === 'shop')?.processes).toEqual(['selling']);
  });

  it.each([
    ['server', 'Located in::Houses', 'site', { hostingZones: ['site'] }],
    ['server', 'Virtualized by::Virtualizes', 'esx', { runtime: 'Vm' }],
    ['server', 'Hosted on::Hosts', 'esx', { runtime: 'Vm' }],
  ])('%s “%s” %s: it runs there', (parent, type, child, facts) => {
    const { manifest } = related(parent, type, child);
    expect(applicationOf(manifest, parent)?.components?.[0]).toMatchObject(facts);
  });

  it('what runs on a machine is where the machine is, and not in two places', () => {
    const relations = 'parent,type,child\nid-server,Virtualized by::Virtualizes,id-esx\nid-esx,Located in::Houses,id-site\n';
    const { manifest } = importTables({ 'cmdb_ci.csv': CIS, 'cmdb_rel_ci.csv': relations });
    expect(applicationOf(manifest, 'server')?.components?.[0]).toMatchObject({ runtime: 'Vm', hostingZones: ['site'] });
  });

  it('a component of two application services is part of the first, and the second depends on it', () => {
    const relations =
      'parent,type,child\nid-shop,Depends on::Used by,id-app\nid-depot,Contains::Contained by,id-app\nid-shop,Depends on::Used by,id-db\n';
    const { manifest } = importTables({ 'cmdb_ci.csv': CIS, 'cmdb_rel_ci.csv': relations });
    expect([applicationOf(manifest, 'app')?.technicalName, applicationOf(manifest, 'db')?.technicalName, failures(manifest)]).toEqual([
      'depot',
      'shop',
      ['when app fails, shop is in Outage'],
    ]);
  });

  it.each([
    ['Cools::Cooled by', 'app', 'the relation type “Cools::Cooled by” is not mapped: 1 row'],
    ['', 'app', 'the relation states no type: 1 row'],
    ['Depends on::Used by', 'nowhere', 'other “Depends on::Used by” id-nowhere, which is in none of these tables'],
    ['Depends on::Used by', 'other', 'other “Depends on::Used by” other: depends on itself'],
    ['Located in::Houses', 'sales', 'other “Located in::Houses” sales: a component cannot run in a capability here'],
  ])('“%s” %s is said, and makes nothing', (type, child, line) => {
    const { manifest, says } = related('other', type, child);
    expect([edgesOf(manifest), says]).toEqual([[], expect.arrayContaining([line])]);
  });
});

it('criticality, owner and state go to the application; what says nothing known is counted', () => {
  const rows = `${CI_HEADER}\n1,a,cmdb_ci_appl,1 - most critical,Team A,6\n2,b,cmdb_ci_appl,urgent,,1\n3,c,cmdb_ci_appl,urgent,,1\n4,p,cmdb_ci_printer,,,\n`;
  const { manifest, says } = importTables({ 'cmdb_ci.csv': rows });
  expect(manifest.applications?.[0]).toMatchObject({ criticalityTier: 'MissionCritical', ownerTeam: 'Team A', lifecycleState: 'Retired' });
  expect(says).toEqual(
    expect.arrayContaining([
      'busines_criticality “urgent” is not a known criticalityTier: 2 cells',
      'sys_class_name “cmdb_ci_printer” is not mapped: 1 row',
    ]),
  );
});

it('exports with labels, and with names in place of numbers, are read too', () => {
  const cis = 'Name,Class,Business criticality\na,Application,2 - somewhat critical\nd,Database Instance,\n';
  const relations = 'Parent,Type,Child\na,Depends on::Used by,d\n';
  const { manifest } = importTables({ 'cmdb_ci.csv': cis, 'cmdb_rel_ci.csv': relations }, { preset: 'servicenow' });
  expect([edgesOf(manifest), manifest.applications?.[0]?.criticalityTier]).toEqual([['a → d ReadsWrites Hard'], 'BusinessCritical']);
});

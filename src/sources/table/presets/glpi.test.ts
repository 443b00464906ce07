/** The impact relations of GLPI run from what fails to what fails with it. */
import { expect, it } from 'vitest';
import { edgesOf, failures, importTables } from '@/test/tableImports';

const RELATIONS = 'id,itemtype_source,items_id_source,itemtype_impacted,items_id_impacted';

it('what is impacted depends on its source, and numbers count within one type of items', () => {
  const { manifest } = importTables({
    'items.csv': 'itemtype,id,name,status\nComputer,3,host,production\nAppliance,3,shop,\nDatabaseInstance,4,db,\n',
    'glpi_impactrelations.csv': `${RELATIONS}\n1,Computer,3,Appliance,3\n2,DatabaseInstance,4,Appliance,3\n`,
  });
  expect(edgesOf(manifest)).toEqual(['shop → host Calls Hard', 'shop → db ReadsWrites Hard']);
  expect(failures(manifest)).toEqual(['when host fails, shop is in Outage', 'when db fails, shop is in Outage']);
});

it('types of items that are no components are counted', () => {
  const { says } = importTables({ 'items.csv': 'itemtype,id,name\nComputer,3,host\nMonitor,3,screen\n' });
  expect(says).toContain('itemtype “Monitor” is not mapped: 1 row');
});

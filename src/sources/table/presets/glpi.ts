/**
 * GLPI: the impact relations (itemtype and items_id of the source and of what it impacts), and lists of items. The source impacts the
 * other, so the other depends on the source.
 */
import type { EntityMapping, Mapping } from '@/sources/table/mapping/mappingSchema';
import type { Preset } from './preset';

const KINDS: Readonly<Record<string, string>> = {
  Computer: 'Infrastructure',
  Software: '',
  Appliance: '',
  Cluster: 'Infrastructure',
  NetworkEquipment: 'Infrastructure',
  DatabaseInstance: 'Database',
  Database: 'Database',
  Enclosure: 'Infrastructure',
  PDU: 'Infrastructure',
  Domain: 'Infrastructure',
  Certificate: '',
};

const item: EntityMapping = {
  as: 'component',
  set: 'item',
  // Numbers are unique among items of one type alone.
  key: ['itemtype+id', 'name'],
  name: 'name',
  fields: {
    description: 'comment',
    ownerTeam: ['group', 'groups_id_tech', 'groups_id'],
    lifecycleState: 'status',
    kind: { column: 'itemtype', map: { ...KINDS, '*': '' } },
    hostingZones: ['location', 'locations_id'],
  },
};

const mapping: Mapping = {
  labels: {
    Name: 'name',
    ID: 'id',
    'Item type': 'itemtype',
    Itemtype: 'itemtype',
    Status: 'status',
    Location: 'location',
    'Group in charge': 'group',
    Comments: 'comment',
  },
  entities: [{ ...item, when: { itemtype: Object.keys(KINDS) } }],
  dependencies: [
    {
      source: 'itemtype_source+items_id_source',
      target: 'itemtype_impacted+items_id_impacted',
      directions: 'reversed',
    },
  ],
};

export const GLPI: Preset = {
  name: 'glpi',
  tool: 'GLPI',
  mapping,
  signs: [
    ['itemtype_source', 'itemtype_impacted'],
    ['itemtype', 'id', 'name'],
  ],
};

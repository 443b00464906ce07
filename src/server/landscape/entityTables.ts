/** How the nine kinds are stored: their Prisma model, their link tables, and the conversion from a row to an entity. */
import { ENTITY_REGISTRY, type EntityOf } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { helpFrom, isHelpField } from './helpColumn';
import type { Transaction } from '@/server/db/transaction';

export interface LinkTable {
  /** The field of the entity. */
  field: string;
  /** The relation in Prisma, the link table, and the columns for this end and the other. */
  relation: string;
  table: string;
  ownColumn: string;
  column: string;
  target: EntityKind;
  /** An extra column of the link. */
  rowField?: 'revenueShare';
}

export interface EntityTable {
  model: 'application' | 'component' | 'capability' | 'process' | 'segment' | 'hostingArea' | 'hostingZone' | 'technology' | 'dataset';
  table: string;
  links: readonly LinkTable[];
}

const linkTable = (field: string, relation: string, table: string, ownColumn: string, column: string, target: EntityKind): LinkTable => ({
  field,
  relation,
  table,
  ownColumn,
  column,
  target,
});

export const ENTITY_TABLES: Readonly<Record<EntityKind, EntityTable>> = {
  application: {
    model: 'application',
    table: 'application',
    links: [
      linkTable('capabilityIds', 'capabilities', 'application_capability', 'applicationId', 'capabilityId', 'capability'),
      linkTable('processIds', 'processes', 'application_process', 'applicationId', 'processId', 'process'),
    ],
  },
  component: {
    model: 'component',
    table: 'component',
    links: [
      linkTable('hostingZoneIds', 'hostingZones', 'component_hosting_zone', 'componentId', 'hostingZoneId', 'hosting-zone'),
      linkTable('technologyIds', 'technologies', 'component_technology', 'componentId', 'technologyId', 'technology'),
      linkTable('datasetIds', 'datasets', 'component_dataset', 'componentId', 'datasetId', 'dataset'),
    ],
  },
  capability: { model: 'capability', table: 'capability', links: [] },
  process: {
    model: 'process',
    table: 'process',
    links: [linkTable('capabilityIds', 'capabilities', 'process_capability', 'processId', 'capabilityId', 'capability')],
  },
  segment: {
    model: 'segment',
    table: 'segment',
    links: [
      {
        ...linkTable('capabilities', 'capabilities', 'segment_capability', 'segmentId', 'capabilityId', 'capability'),
        rowField: 'revenueShare',
      },
    ],
  },
  'hosting-area': { model: 'hostingArea', table: 'hosting_area', links: [] },
  'hosting-zone': { model: 'hostingZone', table: 'hosting_zone', links: [] },
  technology: { model: 'technology', table: 'technology', links: [] },
  dataset: { model: 'dataset', table: 'dataset', links: [] },
};

/** References that are a column of the referring table. */
export const PARENT_COLUMNS: readonly { kind: EntityKind; column: string; target: EntityKind }[] = [
  { kind: 'component', column: 'applicationId', target: 'application' },
  { kind: 'hosting-zone', column: 'hostingAreaId', target: 'hosting-area' },
  { kind: 'capability', column: 'parentId', target: 'capability' },
];

export type EntityRow = Record<string, unknown> & { id: string; technicalName: string; version: number };

/** What all nine Prisma models have in common, so that one use case serves them all. */
export interface EntityModel {
  findFirst(query: object): Promise<EntityRow | null>;
  findMany(query: object): Promise<EntityRow[]>;
  count(query: object): Promise<number>;
  create(query: object): Promise<EntityRow>;
  update(query: object): Promise<EntityRow>;
  deleteMany(query: object): Promise<{ count: number }>;
}

export function modelOf(tx: Transaction, kind: EntityKind): EntityModel {
  return tx[ENTITY_TABLES[kind].model] as unknown as EntityModel;
}

/** Prisma's `include` for all links of a kind. */
export function includeOf(kind: EntityKind): object {
  const { links } = ENTITY_TABLES[kind];
  const entries = links.map((link) => [
    link.relation,
    { select: { [link.column]: true, ...(link.rowField === undefined ? {} : { [link.rowField]: true }) } },
  ]);
  return links.length === 0 ? {} : { include: Object.fromEntries(entries) as object };
}

/** The complete entity as a caller with all rights sees it; links sorted by id. */
export function entityFromRow<Kind extends EntityKind>(kind: Kind, row: EntityRow): EntityOf<Kind> {
  const { links } = ENTITY_TABLES[kind];
  const entity: Record<string, unknown> = {};
  for (const field of Object.keys(ENTITY_REGISTRY[kind].entity.shape)) {
    const link = links.find((candidate) => candidate.field === field);
    entity[field] = link === undefined ? plain(kind, field, row) : linked(link, row[link.relation] as Record<string, unknown>[]);
  }
  return entity as EntityOf<Kind>;
}

function plain(kind: EntityKind, field: string, row: EntityRow): unknown {
  const value = row[field];
  if (isHelpField(field)) return helpFrom(row.help, { table: ENTITY_TABLES[kind].table, column: 'help', id: row.id })[field];
  if (value instanceof Date) return field === 'endOfSupport' ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  return value ?? null;
}

function linked(link: LinkTable, rows: readonly Record<string, unknown>[]): unknown {
  const sorted = [...rows].sort((a, b) => byCodeUnit(String(a[link.column]), String(b[link.column])));
  const { rowField } = link;
  if (rowField === undefined) return sorted.map((row) => row[link.column]);
  return sorted.map((row) => ({ [link.column]: row[link.column], [rowField]: row[rowField] ?? null }));
}

/** Links that point to a kind: what refers to it, and through which table. */
export function linksTo(target: EntityKind): { kind: EntityKind; link: LinkTable }[] {
  return ENTITY_KINDS.flatMap((kind) => ENTITY_TABLES[kind].links.filter((link) => link.target === target).map((link) => ({ kind, link })));
}

/** Reads the whole register from the present or a past landscape, and keeps the few that were requested last. */
import type pg from 'pg';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import {
  compareEntries,
  registerEntry,
  type KnownEnd,
  type RegisterApplication,
  type RegisterDependency,
  type RegisterEntry,
} from '@/domain/register/registerEntry';
import { mostSensitive } from '@/domain/register/dataClasses';
import type { Classification } from '@/domain/vocabulary';
import type { PastInstant } from '@/server/graphs/pastInstant';
import { touchedAfter, type Touched } from '@/server/graphs/touchedAfter';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { eachRowPortion, type RowSource } from '@/server/landscape/rowStreams';
import { runOn } from '@/server/db/transaction';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

export interface Register {
  landscapeVersion: number;
  /** In the register's order. */
  entries: readonly RegisterEntry[];
  applications: readonly RegisterApplication[];
  /** Digests calculated so far, by filters. */
  digests: Map<string, Promise<string>>;
}

interface ComponentRow {
  id: string;
  technicalName: string;
  name: string;
  isExternal: boolean;
  applicationId: string;
  datasetIds: string[];
}
interface DatasetRow {
  id: string;
  classification: Classification;
  containsPersonalData: boolean;
}

const KINDS = ['application', 'component', 'dataset', 'dependency'] as const satisfies readonly ManifestKind[];
type RegisterKind = (typeof KINDS)[number];

const ID = 'e."id"::text as "id"';

/** The columns have the names of the record's fields, so that present rows and past records are read alike. */
const SOURCES: Readonly<Record<RegisterKind, RowSource>> = {
  application: {
    table: 'application',
    columns: [ID, 'e."technicalName"', 'e."name"', 'e."criticalityTier"::text as "criticalityTier"'],
    links: [],
  },
  component: {
    table: 'component',
    columns: [ID, 'e."technicalName"', 'e."name"', 'e."isExternal"', 'e."applicationId"::text as "applicationId"'],
    links: [{ field: 'datasetIds', table: 'component_dataset', ownColumn: 'componentId', column: 'datasetId' }],
  },
  dataset: { table: 'dataset', columns: [ID, 'e."classification"::text as "classification"', 'e."containsPersonalData"'], links: [] },
  dependency: {
    table: 'dependency',
    columns: [
      ID,
      'e."sourceComponentId"::text as "sourceComponentId"',
      'e."targetComponentId"::text as "targetComponentId"',
      'e."dependencyType"::text as "dependencyType"',
      'e."mode"::text as "mode"',
      'e."protocol"',
      'e."transportEncryption"',
      'e."endpointAuthMethod"',
    ],
    links: [],
  },
};

const MOST_REGISTERS = 8;
/** All kept registers together have at most this many entries. */
const MOST_ENTRIES_KEPT = 500_000;

/** The register, at least as new as the landscape was at the time of the call; with `pastInstant`, the register of that instant. */
export async function loadRegister(tenant: TenantDb, pastInstant: PastInstant | null): Promise<Register> {
  const kept = processState('registers', () => new Map<string, Register>());
  const wanted = pastInstant?.version ?? (await landscapeHead(tenant)).version;
  const register = kept.get(`${tenant.tenantId} ${wanted}`) ?? (await readRegister(tenant, pastInstant));
  const key = `${tenant.tenantId} ${register.landscapeVersion}`;
  // The map is in order of use.
  kept.delete(key);
  kept.set(key, register);
  let entries = [...kept.values()].reduce((sum, { entries: { length } }) => sum + length, 0);
  for (const [
    oldest,
    {
      entries: { length },
    },
  ] of kept) {
    if (kept.size <= MOST_REGISTERS && entries <= MOST_ENTRIES_KEPT) break;
    kept.delete(oldest);
    entries -= length;
  }
  return register;
}

async function readRegister(tenant: TenantDb, pastInstant: PastInstant | null): Promise<Register> {
  const { tenantId } = tenant;
  return read.onConnection(tenant, async (client) => {
    const touched: Touched = pastInstant === null ? new Map() : await touchedAfter(client, tenantId, pastInstant.position, KINDS);
    const read = <Row extends { id: string }>(kind: RegisterKind, take: (row: Row) => void): Promise<void> =>
      eachRow(client, tenantId, kind, touched, take);
    const applications = new Map<string, RegisterApplication>();
    await read<RegisterApplication>('application', ({ id, technicalName, name, criticalityTier }) =>
      applications.set(id, { id, technicalName, name, criticalityTier }),
    );
    const datasets = new Map<string, DatasetRow>();
    await read<DatasetRow>('dataset', (row) => datasets.set(row.id, row));
    const ends = new Map<string, KnownEnd>();
    await read<ComponentRow>('component', ({ id, technicalName, name, isExternal, applicationId, datasetIds }) => {
      const used = datasetIds.flatMap((datasetId) => datasets.get(datasetId) ?? []);
      const usesPersonalData = used.some(({ containsPersonalData }) => containsPersonalData);
      const dataClass = mostSensitive(used.map(({ classification }) => classification));
      const application = found(applications, applicationId);
      ends.set(id, { componentId: id, technicalName, name, isExternal, application, usesPersonalData, dataClass });
    });
    const entries: RegisterEntry[] = [];
    await read<RegisterDependency>('dependency', (row) =>
      entries.push(registerEntry(row, found(ends, row.sourceComponentId), found(ends, row.targetComponentId))),
    );
    const landscapeVersion = pastInstant?.version ?? (await versionSeen(client, tenantId));
    return { landscapeVersion, entries: entries.sort(compareEntries), applications: [...applications.values()], digests: new Map() };
  });
}

function found<Value>(known: ReadonlyMap<string, Value>, id: string): Value {
  const value = known.get(id);
  if (value === undefined) throw new Error(`The landscape refers to ${id}, which it does not hold.`);
  return value;
}

/** Every row of a kind: present rows that were not changed since, and past ones. */
async function eachRow<Row extends { id: string }>(
  client: pg.PoolClient,
  tenantId: string,
  kind: RegisterKind,
  touched: Touched,
  take: (row: Row) => void,
): Promise<void> {
  const past = touched.get(kind);
  await eachRowPortion<Row>(runOn(client), tenantId, SOURCES[kind], null, (rows) => {
    for (const row of rows) if (past?.has(row.id) !== true) take(row);
  });
  for (const record of past?.values() ?? []) if (record !== null) take(record as unknown as Row);
}

async function versionSeen(client: pg.PoolClient, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select "version" from "landscape_version" where "tenantId" = $1`, [tenantId]);
  return rows[0]?.version ?? 0;
}

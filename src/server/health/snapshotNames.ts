/**
 * The names that the components and applications of a snapshot had in its landscape version: present names, with later changes reverted
 * from the change log. A component that was renamed or deleted meanwhile appears under the name it had.
 */
import type { ApplicationNames, ComponentNames, NamesById, OpenLists } from '@/domain/health/snapshotLists';
import type { Transaction } from '@/server/db/transaction';
import { KeptSnapshots } from './keptSnapshots';

type Ids = Pick<OpenLists, 'componentIds' | 'applicationIds'>;

interface Touched {
  kind: 'component' | 'application';
  id: string;
  before: (ComponentNames & ApplicationNames) | null;
  after: (ComponentNames & ApplicationNames) | null;
}

/** The names of one tenant in one landscape version; they never change. */
interface Names {
  components: Map<string, ComponentNames>;
  applications: Map<string, ApplicationNames>;
}

/** Those of the tenant that was asked for last are kept however many they are. */
const kept = new KeptSnapshots<Names>('snapshotNames', { rows: 300_000, isLastFree: true });

/** For a version that is not newer than what the transaction sees. Names that were looked up for this version before are reused. */
export async function namesAt(tx: Transaction, tenantId: string, landscapeVersion: number, ids: Ids): Promise<NamesById> {
  const stamp = String(landscapeVersion);
  const { components, applications } = kept.find(tenantId, stamp) ?? { components: new Map(), applications: new Map() };
  const missing = {
    componentIds: ids.componentIds.filter((id) => !components.has(id)),
    applicationIds: ids.applicationIds.filter((id) => !applications.has(id)),
  };
  if (missing.componentIds.length + missing.applicationIds.length > 0) {
    await lookUp(tx, tenantId, missing, landscapeVersion, { components, applications });
    kept.keep(tenantId, stamp, { components, applications }, components.size + applications.size);
  }
  return { component: (id) => known(components.get(id), id), application: (id) => known(applications.get(id), id) };
}

async function lookUp(
  tx: Transaction,
  tenantId: string,
  ids: Ids,
  landscapeVersion: number,
  { components, applications }: Names,
): Promise<void> {
  const present = await presentNames(tx, tenantId, ids);
  for (const { kind, id, before } of await touchedSince(tx, tenantId, landscapeVersion, null, ids)) {
    if (before === null) continue;
    if (kind === 'component') present.components.set(id, before);
    else present.applications.set(id, before);
  }
  for (const [id, { technicalName, name, applicationId }] of present.components) components.set(id, { technicalName, name, applicationId });
  for (const [id, { technicalName, name, criticalityTier, ownerTeam, lifecycleState }] of present.applications)
    applications.set(id, { technicalName, name, criticalityTier, ownerTeam, lifecycleState });
}

/** Whether any name shown here changed between two landscape versions. */
export async function areRenamed(tx: Transaction, tenantId: string, from: number, to: number, ids: Ids): Promise<boolean> {
  const touched = await touchedSince(tx, tenantId, from, to, ids);
  return touched.some(({ kind, before, after }) => shown(kind, before) !== shown(kind, after));
}

function shown(kind: Touched['kind'], record: Touched['before']): string {
  if (record === null) return '';
  const { technicalName, name, applicationId, criticalityTier, ownerTeam, lifecycleState } = record;
  const said =
    kind === 'component' ? [technicalName, name, applicationId] : [technicalName, name, criticalityTier, ownerTeam, lifecycleState];
  return JSON.stringify(said);
}

function known<Names>(names: Names | undefined, id: string): Names {
  if (names === undefined) throw new Error(`Neither the landscape nor its change log knows what ${id} was called`);
  return names;
}

/** Sends and receives one text each, because the ORM is slow with long lists and many rows. */
async function presentNames(tx: Transaction, tenantId: string, { componentIds, applicationIds }: Ids): Promise<Names> {
  const [row] = await tx.$queryRaw<{ components: string | null; applications: string | null }[]>`
    select
      (select json_agg(json_build_array("id", "technicalName", "name", "applicationId"))::text from "component"
        where "tenantId" = ${tenantId}::uuid and "id" = any(string_to_array(${componentIds.join(',')}, ',')::uuid[])) as "components",
      (select json_agg(json_build_array("id", "technicalName", "name", "criticalityTier", "ownerTeam", "lifecycleState"))::text from "application"
        where "tenantId" = ${tenantId}::uuid and "id" = any(string_to_array(${applicationIds.join(',')}, ',')::uuid[])) as "applications"`;
  const components = JSON.parse(row?.components ?? '[]') as [id: string, technicalName: string, name: string, applicationId: string][];
  const applications = JSON.parse(row?.applications ?? '[]') as [
    id: string,
    technicalName: string,
    name: string,
    tier: ApplicationNames['criticalityTier'],
    ownerTeam: string | null,
    lifecycleState: ApplicationNames['lifecycleState'],
  ][];
  return {
    components: new Map(components.map(([id, technicalName, name, applicationId]) => [id, { technicalName, name, applicationId }])),
    applications: new Map(
      applications.map(([id, technicalName, name, criticalityTier, ownerTeam, lifecycleState]) => [
        id,
        { technicalName, name, criticalityTier, ownerTeam, lifecycleState },
      ]),
    ),
  };
}

/**
 * The entities that a transaction changed after version `from`, up to `to` (null: as far as is visible): the state before the first change
 * and after the last.
 */
async function touchedSince(
  tx: Transaction,
  tenantId: string,
  from: number,
  to: number | null,
  { componentIds, applicationIds }: Ids,
): Promise<Touched[]> {
  return tx.$queryRaw<Touched[]>`
    select c."kind", c."entityId"::text as "id",
      (array_agg(c."before" order by s."position", c."sequence"))[1] as "before",
      (array_agg(c."after" order by s."position" desc, c."sequence" desc))[1] as "after"
    from "change_set" s join "change" c on c."tenantId" = s."tenantId" and c."changeSetId" = s."id"
    where s."tenantId" = ${tenantId}::uuid and s."version" > ${from}::int and (${to}::int is null or s."version" <= ${to}::int)
      and c."kind" in ('component', 'application') and c."entityId" = any(string_to_array(${[...componentIds, ...applicationIds].join(',')}, ',')::uuid[])
    group by c."kind", c."entityId"`;
}

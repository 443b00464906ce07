/**
 * Exports the landscape as a manifest. It is sorted, so that the same landscape always gives the same bytes. Without a name it owns
 * nothing.
 */
import type { FileAnswer } from '@/contract/fileAnswer';
import type { Manifest } from '@/contract/manifest/schema';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { schemaLine, writeManifestYaml } from '@/contract/manifest/text/writer';
import { isGuid } from '@/contract/values/guid';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { KnownLandscape } from '@/domain/manifest/declaration';
import {
  FIELD_RULES,
  linkedNames,
  MANIFEST_KINDS,
  type ManifestKind,
  type Share,
  type Value,
  type Values,
} from '@/domain/manifest/manifestFields';
import { noSuch } from '@/server/landscape/namedThings';
import { recordsAt } from '@/server/graphs/landscapeAt';
import { pastInstantOf } from '@/server/graphs/pastInstant';
import { edgeOf, memberOf } from '@/domain/manifest/scenarioValues';
import type { TenantDb } from '@/server/db/tenantDb';
import { append } from '@/plain/grouped';
import { landscapeOf, loadLandscape } from './knownLandscape';
import { withoutManifest } from './withoutManifest';
import { runOn } from '@/server/db/transaction';
import { byCodeUnit } from '@/plain/order';
import { read } from '@/server/db/read';
import { publicAddress } from '@/server/pageAddress';

export interface ExportRequest {
  /** GUID or technicalName of the one application to export. */
  application?: string | undefined;
  /** A past instant, in the format of `at`. */
  at?: string | undefined;
  /** The name of the manifest; default "export". */
  name?: string | undefined;
  /** Whether it may be the name of a manifest that the tenant already has. */
  takeOver?: boolean | undefined;
  /** The name of a manifest, of which is left out what it alone states now. */
  without?: string | undefined;
}

/**
 * The manifest of the whole landscape, or of one application with everything that it refers to. Throws 404, 400 for an instant in the
 * future, and 409 `duplicate` for the name of another manifest.
 */
export async function exportManifest(tenant: TenantDb, principal: Principal, request: ExportRequest = {}): Promise<Manifest> {
  const { application, at, name = EXPORT_MANIFEST_NAME, takeOver = false, without } = request;
  if (name !== EXPORT_MANIFEST_NAME && !takeOver) await assertIsFree(tenant, name);
  const whole =
    at === undefined ? await presentLandscape(tenant) : await landscapeOf(await recordsAt(tenant, await pastInstantOf(tenant, at)));
  const landscape =
    without === undefined
      ? whole
      : await read.onConnection(tenant, (client) => withoutManifest(runOn(client), tenant.tenantId, whole, without));
  const wanted = application === undefined ? null : findApplication(landscape, application);
  return manifestOf(landscape, { name, application: wanted, canSeeRevenue: principal.canSeeRevenue });
}

async function assertIsFree(tenant: TenantDb, name: string): Promise<void> {
  const [row] = await read(
    tenant,
    (tx) => tx.$queryRaw<{ isTaken: boolean }[]>`select exists (
      select 1 from "manifest_ownership" where "tenantId" = ${tenant.tenantId}::uuid and "manifestName" = ${name}) as "isTaken"`,
  );
  if (row?.isTaken === true)
    throw new AppError(
      'duplicate',
      `There is already a manifest named "${name}". Choose another name, or repeat with takeOver=true (faultline export --take-over) if the export is to continue it.`,
    );
}

function presentLandscape(tenant: TenantDb): Promise<KnownLandscape> {
  return read.onConnection(tenant, (client) => {
    const run = runOn(client);
    return loadLandscape(run, tenant.tenantId, [], { ownership: [], isWhole: true });
  });
}

/** The same as a file. */
export async function exportManifestFile(tenant: TenantDb, principal: Principal, request: ExportRequest): Promise<FileAnswer> {
  const content = await exportManifestText(tenant, principal, request, 'yaml');
  return { contentType: 'application/yaml; charset=utf-8', fileName: 'landscape.yaml', content, headers: {} };
}

const NO_REVENUE = 'Without revenue and revenue shares, which you may not see. Pushing this file leaves them as they are.';

/** The same as text. YAML begins with a line that tells editors where the schema is, and says if revenue is left out. */
export async function exportManifestText(
  tenant: TenantDb,
  principal: Principal,
  request: ExportRequest,
  format: 'yaml' | 'json',
): Promise<string> {
  const manifest = await exportManifest(tenant, principal, request);
  if (format === 'json') return `${JSON.stringify(manifest, null, 2)}\n`;
  const isIncomplete = !principal.canSeeRevenue && (manifest.segments ?? []).length > 0;
  return writeManifestYaml(manifest, [schemaLine(publicAddress('schemas/manifest.v1.json')), ...(isIncomplete ? [NO_REVENUE] : [])]);
}

function findApplication({ entities }: KnownLandscape, reference: string): string {
  for (const [name, { id }] of entities.get('application') ?? [])
    if (isGuid(reference) ? id === reference.toLowerCase() : name === reference) return name;
  throw noSuch('application', reference);
}

type Names = ReadonlyMap<ManifestKind, ReadonlySet<string>>;

export interface ExportWish {
  name: string;
  /** Null for the whole landscape. */
  application: string | null;
  canSeeRevenue: boolean;
}

export function manifestOf(landscape: KnownLandscape, { name: manifestName, application, canSeeRevenue }: ExportWish): Manifest {
  const wanted = application === null ? null : closure(landscape, application);
  const all = (kind: ManifestKind): [string, Values][] =>
    [...(landscape.entities.get(kind) ?? [])]
      .filter(([name]) => wanted === null || wanted.get(kind)?.has(name) === true)
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([name, { values }]) => [name, values]);
  const declared = (kind: ManifestKind, parent?: { field: string; name: string }): Record<string, unknown>[] =>
    all(kind)
      .filter(([, values]) => parent === undefined || values[parent.field] === parent.name)
      .map(([technicalName, values]) => ({ technicalName, ...fieldsOf(kind, values, canSeeRevenue, parent?.field) }));
  const nested = (
    children: Map<unknown, Record<string, unknown>[]>,
    item: Record<string, unknown>,
    field: string,
  ): Record<string, unknown> => {
    const within = children.get(item.technicalName);
    return within === undefined ? item : { ...item, [field]: within };
  };
  const components = byParent(all('component'), 'component', 'application', canSeeRevenue);
  const zones = byParent(all('hosting-zone'), 'hosting-zone', 'hostingArea', canSeeRevenue);
  const manifest: Record<string, unknown> = {
    version: 1,
    name: manifestName,
    hostingAreas: declared('hosting-area').map((item) => nested(zones, item, 'zones')),
    technologies: declared('technology'),
    datasets: declared('dataset'),
    capabilities: declared('capability'),
    processes: declared('process'),
    segments: declared('segment'),
    applications: declared('application').map((item) => nested(components, item, 'components')),
    dependencies: all('dependency').map(([, values]) => fieldsOf('dependency', values, canSeeRevenue)),
    scenarios: all('scenario').flatMap(([technicalName, values]) => scenarioOf(landscape, technicalName, values)),
  };
  return Object.fromEntries(
    Object.entries(manifest).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  ) as unknown as Manifest;
}

/** Leaves out members that no longer exist, because a manifest cannot name them. Undefined if none exists. */
function scenarioOf({ entities }: KnownLandscape, technicalName: string, values: Values): Record<string, unknown>[] {
  const { failures: _members, withheldDependencies: _edges, ...plain } = fieldsOf('scenario', values, true);
  const isThere = (kind: ManifestKind, name: string): boolean => entities.get(kind)?.has(name) === true;
  const failures = (values.failures as readonly string[]).map(memberOf).filter(({ entityType, entity }) => isThere(entityType, entity));
  const withheld = (values.withheldDependencies as readonly string[]).filter((name) => isThere('dependency', name)).map(edgeOf);
  if (failures.length === 0) return [];
  return [{ technicalName, ...plain, failures, ...(withheld.length === 0 ? {} : { withheldDependencies: withheld }) }];
}

function byParent(
  rows: readonly [string, Values][],
  kind: ManifestKind,
  field: string,
  canSeeRevenue: boolean,
): Map<unknown, Record<string, unknown>[]> {
  const children = new Map<unknown, Record<string, unknown>[]>();
  for (const [technicalName, values] of rows)
    append(children, values[field], { technicalName, ...fieldsOf(kind, values, canSeeRevenue, field) });
  return children;
}

/** The fields that are set and that the reader may see. */
function fieldsOf(kind: ManifestKind, values: Values, canSeeRevenue: boolean, parentField?: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { field, type } of FIELD_RULES[kind]) {
    const value = values[field];
    const isUnset = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (field === parentField || isUnset || (field === 'annualRevenue' && !canSeeRevenue)) continue;
    // Outside a group, the minimum has no meaning.
    if (field === 'redundancyMinimum' && values.redundancyGroup === null) continue;
    fields[field] = type === 'shares' ? (value as readonly Share[]).map((share) => shareOf(share, canSeeRevenue)) : value;
  }
  return fields;
}

function shareOf({ capability, revenueShare }: Share, canSeeRevenue: boolean): Record<string, unknown> {
  return canSeeRevenue && revenueShare !== null ? { capability, revenueShare } : { capability };
}

/** The application, its components, their dependencies, and everything that these refer to, so that the manifest is complete. */
function closure(landscape: KnownLandscape, application: string): Names {
  const wanted = new Map<ManifestKind, Set<string>>(MANIFEST_KINDS.map((kind) => [kind, new Set()]));
  const own = new Set<string>();
  for (const [name, { values }] of landscape.entities.get('component') ?? []) if (values.application === application) own.add(name);
  const waiting: [ManifestKind, string][] = [
    ['application', application],
    ...[...own].map((name): [ManifestKind, string] => ['component', name]),
  ];
  for (const [name, { values }] of landscape.entities.get('dependency') ?? [])
    if (own.has(String(values.source))) waiting.push(['dependency', name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [kind, name] = next;
    const entity = landscape.entities.get(kind)?.get(name);
    if (entity === undefined || wanted.get(kind)?.has(name) === true) continue;
    wanted.get(kind)?.add(name);
    for (const rule of FIELD_RULES[kind]) {
      const { target } = rule;
      if (target === undefined) continue;
      for (const linked of linkedNames(rule, (entity.values[rule.field] ?? null) as Value)) waiting.push([target, linked]);
    }
  }
  return wanted;
}

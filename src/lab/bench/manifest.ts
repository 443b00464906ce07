/** How long preview, apply, undo and pruning take for 10,000 components and 30,000 dependencies, and how long they block everything else. */
import type { Manifest } from '@/contract/manifest/schema';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import type { Principal } from '@/domain/access';
import { createTenant } from '@/server/auth/tenants';
import { openDatabase, type Database } from '@/server/db/database';
import { listApplies } from '@/server/history/listApplies';
import { undoApply } from '@/server/history/undoApply';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { ManifestRequest } from '@/server/manifest/planManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { MEBIBYTE } from '@/plain/sizes';
import { withBenchDatabase } from './benchDatabase';
import { watchCollections } from './collections';
import { cpuBetween, databaseCpu } from '@/lab/replicas/databaseCpu';
import type { BenchmarkInput } from './benchmarkInput';
import { largeManifest } from './largeManifest';

const principal: Principal = {
  type: 'key',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'bench',
  scopes: ['read', 'write'],
  role: null,
  canSeeRevenue: true,
};

/** Memory of the idle process in bytes, measured once before the first work. */
let idleBytes = 0;

/** Most seconds that each kind of work should take at full size. */
const TARGETS = { preview: 1.5, applyNew: 5, applySome: 2, undo: 5 } as const;
const LONGEST_BLOCK_MS = 50;
const MOST_MEGABYTES = 400;

/**
 * Does one piece of work and prints a line about it: elapsed seconds, processor seconds, the longest block and the longest garbage
 * collection, and memory above that of the idle process.
 */
async function print(database: Database, what: string, target: keyof typeof TARGETS, work: () => Promise<unknown>): Promise<void> {
  let last = performance.now();
  let longestBlockMs = 0;
  let peak = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // The longest time for which nothing else in the process could run.
    longestBlockMs = Math.max(longestBlockMs, now - last - 5);
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const longestCollection = watchCollections();
  const before = await databaseCpu(database);
  const used = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(timer);
  const longestCollectionMs = await longestCollection();
  const { user, system } = process.cpuUsage(used);
  const inDatabase = cpuBetween(before, await databaseCpu(database));
  const megabytes = Math.max(0, peak - idleBytes) / MEBIBYTE;
  const met = (value: number, most: number): string => (value <= most ? 'met' : 'NOT MET');
  process.stdout.write(
    `  ${what.padEnd(44)} ${seconds.toFixed(2)} s (target ${TARGETS[target]} s: ${met(seconds, TARGETS[target])}), processor ${((user + system) / 1e6).toFixed(2)} s and in the database ${inDatabase === null ? '?' : (inDatabase / 1_000).toFixed(2)} s, ` +
      `longest block ${longestBlockMs.toFixed(0)} ms (target ${LONGEST_BLOCK_MS} ms: ${met(longestBlockMs, LONGEST_BLOCK_MS)}), longest collection ${longestCollectionMs.toFixed(0)} ms, ` +
      `${megabytes.toFixed(0)} MB above rest (target ${MOST_MEGABYTES} MB: ${met(megabytes, MOST_MEGABYTES)})\n`,
  );
}

async function newTenant(database: Database): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
  return tenantDb(database, tenantId);
}

interface Source {
  text: string;
  contentType: string;
}
type Format = 'json' | 'yaml';

function textsOf(manifest: Manifest): Record<Format, Source> {
  return {
    yaml: { text: writeManifestYaml(manifest), contentType: 'application/yaml' },
    json: { text: JSON.stringify(manifest), contentType: 'application/json' },
  };
}

/** From an empty landscape to a full one, 500 changes, and back. */
async function previewApplyUndo(tenant: TenantDb, format: Format, impact: boolean, first: Source, second: Source): Promise<void> {
  const request = (source: Source, prune = false): ManifestRequest => ({ source, prune, impact });
  const kind = `${format} ${impact ? 'with' : 'without'} impact`;
  await print(tenant.database, `${kind}, preview of everything new`, 'preview', () => previewManifest(tenant, principal, request(first)));
  await print(tenant.database, `${kind}, apply of everything new`, 'applyNew', () => applyManifest(tenant, principal, request(first)));
  await print(tenant.database, `${kind}, preview of 500 changes`, 'preview', () => previewManifest(tenant, principal, request(second)));
  await print(tenant.database, `${kind}, preview of 500, with prune`, 'preview', () =>
    previewManifest(tenant, principal, request(second, true)),
  );
  await print(tenant.database, `${kind}, apply of 500 changes`, 'applySome', () => applyManifest(tenant, principal, request(second)));
  await print(tenant.database, `${kind}, apply of no change`, 'applySome', () => applyManifest(tenant, principal, request(second)));
  if (impact) return;
  await print(tenant.database, `${kind}, undo of 500 changes`, 'applySome', () => undoLast(tenant, 0));
  await print(tenant.database, `${kind}, undo of everything new`, 'undo', () => undoLast(tenant, 1));
}

/** Undoes the apply after which this many others followed. */
async function undoLast(tenant: TenantDb, later: number): Promise<void> {
  const { items } = await listApplies(tenant, { limit: later + 1 });
  await undoApply(tenant, principal, items[later]?.changeSetId ?? '');
}

/** Prunes everything that a manifest declared, after a preview as people do it, and undoes that. */
async function pruneAndUndo(tenant: TenantDb, first: Source): Promise<void> {
  await applyManifest(tenant, principal, { source: first, prune: false, impact: false });
  const nothing = { source: textsOf({ version: 1, name: 'large' }).json, prune: true, allowDelete: 1_000_000 };
  await print(tenant.database, 'prune of everything, preview with impact', 'preview', () =>
    previewManifest(tenant, principal, { ...nothing, impact: true }),
  );
  await print(tenant.database, 'prune of everything, apply with impact', 'applyNew', () =>
    applyManifest(tenant, principal, { ...nothing, impact: true }),
  );
  await print(tenant.database, 'undo of the prune', 'undo', () => undoLast(tenant, 0));
  await print(tenant.database, 'prune of everything, apply without impact', 'applyNew', () =>
    applyManifest(tenant, principal, { ...nothing, impact: false }),
  );
}

const FULL = { components: 10_000, dependencies: 30_000 };
const TINY = { components: 40, dependencies: 100 };

/** Prints one line per case. The parts are json, yaml, impact and prune. */
export async function run({ part, isTiny, addresses }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  const manifest = largeManifest(size);
  const first = textsOf(manifest);
  const second = textsOf({
    ...manifest,
    applications: manifest.applications?.map((application) => ({ ...application, ownerTeam: 'Another team' })),
  });
  const [components, dependencies] = [size.components, size.dependencies].map((count) => count.toLocaleString('en'));
  const megabytes = ({ text }: Source): string => (text.length / 1e6).toFixed(1);
  process.stdout.write(
    `manifest: ${components} components, ${dependencies} dependencies; ${megabytes(first.yaml)} MB of YAML, ${megabytes(first.json)} MB of JSON\n`,
  );
  await withBenchDatabase(addresses, async (opened) => {
    const database = openDatabase(opened, 8);
    try {
      // The first start of the thread that reads manifests builds it from source, which a server never does.
      await previewManifest(await newTenant(database), principal, {
        source: textsOf({ version: 1, name: 'x' }).json,
        prune: false,
        impact: false,
      });
      idleBytes = process.memoryUsage.rss();
      for (const format of ['json', 'yaml'] as const)
        if (part === null || part === format)
          await previewApplyUndo(await newTenant(database), format, false, first[format], second[format]);
      if (part === null || part === 'impact') await previewApplyUndo(await newTenant(database), 'json', true, first.json, second.json);
      if (part === null || part === 'prune') await pruneAndUndo(await newTenant(database), first.json);
    } finally {
      await database.close();
    }
  });
}

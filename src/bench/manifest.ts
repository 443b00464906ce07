/** How long preview, apply, pruning and its undo take for 10,000 components and 30,000 dependencies, and how they hold up everything else meanwhile. */
import type { Manifest } from '@/contract/manifest/schema';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import type { Principal } from '@/domain/access';
import { createTenant } from '@/server/auth/tenants';
import { openDatabase, type Database } from '@/server/db';
import { listApplies } from '@/server/history/listApplies';
import { undoApply } from '@/server/history/undoApply';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { ManifestRequest } from '@/server/manifest/planManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { tenantDb, type TenantDb } from '@/server/tenantDb';
import { MEBIBYTE } from '@/plain/sizes';
import { withBenchDatabase } from './benchDatabase';
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

interface Measured {
  seconds: number;
  /** The longest time for which nothing else in the process could run. */
  longestBlockMs: number;
  peakMegabytes: number;
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  let last = performance.now();
  let longestBlockMs = 0;
  let peak = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - last - 10);
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(timer);
  return { seconds, longestBlockMs, peakMegabytes: peak / MEBIBYTE };
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

/** Does one piece of work and prints one line of it, with its target in seconds. */
async function print(what: string, targetSeconds: number, work: () => Promise<unknown>): Promise<void> {
  const { seconds, longestBlockMs, peakMegabytes } = await measure(work);
  const verdict = seconds <= targetSeconds ? 'within' : 'OVER';
  process.stdout.write(
    `  ${what}: ${seconds.toFixed(2)} s (${verdict} ${targetSeconds} s), longest block ${longestBlockMs.toFixed(0)} ms, peak ${peakMegabytes.toFixed(0)} MB\n`,
  );
}

async function previewAndApply(tenant: TenantDb, format: Format, impact: boolean, first: Source, second: Source): Promise<void> {
  const request = (source: Source, prune = false): ManifestRequest => ({ source, prune, impact });
  const [previewTarget, applyTarget] = (format === 'yaml' ? [6, 12] : [2, 6]).map((seconds) => seconds * (impact ? 3 : 1)) as [
    number,
    number,
  ];
  const kind = `${format} ${impact ? 'with' : 'without'} impact`;
  await print(`${kind}, preview of everything new`, previewTarget, () => previewManifest(tenant, principal, request(first)));
  await print(`${kind}, apply of everything new`, applyTarget, () => applyManifest(tenant, principal, request(first)));
  await print(`${kind}, preview of 500 changes with prune`, previewTarget, () => previewManifest(tenant, principal, request(second, true)));
  await print(`${kind}, apply of no change`, applyTarget, () => applyManifest(tenant, principal, request(first)));
}

/** Takes everything away that a manifest brought, as somebody does who has looked at it first, and brings it back. */
async function pruneAndUndo(tenant: TenantDb, first: Source): Promise<void> {
  await applyManifest(tenant, principal, { source: first, prune: false, impact: false });
  const nothing = { source: textsOf({ version: 1, name: 'large' }).json, prune: true, allowDelete: 1_000_000 };
  await print('prune of everything, preview with impact', 6, () => previewManifest(tenant, principal, { ...nothing, impact: true }));
  await print('prune of everything, apply with the impact of its preview', 18, () =>
    applyManifest(tenant, principal, { ...nothing, impact: true }),
  );
  const { items } = await listApplies(tenant, { limit: 1 });
  await print('undo of the prune', 6, () => undoApply(tenant, principal, items[0]?.changeSetId ?? ''));
  await print('prune of everything again, apply without impact', 6, () => applyManifest(tenant, principal, { ...nothing, impact: false }));
}

const FULL = { components: 10_000, dependencies: 30_000 };
const TINY = { components: 40, dependencies: 100 };

/** Prints one line a case, with its target in seconds. The part `prune` is pruning and its undo alone. */
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
      for (const format of part === 'prune' ? [] : (['json', 'yaml'] as const)) {
        for (const impact of [false, true]) await previewAndApply(await newTenant(database), format, impact, first[format], second[format]);
      }
      await pruneAndUndo(await newTenant(database), first.json);
    } finally {
      await database.close();
    }
  });
}

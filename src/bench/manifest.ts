/** How long preview and apply take for 10,000 components and 30,000 dependencies, as YAML and as JSON, and how they hold up everything else meanwhile. */
import { writeManifestYaml } from '@/contract/manifestYamlText';
import type { Principal } from '@/domain/access';
import { migrate } from '@/ops/migrate';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';
import { createTenant } from '@/server/auth/tenants';
import { openDatabase, type Database } from '@/server/db';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { ManifestRequest } from '@/server/manifest/planManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { tenantDb, type TenantDb } from '@/server/tenantDb';
import { largeManifest } from './largeManifest';

const principal: Principal = { type: 'key', id: '00000000-0000-4000-8000-000000000001', name: 'bench', scopes: ['read', 'write'], role: null, canSeeRevenue: true };

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
  return { seconds, longestBlockMs, peakMegabytes: peak / 1_048_576 };
}

async function newTenant(database: Database): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
  return tenantDb(database, tenantId);
}

/** Prints one line a case, with its target in seconds. */
export async function run(): Promise<void> {
  const cluster = await startTemporaryCluster();
  try {
    await migrate({ url: cluster.url, log: () => undefined });
    const database = openDatabase(cluster.url, 8);
    const manifest = largeManifest({ components: 10_000, dependencies: 30_000 });
    const changed = { ...manifest, applications: manifest.applications?.map((application) => ({ ...application, ownerTeam: 'Another team' })) };
    const texts = (of: typeof manifest) => ({ yaml: { text: writeManifestYaml(of), contentType: 'application/yaml' }, json: { text: JSON.stringify(of), contentType: 'application/json' } });
    const first = texts(manifest);
    const second = texts(changed);
    process.stdout.write(`manifest: 10,000 components, 30,000 dependencies; ${(first.yaml.text.length / 1e6).toFixed(1)} MB of YAML, ${(first.json.text.length / 1e6).toFixed(1)} MB of JSON\n`);
    for (const format of ['json', 'yaml'] as const) {
      for (const impact of [false, true]) {
        const tenant = await newTenant(database);
        const factor = impact ? 3 : 1;
        const request = (source: ManifestRequest['source'], prune = false): ManifestRequest => ({ source, prune, impact });
        const print = (what: string, target: number, { seconds, longestBlockMs, peakMegabytes }: Measured): void => {
          const verdict = seconds <= target * factor ? 'within' : 'OVER';
          process.stdout.write(
            `  ${format} ${impact ? 'with' : 'without'} impact, ${what}: ${seconds.toFixed(2)} s (${verdict} ${target * factor} s), longest block ${longestBlockMs.toFixed(0)} ms, peak ${peakMegabytes.toFixed(0)} MB\n`,
          );
        };
        const [previewTarget, applyTarget] = format === 'yaml' ? [6, 12] : [2, 6];
        print('preview of everything new', previewTarget, await measure(() => previewManifest(tenant, principal, request(first[format]))));
        print('apply of everything new', applyTarget, await measure(() => applyManifest(tenant, principal, request(first[format]))));
        print('preview of 500 changes with prune', previewTarget, await measure(() => previewManifest(tenant, principal, request(second[format], true))));
        print('apply of no change', applyTarget, await measure(() => applyManifest(tenant, principal, request(first[format]))));
      }
    }
    await database.close();
  } finally {
    await cluster.stop();
  }
}

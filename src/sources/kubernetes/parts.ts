/** A component that is being made of a resource, and the application that it belongs to. */
import type { ManifestComponent } from '@/contract/manifest/schema';
import type { CriticalityTier } from '@/domain/vocabulary';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import type { ImportReport } from '@/sources/proposal/importReport';
import { importedName } from '@/sources/proposal/importedText';
import type { Product } from '@/sources/words/products';
import type { Resource } from './resources';
import type { Workload } from './workloads';

export interface Part {
  resource: Resource;
  /** As the resource is called. */
  name: string;
  component: ManifestComponent;
  workload: Workload | null;
  product: Product | null;
  decidesModes: boolean;
  isTelemetry: boolean;
  applicationKey: string;
}

export interface ApplicationFacts {
  ownerTeam: string | undefined;
  criticalityTier: CriticalityTier | undefined;
}

const PART_OF = 'app.kubernetes.io/part-of';
/** What several workloads that were installed together share. */
const RELEASES = ['app.kubernetes.io/instance', 'argocd.argoproj.io/instance', 'release'];
const OWN = 'faultline.io/';

/** The statement of somebody who knows Faultline or Backstage: by annotation or label. */
function statedOf({ labels, annotations }: Resource, field: string): string | undefined {
  return annotations.get(`${OWN}${field}`) ?? labels.get(`${OWN}${field}`);
}

export function statedName(resource: Resource): string | undefined {
  const { labels, annotations } = resource;
  return statedOf(resource, 'name') ?? annotations.get('backstage.io/kubernetes-id') ?? labels.get('backstage.io/kubernetes-id');
}

/** The releases to which at least two of the resources belong. A release of one says nothing. */
export function releasesOf(resources: readonly Resource[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const resource of resources) {
    const release = releaseOf(resource);
    if (release !== undefined && resource.labels.get(PART_OF) === undefined) counts.set(release, (counts.get(release) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([release]) => release));
}

function releaseOf({ labels, annotations }: Resource): string | undefined {
  return RELEASES.map((label) => labels.get(label)).find((value) => value !== undefined) ?? annotations.get('meta.helm.sh/release-name');
}

/** What the application of a resource is called. */
export function applicationOf(resource: Resource, releases: ReadonlySet<string>, isByNamespace: boolean): string {
  const stated = statedOf(resource, 'application');
  if (stated !== undefined) return stated;
  if (isByNamespace) return resource.namespace;
  const release = releaseOf(resource);
  return resource.labels.get(PART_OF) ?? (release !== undefined && releases.has(release) ? release : resource.name);
}

/** The team and tier that the resources of one application state; the first statement counts. */
export function applicationFacts(resources: readonly Resource[], report: ImportReport): ApplicationFacts {
  const first = (field: string, ...labels: string[]): string | undefined =>
    resources.map((one) => statedOf(one, field) ?? labels.map((label) => one.labels.get(label)).find(Boolean)).find(Boolean);
  const tier = first('tier');
  const criticalityTier = CRITICALITY_TIERS.find((one) => one.toLowerCase() === tier?.toLowerCase().replace(/[^a-z]/g, ''));
  if (tier !== undefined && criticalityTier === undefined)
    report.notMapped(resources[0]?.position, `${OWN}tier is none of ${CRITICALITY_TIERS.join(', ')}`);
  return { ownerTeam: importedName(first('owner', 'team', 'owner')), criticalityTier };
}

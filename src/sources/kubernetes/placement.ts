/** In which zones workloads run: by the nodes and pods of a running cluster, else by what the workloads ask for. */
import type { ManifestHostingArea } from '@/contract/manifest/schema';
import { byCodeUnit } from '@/plain/order';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { NamePool } from '@/sources/proposal/namePool';
import { LabelIndex } from './hostTable';
import type { Resource } from './resources';
import type { Workload } from './workloads';

const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';

export class Placement {
  private readonly zoneOfNode = new Map<string, string>();
  private readonly regionOfZone = new Map<string, string>();
  private readonly technicalNames = new Map<string, string>();
  private readonly names = new NamePool();
  private readonly pods: LabelIndex<Resource>;

  constructor(nodes: readonly Resource[], pods: readonly Resource[]) {
    for (const { name, labels } of nodes) {
      const zone = labels.get(ZONE);
      if (zone === undefined) continue;
      this.zoneOfNode.set(name, zone);
      const region = labels.get(REGION);
      if (region !== undefined) this.regionOfZone.set(zone, region);
    }
    this.pods = new LabelIndex(pods, ({ namespace, labels }) => ({ namespace, labels }));
  }

  /** TechnicalNames of zones; empty if nothing says where it runs. */
  zonesOf({ namespace, podLabels, zones, isDaemon, isSpread, replicas }: Workload): string[] {
    const all = [...new Set(this.zoneOfNode.values())];
    const seen = this.pods
      .matching(namespace, podLabels)
      .flatMap(({ root }) => this.zoneOfNode.get(textOf(fieldOf(root, 'spec', 'nodeName')) ?? '') ?? []);
    const asked = zones.length > 0 ? zones : isDaemon || (isSpread && (replicas ?? 0) > 1) ? all : [];
    return [...new Set(seen.length > 0 ? seen : asked)].sort(byCodeUnit).map((zone) => this.nameOf(zone));
  }

  /** Those whose zones were asked for. `cluster` names the area of zones without a region. */
  areas(cluster: string): ManifestHostingArea[] {
    const byRegion = new Map<string, { technicalName: string; name: string }[]>();
    for (const [zone, technicalName] of [...this.technicalNames].sort(([one], [other]) => byCodeUnit(one, other))) {
      const region = this.regionOfZone.get(zone) ?? cluster;
      byRegion.set(region, [...(byRegion.get(region) ?? []), { technicalName, name: zone }]);
    }
    const names = new NamePool();
    return [...byRegion]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([region, zones]) => ({ technicalName: names.take(region), name: region, zones }));
  }

  private nameOf(zone: string): string {
    const name = this.technicalNames.get(zone) ?? this.names.take(zone);
    this.technicalNames.set(zone, name);
    return name;
  }
}

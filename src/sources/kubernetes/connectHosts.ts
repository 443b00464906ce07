/** Connects the names of Services and Secrets with the components that they stand for. */
import type { ComponentKind } from '@/domain/vocabulary';
import { listed } from '@/sources/listed';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, itemsOf, textOf } from '@/sources/proposal/locatedYaml';
import { kindOfName } from '@/sources/words/backstageWords';
import { productNamed } from '@/sources/words/products';
import { HostTable, LabelIndex } from './hostTable';
import { kindOfPort } from './kinds';
import type { Part } from './parts';
import type { Resource } from './resources';
import type { ServiceFacts, SortedResources } from './sortResources';

export interface Landscape {
  table: HostTable<Part>;
  /** By namespace and name of a Secret: what it leads to. */
  bySecret: ReadonlyMap<string, Part>;
  /** Components outside of the cluster, which Services without pods stand for. */
  external: Part[];
}

/** `external` makes the component of something outside. */
export function connectHosts(
  { services, operated }: SortedResources,
  parts: readonly Part[],
  external: (resource: Resource, kind: ComponentKind) => Part,
  report: ImportReport,
): Landscape {
  const table = new HostTable<Part>();
  const bySecret = new Map<string, Part>();
  const run = parts.filter(({ workload }) => workload !== null);
  const index = new LabelIndex(run, ({ workload, resource }) => ({
    namespace: resource.namespace,
    labels: workload?.podLabels ?? new Map(),
  }));
  const aliases = new Map<Part, string[]>();
  for (const { name, namespace, selector, resource } of services) {
    const targets = index.matching(namespace, selector);
    table.add(namespace, name, targets);
    for (const target of targets) aliases.set(target, [...(aliases.get(target) ?? []), name]);
    if (targets.length === 0 && selector.size > 0)
      report.notMapped(resource.position, `the Service ${name} selects no workload of these files`, 'Services without a workload');
  }
  // A Service of Knative has its own name; a StatefulSet names the Service of its pods even where that is not among the files.
  for (const part of run) for (const service of ownServices(part)) table.add(part.resource.namespace, service, [part]);
  const byResource = new Map(parts.map((part) => [part.resource, part]));
  for (const { resource, services: made, secrets } of operated) {
    const part = byResource.get(resource);
    if (part === undefined) continue;
    for (const service of made) table.add(resource.namespace, service, [part]);
    for (const secret of secrets) bySecret.set(`${resource.namespace} ${secret}`, part);
  }
  for (const [{ name }, names] of aliases)
    if (names.length > 1)
      report.decided(undefined, `${listed(names)} are Services of one workload, ${name}`, 'workloads with several Services');
  return { table, bySecret, external: outside(services, table, external) };
}

/** Services without a selector lead out of the cluster, unless their external name is one inside it. */
function outside(
  services: readonly ServiceFacts[],
  table: HostTable<Part>,
  external: (resource: Resource, kind: ComponentKind) => Part,
): Part[] {
  return services.flatMap(({ name, namespace, selector, externalName, resource }) => {
    if (selector.size > 0 || table.lookUp(name, namespace) !== null) return [];
    const inside = externalName === undefined ? null : table.lookUp(externalName, namespace);
    if (inside !== null) {
      table.add(namespace, name, inside);
      return [];
    }
    const ports = itemsOf(fieldOf(resource.root, 'spec', 'ports')).map((port) => Number(textOf(fieldOf(port, 'port'))));
    const part = external(resource, productNamed(name)?.kind ?? kindOfName(name) ?? kindOfPort(ports) ?? 'Other');
    table.add(namespace, name, [part]);
    return [part];
  });
}

function ownServices({ resource }: Part): string[] {
  const { group, kind, name, root } = resource;
  const headless = textOf(fieldOf(root, 'spec', 'serviceName'));
  return [...(group === 'serving.knative.dev' ? [name] : []), ...(kind === 'StatefulSet' && headless !== undefined ? [headless] : [])];
}

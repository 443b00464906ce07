/** Sorts resources by what they say about a landscape, and reports those that say nothing. */
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { operatedBy, type Operated } from './operators';
import { tellRead, textsOf, type Resource } from './resources';
import { isRoute } from './routes';
import { formOf, WorkloadReader, type Workload } from './workloads';

export interface ServiceFacts {
  resource: Resource;
  name: string;
  namespace: string;
  selector: ReadonlyMap<string, string>;
  externalName: string | undefined;
}

export interface SortedResources {
  workloads: Workload[];
  operated: Operated[];
  services: ServiceFacts[];
  routes: Resource[];
  gateways: Resource[];
  policies: Resource[];
  nodes: Resource[];
  /** Those that workloads have started. */
  pods: Resource[];
  budgets: { namespace: string; selector: ReadonlyMap<string, string>; keeps: string }[];
  /** `namespace name` of workloads whose replicas something else decides. */
  scaled: ReadonlySet<string>;
}

type Use = 'service' | 'route' | 'gateway' | 'policy' | 'node' | 'budget' | 'scaler' | 'configMap' | 'endpoints';
/** By group and kind: what it is read for, if it becomes no component itself. */
const USES: ReadonlyMap<string, Use> = new Map([
  [' Service', 'service'],
  ['gateway.networking.k8s.io Gateway', 'gateway'],
  ['networking.istio.io Gateway', 'gateway'],
  ['networking.k8s.io NetworkPolicy', 'policy'],
  [' Node', 'node'],
  ['policy PodDisruptionBudget', 'budget'],
  ['autoscaling HorizontalPodAutoscaler', 'scaler'],
  ['keda.sh ScaledObject', 'scaler'],
  [' ConfigMap', 'configMap'],
  [' Endpoints', 'endpoints'],
  ['discovery.k8s.io EndpointSlice', 'endpoints'],
]);
const HOOK = 'helm.sh/hook';

export function sortResources(resources: readonly Resource[], report: ImportReport): SortedResources {
  const by = (use: Use): Resource[] => resources.filter((one) => USES.get(`${one.group} ${one.kind}`) === use);
  const scaled = new Set([...by('scaler').map(scaledBy), ...resources.map(takenBy).filter((key) => key !== null)]);
  const reader = new WorkloadReader(by('configMap'));
  const sorted: SortedResources = {
    workloads: [],
    operated: [],
    services: by('service').filter(isOrdinary).map(serviceOf),
    routes: resources.filter(isRoute),
    gateways: by('gateway'),
    policies: by('policy'),
    nodes: by('node'),
    pods: resources.filter(({ kind, isOwned }) => kind === 'Pod' && isOwned),
    budgets: by('budget').map(({ root, namespace }) => ({
      namespace,
      selector: textsOf(fieldOf(root, 'spec', 'selector', 'matchLabels')),
      keeps: keptBy(root),
    })),
    scaled,
  };
  for (const resource of resources) if (!sortOne(resource, sorted, reader, report)) report.ignored(resource.position, resource.kind);
  tellUses(by, sorted, report);
  return sorted;
}

/** Whether the resource says anything about a landscape. */
function sortOne(resource: Resource, sorted: SortedResources, reader: WorkloadReader, report: ImportReport): boolean {
  const { kind, name, position, isOwned, annotations } = resource;
  if (USES.has(`${resource.group} ${kind}`) || isRoute(resource)) return true;
  const operated = operatedBy(resource);
  if (operated !== null) {
    sorted.operated.push(operated);
    return true;
  }
  if (formOf(resource) === undefined) return false;
  if (isOwned) {
    if (kind !== 'Pod') report.ignored(position, `${kind} of another workload`);
    return true;
  }
  const why = annotations.has(HOOK) ? 'it runs only while Helm installs or updates' : null;
  const workload = why === null ? reader.read(resource) : null;
  const reason = why ?? whyNot(workload, sorted.scaled);
  if (reason === null && workload !== null) sorted.workloads.push(workload);
  else report.notMapped(position, `the ${kind} ${name}, because ${reason}`, 'workloads that were left out');
  return true;
}

function whyNot(workload: Workload | null, scaled: ReadonlySet<string>): string | null {
  if (workload === null) return 'it has no pods of its own';
  return workload.replicas === 0 && !scaled.has(`${workload.namespace} ${workload.name}`) ? '0 replicas of it are wanted' : null;
}

/** The service of the cluster itself is nobody's. */
function isOrdinary({ name, namespace }: Resource): boolean {
  return !(name === 'kubernetes' && namespace === 'default');
}

function serviceOf(resource: Resource): ServiceFacts {
  const { name, namespace, root } = resource;
  return {
    resource,
    name,
    namespace,
    selector: textsOf(fieldOf(root, 'spec', 'selector')),
    externalName: textOf(fieldOf(root, 'spec', 'externalName')),
  };
}

function scaledBy({ root, namespace }: Resource): string {
  return `${namespace} ${textOf(fieldOf(root, 'spec', 'scaleTargetRef', 'name')) ?? ''}`;
}

/** A Rollout may run the pods of a Deployment, which then has no replicas itself. */
function takenBy({ root, namespace }: Resource): string | null {
  const name = textOf(fieldOf(root, 'spec', 'workloadRef', 'name'));
  return name === undefined ? null : `${namespace} ${name}`;
}

/** Of a disruption budget: `at least 2`. */
function keptBy(root: Resource['root']): string {
  const stated = (field: string): string | undefined => /^\d{1,9}%?$/.exec(textOf(fieldOf(root, 'spec', field)) ?? '')?.[0];
  const least = stated('minAvailable');
  return least === undefined ? `all but ${stated('maxUnavailable') ?? '1'}` : `at least ${least}`;
}

function tellUses(by: (use: Use) => Resource[], { pods, routes, gateways }: SortedResources, report: ImportReport): void {
  tellRead('read for the names of workloads', [...by('service'), ...by('endpoints')], report);
  tellRead('read for host names', by('configMap'), report);
  tellRead('read for what leads into the cluster', [...routes, ...gateways], report);
  tellRead('read for replicas and zones', [...by('node'), ...by('budget'), ...by('scaler'), ...pods], report);
  tellRead('read for what may call what', by('policy'), report);
}

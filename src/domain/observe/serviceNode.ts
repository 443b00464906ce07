/** The component that a service is, by what its resources say. Pure. */
import type { ComponentKind, CriticalityTier, Runtime } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { unknownNode, type ObservedNode } from './observed';
import type { Attributes } from './span';

/** Attributes that a person names because their resources carry them. */
export interface OwnAttributes {
  owner?: string | undefined;
  group?: string | undefined;
}

const TIERS: Readonly<Record<string, CriticalityTier>> = {
  critical: 'MissionCritical',
  high: 'BusinessCritical',
  medium: 'BusinessOperational',
  low: 'Administrative',
};

/** Null for services without a name. */
export function serviceKey(resource: Attributes): string | null {
  const name = resource['service.name'] ?? '';
  return name === '' || name.startsWith('unknown_service') ? null : `service ${namespaceOf(resource) ?? ''}/${name}`;
}

const namespaceOf = (resource: Attributes): string | null => resource['service.namespace'] ?? resource['k8s.namespace.name'] ?? null;

export function serviceNode(key: string, resource: Attributes): ObservedNode {
  const known = { namespace: namespaceOf(resource), kind: kindOfResource(resource), isService: true };
  return { ...unknownNode(key, resource['service.name'] ?? ''), ...known };
}

/** Adds what another instance of the service says. */
export function learn(node: ObservedNode, resource: Attributes, { owner, group }: OwnAttributes): void {
  node.runtime ??= runtimeOf(resource);
  node.tier ??= TIERS[resource['service.criticality']?.toLowerCase() ?? ''] ?? null;
  node.component ??= given(resource['faultline.component']);
  node.owner ??= owner === undefined ? null : given(resource[owner]);
  node.group ??= group === undefined ? null : given(resource[group]);
  const zone = given(resource['cloud.availability_zone']);
  if (zone === null || node.zones.some(({ name }) => name === zone)) return;
  node.zones.push({ area: given(resource['cloud.region']) ?? zone, name: zone });
  node.zones.sort((one, other) => byCodeUnit(one.name, other.name));
}

const given = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

function kindOfResource(resource: Attributes): ComponentKind {
  if (resource['telemetry.sdk.language'] === 'webjs') return 'WebApp';
  if (/^(?:android|ios)$/i.test(resource['os.name'] ?? '')) return 'MobileApp';
  return resource.component === 'proxy' ? 'Infrastructure' : 'Other';
}

function runtimeOf(resource: Attributes): Runtime | null {
  if (resource['faas.name'] !== undefined) return 'Serverless';
  if (Object.keys(resource).some((name) => name.startsWith('k8s.') || name === 'container.id')) return 'Containers';
  return resource['host.name'] !== undefined || resource['host.id'] !== undefined ? 'Vm' : null;
}

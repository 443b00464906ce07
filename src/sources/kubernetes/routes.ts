/** What brings traffic into the cluster: ingresses, routes of gateways and of meshes, and the Services that they lead to. */
import { fieldOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import type { Resource } from './resources';

export interface Route {
  /** `nginx`; '' if it does not say. */
  controller: string;
  backends: { host: string; namespace: string; position: Position }[];
}

type Reader = (resource: Resource, classOf: (gateway: string, namespace: string) => string) => Route | null;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['networking.k8s.io Ingress', readIngress],
  ['extensions Ingress', readIngress],
  ...['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'].map((kind): [string, Reader] => [
    `gateway.networking.k8s.io ${kind}`,
    readGatewayRoute,
  ]),
  ['networking.istio.io VirtualService', readVirtualService],
  ['traefik.io IngressRoute', readTraefikRoute],
  ['traefik.containo.us IngressRoute', readTraefikRoute],
  ['route.openshift.io Route', readOpenShiftRoute],
]);

export const isRoute = ({ group, kind }: Resource): boolean => READERS.has(`${group} ${kind}`);

/** Null for one that only routes inside a mesh. */
export function readRoute(resource: Resource, gateways: readonly Resource[]): Route | null {
  const read = READERS.get(`${resource.group} ${resource.kind}`);
  const route = read?.(resource, (name, namespace) => {
    const gateway = gateways.find((one) => one.name === name && one.namespace === namespace);
    return textOf(fieldOf(gateway?.root, 'spec', 'gatewayClassName')) ?? '';
  });
  return route ?? null;
}

/** Its backends, each by the field that names the Service. */
function named(backends: readonly (Located | undefined)[], namespace: string): Route['backends'] {
  return backends.flatMap((one) => {
    const host = textOf(one);
    return one === undefined || host === undefined ? [] : [{ host, namespace, position: one.position }];
  });
}

function readIngress({ root, namespace, annotations }: Resource): Route {
  const paths = itemsOf(fieldOf(root, 'spec', 'rules')).flatMap((rule) => itemsOf(fieldOf(rule, 'http', 'paths')));
  const backends = [
    ...paths.map((path) => fieldOf(path, 'backend')),
    fieldOf(root, 'spec', 'defaultBackend'),
    fieldOf(root, 'spec', 'backend'),
  ];
  return {
    controller: textOf(fieldOf(root, 'spec', 'ingressClassName')) ?? annotations.get('kubernetes.io/ingress.class') ?? '',
    backends: named(
      backends.map((backend) => fieldOf(backend, 'service', 'name') ?? fieldOf(backend, 'serviceName')),
      namespace,
    ),
  };
}

function readGatewayRoute({ root, namespace }: Resource, classOf: Parameters<Reader>[1]): Route {
  const [parent] = itemsOf(fieldOf(root, 'spec', 'parentRefs'));
  const refs = itemsOf(fieldOf(root, 'spec', 'rules')).flatMap((rule) => itemsOf(fieldOf(rule, 'backendRefs')));
  return {
    controller: classOf(textOf(fieldOf(parent, 'name')) ?? '', textOf(fieldOf(parent, 'namespace')) ?? namespace),
    backends: refs.flatMap((ref) => named([fieldOf(ref, 'name')], textOf(fieldOf(ref, 'namespace')) ?? namespace)),
  };
}

function readVirtualService({ root, namespace }: Resource): Route | null {
  const gateways = itemsOf(fieldOf(root, 'spec', 'gateways')).map(textOf);
  if (gateways.every((one) => one === 'mesh')) return null;
  const rules = ['http', 'tcp', 'tls'].flatMap((protocol) => itemsOf(fieldOf(root, 'spec', protocol)));
  const hosts = rules.flatMap((rule) => itemsOf(fieldOf(rule, 'route'))).map((one) => fieldOf(one, 'destination', 'host'));
  return { controller: 'istio', backends: named(hosts, namespace) };
}

function readTraefikRoute({ root, namespace }: Resource): Route {
  const services = itemsOf(fieldOf(root, 'spec', 'routes')).flatMap((route) => itemsOf(fieldOf(route, 'services')));
  return {
    controller: 'traefik',
    backends: services.flatMap((one) => named([fieldOf(one, 'name')], textOf(fieldOf(one, 'namespace')) ?? namespace)),
  };
}

function readOpenShiftRoute({ root, namespace }: Resource): Route {
  return { controller: 'openshift', backends: named([fieldOf(root, 'spec', 'to', 'name')], namespace) };
}

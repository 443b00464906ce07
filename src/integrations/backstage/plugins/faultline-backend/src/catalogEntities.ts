/** Turns Faultline's applications and components into entities of a Backstage catalog. */
import { createHash } from 'node:crypto';
import { ANNOTATION_LOCATION, ANNOTATION_ORIGIN_LOCATION, type Entity } from '@backstage/catalog-model';
import { APPLICATION_ANNOTATION, COMPONENT_ANNOTATION } from '@faultline/backstage-plugin-common';

/** A page elsewhere, such as a runbook. */
export interface LandscapeReference {
  kind: string;
  label: string;
  url: string;
}

/** Older servers do not send it. */
interface Help {
  contact?: string | null;
  references?: LandscapeReference[];
}

export interface LandscapeApplication extends Help {
  id: string;
  technicalName: string;
  name: string;
  description: string | null;
  lifecycleState: string;
  ownerTeam: string | null;
}

export interface LandscapeComponent extends Help {
  id: string;
  applicationId: string;
  technicalName: string;
  name: string;
  description: string | null;
  kind: string;
}

export interface LandscapeDependency {
  sourceComponentId: string;
  targetComponentId: string;
}

export interface Landscape {
  applications: LandscapeApplication[];
  components: LandscapeComponent[];
  dependencies: LandscapeDependency[];
}

export interface CatalogPlace {
  namespace: string;
  defaultOwner: string;
  /** Pages of the tenant, as in https://faultline.example.com/t/TENANT. */
  pages: string;
}

/** What `spec.type` says of a component, by its kind. Those in RESOURCES become resources. */
const TYPES: Readonly<Record<string, string>> = {
  WebAPI: 'service',
  WebApp: 'website',
  MobileApp: 'mobile-app',
  DesktopApp: 'desktop-app',
  Worker: 'worker',
  ScheduledJob: 'job',
  Integration: 'integration',
  Identity: 'identity',
  Database: 'database',
  Queue: 'queue',
  Cache: 'cache',
  EventBus: 'event-bus',
  Storage: 'storage',
  Infrastructure: 'infrastructure',
};
const RESOURCES = new Set(['Database', 'Queue', 'Cache', 'EventBus', 'Storage', 'Infrastructure']);
const LIFECYCLES: Readonly<Record<string, string>> = {
  Planning: 'experimental',
  Development: 'experimental',
  Pilot: 'experimental',
  Production: 'production',
  Sunset: 'deprecated',
  Retired: 'deprecated',
};
const LONGEST_NAME = 63;
/** Whom to contact when it fails: `faultline import backstage` reads it too. */
const CONTACT_ANNOTATION = 'faultline.io/contact';

/** Systems first, then components and resources, each in the order given. A dependency with an unknown end is left out. */
export function catalogEntities({ applications, components, dependencies }: Landscape, place: CatalogPlace): Entity[] {
  const byId = new Map(applications.map((application) => [application.id, application]));
  const refs = new Map(components.map((component) => [component.id, componentRef(component, place)]));
  const dependsOn = new Map<string, Set<string>>();
  for (const { sourceComponentId, targetComponentId } of dependencies) {
    const target = refs.get(targetComponentId);
    if (target === undefined) continue;
    const targets = dependsOn.get(sourceComponentId) ?? new Set();
    dependsOn.set(sourceComponentId, targets.add(target));
  }
  return [
    ...applications.map((application) => systemOf(application, place)),
    ...components.map((component) =>
      componentOf(component, byId.get(component.applicationId), [...(dependsOn.get(component.id) ?? [])].sort(), place),
    ),
  ];
}

function systemOf(application: LandscapeApplication, place: CatalogPlace): Entity {
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'System',
    metadata: metadataOf(application, 'application', APPLICATION_ANNOTATION, place),
    spec: { owner: ownerOf(application, place) },
  };
}

function componentOf(
  component: LandscapeComponent,
  application: LandscapeApplication | undefined,
  dependsOn: string[],
  place: CatalogPlace,
): Entity {
  const isResource = RESOURCES.has(component.kind);
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: isResource ? 'Resource' : 'Component',
    metadata: metadataOf(component, 'component', COMPONENT_ANNOTATION, place),
    spec: {
      type: TYPES[component.kind] ?? 'other',
      ...(isResource ? {} : { lifecycle: LIFECYCLES[application?.lifecycleState ?? ''] ?? 'production' }),
      owner: application === undefined ? place.defaultOwner : ownerOf(application, place),
      ...(application === undefined ? {} : { system: `${place.namespace}/${entityName(application.technicalName)}` }),
      ...(dependsOn.length === 0 ? {} : { dependsOn }),
    },
  };
}

function componentRef({ kind, technicalName }: LandscapeComponent, { namespace }: CatalogPlace): string {
  return `${RESOURCES.has(kind) ? 'resource' : 'component'}:${namespace}/${entityName(technicalName)}`;
}

function metadataOf(
  { id, technicalName, name, description, contact, references = [] }: LandscapeApplication | LandscapeComponent,
  entityType: string,
  annotation: string,
  { namespace, pages }: CatalogPlace,
): Entity['metadata'] {
  const page = `${pages}/blast-radius?${new URLSearchParams({ entityType, entityId: id }).toString()}`;
  return {
    name: entityName(technicalName),
    namespace,
    title: name,
    ...(description === null || description === '' ? {} : { description }),
    annotations: {
      [annotation]: technicalName,
      ...(contact == null || contact === '' ? {} : { [CONTACT_ANNOTATION]: contact }),
      [ANNOTATION_LOCATION]: `url:${page}`,
      [ANNOTATION_ORIGIN_LOCATION]: `url:${page}`,
    },
    links: [
      ...references.map(({ kind, label, url }) => ({ url, title: label, type: kind.toLowerCase() })),
      { url: page, title: 'Blast radius in Faultline' },
    ],
  };
}

/** A team's name becomes the name of a group, as people would write it: "Web Shop" is group:default/web-shop. */
function ownerOf({ ownerTeam }: LandscapeApplication, { defaultOwner }: CatalogPlace): string {
  const slug = (ownerTeam ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? defaultOwner : `group:default/${slug.slice(0, LONGEST_NAME).replace(/-+$/, '')}`;
}

/** The technicalName itself if the catalog takes it; otherwise what is left of it and a digest, so that two names never become one. */
export function entityName(technicalName: string): string {
  if (technicalName.length <= LONGEST_NAME && /^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/.test(technicalName)) return technicalName;
  const digest = createHash('sha256').update(technicalName).digest('hex').slice(0, 8);
  const left = technicalName
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME - 1 - digest.length)
    .replace(/^-+|-+$/g, '');
  return `${left}-${digest}`;
}

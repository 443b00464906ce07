/** What the browser reads of a landscape: the picture, one component among its neighbours, and entities of any kind by a part of their name. */
import {
  MOST_NEIGHBOURS,
  type ComponentPlace,
  type FindEntitiesInput,
  type FoundEntity,
  type LandscapePicture,
  type LandscapePictureInput,
  type Neighbour,
} from '@/contract/landscapePicture';
import { AppError } from '@/domain/errors';
import type { EntityTable } from '@/domain/graph/entityTable';
import type { EntityFact } from '@/domain/graph/landscapeFacts';
import type { DependencyView, LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { LinkTable } from '@/domain/graph/linkTable';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { currentGraph } from '../impact/graphStore';
import { inTenant, type TenantDb } from '../tenantDb';
import { ENTITY_TABLES } from './entityTables';
import { foldLandscape } from './foldLandscape';
import { literalPattern } from './search';

export async function readPicture(tenant: TenantDb, input: LandscapePictureInput): Promise<LandscapePicture> {
  const { graph } = await currentGraph(tenant);
  return foldLandscape(graph, input.open ?? []);
}

/** Throws 404. */
export async function readComponentPlace(tenant: TenantDb, reference: string): Promise<ComponentPlace> {
  const { graph } = await currentGraph(tenant);
  const found = graph.findEntity('component', reference);
  if (found === null) throw new AppError('not_found', `There is no component "${reference.slice(0, 128)}".`);
  const node = found.index;
  const component = graph.componentView(node);
  const dependencies = graph.dependenciesOf(node);
  const dependents = graph.dependentsOf(node);
  return {
    component,
    application: namedOf(graph.applications.at(graph.applications.indexOf(component.applicationId))),
    dependencies: neighbours(graph, dependencies, 'targetComponentId'),
    dependents: neighbours(graph, dependents, 'sourceComponentId'),
    counts: { dependencies: dependencies.length, dependents: dependents.length },
    hostingZones: linked(graph.links.componentZones, graph.hostingZones, node),
    technologies: linked(graph.links.componentTechnologies, graph.technologies, node),
    datasets: linked(graph.links.componentDatasets, graph.datasets, node),
  };
}

function namedOf({ id, technicalName, name }: EntityFact): EntityFact {
  return { id, technicalName, name };
}

function linked(links: LinkTable, table: EntityTable<EntityFact>, node: number): EntityFact[] {
  return Array.from(links.named.row(node), (index) => namedOf(table.at(index))).sort((a, b) => (a.technicalName < b.technicalName ? -1 : 1));
}

function neighbours(graph: LandscapeGraph, views: readonly DependencyView[], end: 'sourceComponentId' | 'targetComponentId'): Neighbour[] {
  const rows = views.map(({ id, dependencyType, mode, required, propagates, redundancyGroup, [end]: otherId }) => {
    const component = graph.componentView(graph.components.find(otherId));
    const applicationName = graph.applications.at(graph.applications.indexOf(component.applicationId)).name;
    return { dependencyId: id, component, applicationName, dependencyType, mode, required, propagates, redundancyGroup };
  });
  return rows.sort((a, b) => (a.component.technicalName < b.component.technicalName ? -1 : 1)).slice(0, MOST_NEIGHBOURS);
}

/** The best matches first: the very name, then what begins with it, then what holds it; short names before long ones. */
export async function findEntities(tenant: TenantDb, input: FindEntitiesInput): Promise<FoundEntity[]> {
  const kinds = input.kinds ?? ENTITY_KINDS;
  const limit = input.limit ?? 20;
  const search = input.search.trim();
  const pattern = literalPattern(search);
  const perKind = kinds.map(
    (kind) => `(select '${kind}' as "kind", "id"::text as "id", "technicalName", "name", ${ENTITY_KINDS.indexOf(kind)} as place,
      case when lower("technicalName") = lower($2) or lower("name") = lower($2) then 0
           when "technicalName" ilike $3 || '%' or "name" ilike $3 || '%' then 1 else 2 end as rank
      from "${ENTITY_TABLES[kind].table}"
      where "tenantId" = $1::uuid and ("technicalName" ilike '%' || $3 || '%' or "name" ilike '%' || $3 || '%')
      order by rank, length("technicalName"), "technicalName" limit ${limit})`,
  );
  const order = search === '' ? 'place, "technicalName"' : 'rank, length("technicalName"), place, "technicalName"';
  return inTenant(tenant, (tx) =>
    tx.$queryRawUnsafe<FoundEntity[]>(
      `select "kind", "id", "technicalName", "name" from (${perKind.join(' union all ')}) found order by ${order} limit ${limit}`,
      tenant.tenantId,
      search,
      pattern,
    ),
  );
}

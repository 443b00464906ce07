/** Reads a landscape in other forms than a picture: all of it in groups, and one component with its neighbors. */
import {
  MOST_NEIGHBOURS,
  type ComponentPlace,
  type LandscapePicture,
  type LandscapeFilters,
  type LandscapePictureInput,
  type LandscapeRows,
  type LandscapeRowsInput,
  type Neighbour,
} from '@/contract/landscapePicture';
import { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import type { DependencyView, Entities, Landscape, Links } from '@/domain/graph/landscape/views';
import { liveStates, NOTHING_LIVE } from '@/server/health/liveStates';
import { currentGraph } from '@/server/graphs/graphStore';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { byCodeUnit } from '@/plain/order';
import { graphAskedOf } from '@/server/impact/impactQuestion';
import { drawnComponent, foldLandscape } from './foldLandscape';
import { healthOf, isMaintained, select } from './landscapeSelection';

/** The components, groups and dependencies that match, folded until they can be read. The past has no health. */
export async function readContents(tenant: TenantDb, input: LandscapePictureInput): Promise<LandscapePicture> {
  const live = input.at === undefined ? await liveStates(tenant) : NOTHING_LIVE;
  const { domains } = await landscapeHead(tenant);
  const { graph } = await graphAskedOf(tenant, input.at);
  const folded = foldLandscape(graph, live, { ...input, filters: filtersAt(input) }, domains);
  return input.at === undefined ? { ...folded, components: await withReports(tenant, folded.components) } : folded;
}

/** A page of all components that match the filters, however many there are. */
export async function readLandscapeRows(
  tenant: TenantDb,
  { focus, cursor = 0, limit, ...input }: LandscapeRowsInput,
): Promise<LandscapeRows> {
  const live = input.at === undefined ? await liveStates(tenant) : NOTHING_LIVE;
  const { domains } = await landscapeHead(tenant);
  const { graph } = await graphAskedOf(tenant, input.at);
  const { nodes, isSelected, passes } = select(graph, live, filtersAt(input), focus, undefined, domains, Infinity);
  const rankOf = graph.components.nameRanks();
  const badness = new Map(nodes.map((node) => [node, BADNESS.indexOf(healthOf(graph, live, node))]));
  const inOrder = nodes.sort((a, b) => badness.get(a)! - badness.get(b)! || rankOf(a) - rankOf(b));
  const countOn = (side: 'dependencies' | 'dependents', node: number): number => {
    let count = 0;
    graph.edges.eachNeighbour(side, node, passes, (other) => (count += isSelected[other] ?? 0));
    return count;
  };
  // Before anything is waited for: the graph may be edited meanwhile.
  const items = inOrder.slice(cursor, cursor + limit).map((node) => ({
    ...drawnComponent(graph, live, null, node),
    dependencies: countOn('dependencies', node),
    dependents: countOn('dependents', node),
  }));
  return {
    total: inOrder.length,
    items: input.at === undefined ? await withReports(tenant, items) : items,
    nextCursor: cursor + limit < inOrder.length ? cursor + limit : null,
  };
}

/** A past landscape is shown without health, so it is not filtered by health either. */
function filtersAt({ filters = {}, at }: Pick<LandscapePictureInput, 'filters' | 'at'>): LandscapeFilters {
  if (at === undefined) return filters;
  const { health: _health, ...others } = filters;
  return others;
}

const BADNESS = ['Outage', 'Degraded', 'Warning', 'Unreported', 'Healthy'];

/** Throws 404. */
export async function readComponentPlace(tenant: TenantDb, reference: string): Promise<ComponentPlace> {
  const live = await liveStates(tenant);
  const { graph } = await currentGraph(tenant);
  const found = graph.findEntity('component', reference);
  if (found === null) throw new AppError('not_found', `There is no component "${reference.slice(0, 128)}".`);
  const node = found.index;
  const component = graph.componentView(node);
  const application = graph.components.applicationOf(node);
  const dependencies = graph.dependenciesOf(node);
  const dependents = graph.dependentsOf(node);
  // Before anything is waited for: the graph may be edited meanwhile.
  const place = {
    component,
    live: {
      health: healthOf(graph, live, node),
      isUnderMaintenance: isMaintained(graph, live, node),
      isFlapping: live.flapping.has(component.id),
    },
    application: applicationOf(graph, application),
    capabilities: linked(graph.links.applicationCapabilities, graph.capabilities, application),
    dependencies: neighbours(graph, dependencies, 'targetComponentId'),
    dependents: neighbours(graph, dependents, 'sourceComponentId'),
    counts: { dependencies: dependencies.length, dependents: dependents.length },
    hostingZones: linked(graph.links.componentZones, graph.hostingZones, node),
    technologies: linked(graph.links.componentTechnologies, graph.technologies, node),
    datasets: linked(graph.links.componentDatasets, graph.datasets, node),
  };
  return { ...place, live: { ...place.live, lastReport: (await readLastReports(tenant, [component.id])).get(component.id) ?? null } };
}

type LastReport = ComponentPlace['live']['lastReport'];

async function readLastReports(tenant: TenantDb, componentIds: readonly string[]): Promise<Map<string, LastReport>> {
  if (componentIds.length === 0) return new Map();
  const rows = await read<{ id: string; state: HealthState; at: Date; isStale: boolean }>(
    tenant,
    {
      name: 'last reports',
      text: `select "componentId"::text as id, "state", "observedAt" as "at", "isStale" from "component_health" where "tenantId" = $1::uuid and "componentId" = any($2::uuid[])`,
    },
    [componentIds],
  );
  return new Map(rows.map(({ id, state, at, isStale }) => [id, { state, at: at.toISOString(), isStale }]));
}

async function withReports<Row extends { id: string }>(
  tenant: TenantDb,
  rows: readonly Row[],
): Promise<(Row & { lastReport: LastReport })[]> {
  const reports = await readLastReports(
    tenant,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, lastReport: reports.get(row.id) ?? null }));
}

function applicationOf(graph: Landscape, index: number): ComponentPlace['application'] {
  const { id, technicalName, name, criticalityTier, lifecycleState, ownerTeam } = graph.applications.at(index);
  return { id, technicalName, name, criticalityTier, lifecycleState, ownerTeam };
}

type Named = ComponentPlace['datasets'][number];

function namedOf({ id, technicalName, name }: Named): Named {
  return { id, technicalName, name };
}

function linked(links: Links, table: Entities, node: number): Named[] {
  return Array.from(links.named.row(node), (index) => namedOf(table.at(index))).sort((a, b) =>
    byCodeUnit(a.technicalName, b.technicalName),
  );
}

function neighbours(graph: Landscape, views: readonly DependencyView[], end: 'sourceComponentId' | 'targetComponentId'): Neighbour[] {
  const rows = views.map(({ id, dependencyType, mode, required, propagates, redundancyGroup, [end]: otherId }) => {
    const component = graph.componentView(graph.components.find(otherId));
    const applicationName = graph.applications.at(graph.applications.indexOf(component.applicationId)).name;
    return { dependencyId: id, component, applicationName, dependencyType, mode, required, propagates, redundancyGroup };
  });
  return rows.sort((a, b) => byCodeUnit(a.component.technicalName, b.component.technicalName)).slice(0, MOST_NEIGHBOURS);
}

/** What a start runs on: zones, areas, technologies and datasets that are not components, but whose failure would make it fail. */
import type { Analysis } from './analysis';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type { EntityFact } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Named } from '@/domain/named';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

export const MOST_GROUNDS = 24;
const DEGRADED = 2;

export interface ColumnGround extends Named {
  kind: 'hosting-zone' | 'hosting-area' | 'technology' | 'dataset';
  /** The state of the start if this failed as in the question. */
  state: HealthState;
}

/**
 * For the origins of the graph's traversal: a zone that contains only some of a component's instances makes it at most Degraded, as when
 * the zone itself fails. Leaves out the entity of the question. Worst first, then by kind and technical name.
 */
export function groundsOf(graph: LandscapeGraph, { entity, state }: Analysis): { listed: ColumnGround[]; omitted: number } {
  const severity = HEALTH_STATES.indexOf(state);
  const { queue, originCount } = graph.traversal;
  const { componentZones, componentTechnologies, componentDatasets, zoneAreas } = graph.links;
  const tops = topsOf(graph, queue.subarray(0, originCount), entity.kind);
  const zones = new Map<number, number>();
  const areas = new Map<number, number>();
  const technologies = new Map<number, number>();
  const datasets = new Map<number, number>();
  for (const node of tops) {
    const own = componentZones.named.row(node);
    const ownAreas = new Set<number>();
    for (const zone of own) {
      worsen(zones, zone, own.length === 1 ? severity : Math.min(severity, DEGRADED));
      for (const area of zoneAreas.named.row(zone)) ownAreas.add(area);
    }
    for (const area of ownAreas) worsen(areas, area, ownAreas.size === 1 ? severity : Math.min(severity, DEGRADED));
    for (const technology of componentTechnologies.named.row(node)) worsen(technologies, technology, severity);
    for (const dataset of componentDatasets.named.row(node)) worsen(datasets, dataset, severity);
  }
  const all = [
    ...listedOf(graph.hostingZones, 'hosting-zone', zones),
    ...listedOf(graph.hostingAreas, 'hosting-area', areas),
    ...listedOf(graph.technologies, 'technology', technologies),
    ...listedOf(graph.datasets, 'dataset', datasets),
  ].filter(({ id }) => id !== entity.id);
  all.sort((a, b) => HEALTH_STATES.indexOf(b.state) - HEALTH_STATES.indexOf(a.state));
  return { listed: all.slice(0, MOST_GROUNDS), omitted: Math.max(0, all.length - MOST_GROUNDS) };
}

/** An entity that stands for applications has the state of its outermost components, as in every upstream answer. */
function topsOf(graph: LandscapeGraph, origins: Int32Array, kind: string): Iterable<number> {
  const byApplication = kind === 'application' || kind === 'capability' || kind === 'process' || kind === 'segment';
  return byApplication ? origins.filter((node) => graph.outermost.has(node)) : origins;
}

function worsen(severities: Map<number, number>, index: number, severity: number): void {
  severities.set(index, Math.max(severities.get(index) ?? 0, severity));
}

function listedOf(table: EntityTable<EntityFact>, kind: ColumnGround['kind'], severities: ReadonlyMap<number, number>): ColumnGround[] {
  const rows = Array.from(severities, ([index, severity]) => {
    const { id, technicalName, name } = table.at(index);
    return { id, kind, technicalName, name, state: HEALTH_STATES[severity] ?? 'Healthy' };
  });
  return rows.sort((a, b) => byCodeUnit(a.technicalName, b.technicalName));
}

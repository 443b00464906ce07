/** Copies a landscape graph, so that the copy can be edited without affecting the original. */
import { LandscapeGraphBuilder } from './graphBuilder';
import { graphOf } from './landscapeGraph';
import type { LandscapeGraph } from './landscapeGraph';
import type { Landscape } from './views';
import { componentFactOf, dependencyFactOf } from './whileEdited';
import { finish } from '@/plain/steps';

/**
 * The same entities, links and dependencies at the same version; nodes, slots and indexes may differ. Links come from the link tables,
 * because a fact may still name something that was removed.
 */
export function copyLandscape(landscape: Landscape): LandscapeGraph {
  const graph = graphOf(landscape);
  const { links, capabilities, processes, hostingAreas, edges } = graph;
  const nodes = [...graph.nodes()];
  const slots = nodes.flatMap((node) => [...edges.dependencies.companionsIn(node)]);
  const idsIn = (table: { at(index: number): { id: string } }, row: Int32Array): string[] => Array.from(row, (index) => table.at(index).id);
  return finish(
    new LandscapeGraphBuilder()
      .addAll({
        applications: [...graph.applications].map((fact) => {
          const index = graph.applications.indexOf(fact.id);
          return {
            ...fact,
            capabilityIds: idsIn(capabilities, links.applicationCapabilities.named.row(index)),
            processIds: idsIn(processes, links.applicationProcesses.named.row(index)),
          };
        }),
        capabilities: [...capabilities].map((fact) => {
          const [parentId = null] = idsIn(capabilities, links.capabilityParents.named.row(capabilities.indexOf(fact.id)));
          return { ...fact, parentId };
        }),
        processes: [...processes].map((fact) => ({
          ...fact,
          capabilityIds: idsIn(capabilities, links.processCapabilities.named.row(processes.indexOf(fact.id))),
        })),
        segments: [...graph.segments].map((fact) => ({
          ...fact,
          capabilities: fact.capabilities.filter(({ capabilityId }) => capabilities.has(capabilityId)),
        })),
        hostingAreas: [...hostingAreas],
        hostingZones: [...graph.hostingZones],
        technologies: [...graph.technologies],
        datasets: [...graph.datasets],
        components: nodes.map((node) => componentFactOf(graph, node)),
        dependencies: slots.map((slot) => dependencyFactOf(graph, slot)),
      })
      .seal(graph.version),
  );
}

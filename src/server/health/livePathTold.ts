/** Describes one path of a present or past failure for the API. */
import type { LivePath } from '@/contract/replay';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { liveImpact, type ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { livePath } from '@/domain/graph/questions/live/livePath';
import { toldSteps } from '@/server/impact/impactPaths';

/** Throws 404 if the component is not impacted. */
export function toldPath(graph: Landscape, health: ReportedHealth, component: string): LivePath {
  const found = graph.findEntity('component', component);
  const path = found === null ? null : livePath(liveImpact(graph, health), found.index);
  if (path === null) throw new AppError('not_found', `No current cause affects "${component.slice(0, 128)}".`);
  const { id, name } = graph.componentView(graph.components.find(path.causeId));
  const componentIds = [id, ...path.steps.map(({ sourceComponentId }) => sourceComponentId)];
  const way = componentIds.map((componentId) => ({
    componentId,
    applicationId: graph.componentView(graph.components.find(componentId)).applicationId,
  }));
  return { cause: { id, name }, steps: toldSteps(graph, path.steps), way };
}

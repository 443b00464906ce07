/** Cuts a picture out of a landscape graph: whole when small, folded by application when large, so that no browser ever gets the whole of a large one. */
import { MOST_APPLICATIONS, WHOLE_UP_TO_COMPONENTS, type LandscapePicture, type PictureApplication, type PictureBundle } from '@/contract/landscapePicture';
import type { DependencyView, LandscapeGraph } from '@/domain/graph/landscapeGraph';

/** Must run to its end before the next await, as all reading of a graph. `open` are the applications to unfold. */
export function foldLandscape(graph: LandscapeGraph, open: readonly string[]): LandscapePicture {
  const isFolded = graph.components.count > WHOLE_UP_TO_COMPONENTS;
  const all = applicationsOf(graph);
  const applications = isFolded ? all.slice(0, MOST_APPLICATIONS) : all;
  const frame = {
    landscapeVersion: graph.version,
    isFolded,
    counts: { components: graph.components.count, applications: all.length, dependencies: graph.edges.count },
    applications,
    applicationsOmitted: all.length - applications.length,
  };
  if (!isFolded) {
    const { components, dependencies } = graph.landscape();
    return { ...frame, components, dependencies: dependencies.map(withoutSurplus), bundles: [], notOpened: [] };
  }
  return { ...frame, ...foldedParts(graph, applications, open) };
}

/** Largest first, then by technicalName in code unit order. */
function applicationsOf(graph: LandscapeGraph): PictureApplication[] {
  const rows = [...graph.applications].map(({ id, technicalName, name, criticalityTier, ownerTeam }) => {
    const componentCount = graph.components.ofApplication.rowLength(graph.applications.indexOf(id));
    return { id, technicalName, name, criticalityTier, ownerTeam, componentCount };
  });
  return rows.sort((a, b) => b.componentCount - a.componentCount || (a.technicalName < b.technicalName ? -1 : 1));
}

type FoldedParts = Pick<LandscapePicture, 'components' | 'dependencies' | 'bundles' | 'notOpened'>;

function foldedParts(graph: LandscapeGraph, applications: readonly PictureApplication[], open: readonly string[]): FoldedParts {
  const shown = new Set(applications.map(({ id }) => graph.applications.indexOf(id)));
  const opened = new Set<number>();
  const notOpened: string[] = [];
  const nodes: number[] = [];
  for (const id of new Set(open)) {
    const application = graph.applications.indexOf(id);
    if (application === -1 || !shown.has(application)) continue;
    const inside = graph.components.ofApplication.row(application);
    if (nodes.length + inside.length > WHOLE_UP_TO_COMPONENTS) notOpened.push(id);
    else {
      opened.add(application);
      nodes.push(...inside);
    }
  }
  const dependencies: DependencyView[] = [];
  const bundles = new Map<string, { bundle: PictureBundle; parts: Map<string, PictureBundle['parts'][number]> }>();
  for (const node of graph.nodes()) {
    const source = graph.components.applications[node] ?? -1;
    if (!shown.has(source)) continue;
    for (const dependency of graph.dependenciesOf(node)) {
      const targetNode = graph.components.find(dependency.targetComponentId);
      const target = graph.components.applications[targetNode] ?? -1;
      if (!shown.has(target)) continue;
      if (opened.has(source) && opened.has(target)) dependencies.push(dependency);
      else if (source !== target) {
        const sourceId = opened.has(source) ? dependency.sourceComponentId : graph.applications.at(source).id;
        const targetId = opened.has(target) ? dependency.targetComponentId : graph.applications.at(target).id;
        addToBundle(bundles, sourceId, targetId, dependency);
      }
    }
  }
  return {
    components: nodes.map((node) => graph.componentView(node)),
    dependencies: dependencies.map(withoutSurplus),
    bundles: [...bundles.values()].map(({ bundle, parts }) => ({ ...bundle, parts: [...parts.values()] })),
    notOpened,
  };
}

function addToBundle(
  bundles: Map<string, { bundle: PictureBundle; parts: Map<string, PictureBundle['parts'][number]> }>,
  sourceId: string,
  targetId: string,
  { dependencyType, mode, propagates }: DependencyView,
): void {
  const key = `${sourceId} ${targetId}`;
  let held = bundles.get(key);
  if (held === undefined) {
    held = { bundle: { sourceId, targetId, parts: [] }, parts: new Map() };
    bundles.set(key, held);
  }
  const partKey = `${dependencyType} ${mode} ${String(propagates)}`;
  const part = held.parts.get(partKey);
  if (part === undefined) held.parts.set(partKey, { dependencyType, mode, propagates, count: 1 });
  else part.count++;
}

function withoutSurplus(view: DependencyView): LandscapePicture['dependencies'][number] {
  const { id, sourceComponentId, targetComponentId, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = view;
  return { id, sourceComponentId, targetComponentId, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum };
}

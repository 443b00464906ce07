/** Which groups count on what is not in service, from the views of each component's dependencies. */
import type { GroupNotInService } from '@/domain/graph/questions/live/groupsNotInService';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { DependencyView } from '@/domain/graph/landscape/views';

/** The mildest severity of a target of which the dependency passes anything on. */
const PASSES_FROM = { Hard: [1, 2], Degraded: [1, 2], Soft: [2, 3], Async: [2, 4] } as const;

function passesOn({ mode, required }: DependencyView, severity: number): boolean {
  return severity >= PASSES_FROM[mode][required ? 0 : 1];
}

export function groupsInPlain({ graph, nodes, severities }: LiveImpact): {
  groupsNotInService: GroupNotInService[];
  groupsNotInServiceOmitted: number;
} {
  const suffering = new Map(Array.from(nodes, (node, at) => [graph.componentView(node).id, severities[at]!]));
  const viewOf = (id: string) => graph.componentView(graph.components.find(id));
  const named = (ids: Iterable<string>) =>
    Array.from(ids, viewOf)
      .map(({ id, technicalName, name }) => ({ id, technicalName, name }))
      .sort((left, right) => (left.technicalName < right.technicalName ? -1 : 1));
  const isOutside = (id: string): boolean => {
    const application = graph.applications.at(graph.applications.indexOf(viewOf(id).applicationId));
    return ['Planning', 'Development', 'Retired'].includes(application.lifecycleState);
  };
  const groups = Array.from(graph.nodes(), (node) => {
    const grouped = graph.dependenciesOf(node).filter(({ redundancyGroup, propagates }) => redundancyGroup !== null && propagates);
    return [...new Set(grouped.map(({ redundancyGroup }) => redundancyGroup!))].map((redundancyGroup) => {
      const members = grouped.filter((dependency) => dependency.redundancyGroup === redundancyGroup);
      const targets = new Set(members.map(({ targetComponentId }) => targetComponentId));
      const lost = members.filter((member) => passesOn(member, suffering.get(member.targetComponentId) ?? 0));
      const lostTargets = new Set(lost.map(({ targetComponentId }) => targetComponentId));
      return {
        source: named([graph.componentView(node).id])[0]!,
        redundancyGroup,
        redundancyMinimum: members[0]!.redundancyMinimum,
        targets: targets.size,
        working: targets.size - lostTargets.size,
        lost: named(lostTargets),
        notInService: named([...targets].filter(isOutside)),
      };
    });
  }).flat();
  const keyOf = ({ source, redundancyGroup }: GroupNotInService): string => `${source.technicalName} ${redundancyGroup}`;
  const told = groups.filter(({ lost, notInService }) => lost.length > 0 && notInService.length > 0);
  told.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return { groupsNotInService: told.slice(0, 100), groupsNotInServiceOmitted: Math.max(0, told.length - 100) };
}

/** How a scenario reaches a component: hop by hop from what fails, and as stops in the columns. Pure. */
import type { PathStop } from '@/client/impactColumns/linesBetween';
import type { ScenarioAnswer, ScenarioPicture } from '@/contract/scenarios';
import type { HealthState } from '@/domain/vocabulary';

export interface ScenarioHop {
  id: string;
  name: string;
  applicationId: string;
  state: HealthState;
  isExcess: boolean;
  /** The dependency by which the failure arrives; null for what fails by itself. */
  dependencyId: string | null;
}

/** From what fails to the component; empty if the answer does not list the component. */
export function hopsTo({ components, origin }: ScenarioAnswer, componentId: string): ScenarioHop[] {
  const reached = new Map(components.map((component) => [component.id, component]));
  const failing = new Map(origin.map((component) => [component.id, component]));
  const hops: ScenarioHop[] = [];
  const seen = new Set<string>();
  for (let at: string | null = componentId; at !== null && !seen.has(at);) {
    seen.add(at);
    const known = reached.get(at);
    const own = known ?? failing.get(at);
    if (own === undefined) break;
    const { id, name, applicationId, expectedState } = own;
    const via = known?.via ?? null;
    hops.push({
      id,
      name,
      applicationId,
      state: expectedState,
      isExcess: known?.isExcess ?? false,
      dependencyId: via?.dependencyId ?? null,
    });
    at = via?.componentId ?? null;
  }
  return hops.reverse();
}

/** What fails by itself is shown with its cause, everything else in the card of its application. */
export function stopsOf(hops: readonly ScenarioHop[], { causes }: Pick<ScenarioPicture['lanes'], 'causes'>): PathStop[] {
  return hops.map(({ id, applicationId, dependencyId }) => {
    const cause =
      dependencyId === null
        ? causes.find((one) => one.id === id || one.id === applicationId || one.rows.some((row) => row.id === id))
        : undefined;
    return { componentId: id, itemId: cause?.id ?? applicationId };
  });
}

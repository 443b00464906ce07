/** What a tenant loses by moving from one plan to another, as sentences. */
import { PLAN_LIMITS } from '@/domain/access';
import type { Plan } from '@/domain/vocabulary';

export function planLosses(from: Plan, to: Plan): string[] {
  const [before, after] = [PLAN_LIMITS[from], PLAN_LIMITS[to]];
  const number = (value: number): string => value.toLocaleString('en');
  return [
    ...(before.hasApi && !after.hasApi ? ['All API keys are refused, agents and webhooks stop, and no health signal is accepted.'] : []),
    ...(before.hasRevenue && !after.hasRevenue ? ['Nobody sees revenue or what failures cost.'] : []),
    ...(before.savesScenarios && !after.savesScenarios
      ? ['No scenario can be saved, changed or run; existing ones can still be read.']
      : []),
    ...(after.maximumDepth < before.maximumDepth
      ? [`A blast radius reaches ${number(after.maximumDepth)} hops instead of ${number(before.maximumDepth)}.`]
      : []),
    ...(after.components < before.components
      ? [`There is room for ${number(after.components)} components instead of ${number(before.components)}.`]
      : []),
    ...(after.hasApi && after.signalsPerMinute < before.signalsPerMinute
      ? [`${number(after.signalsPerMinute)} health signals per minute are accepted instead of ${number(before.signalsPerMinute)}.`]
      : []),
  ];
}

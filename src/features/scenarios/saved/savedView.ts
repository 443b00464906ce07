/** Turns a saved scenario into the view of the page, and tells whether the view still matches what was saved. Pure. */
import { writtenMember, type BasketMember } from '@/client/scenarioBasket';
import type { Scenario, ScenarioPatch } from '@/contract/savedScenarios';
import type { ScenarioView } from '@/features/scenarios/scenarioAddress';

type Asked = Pick<ScenarioView, 'basket' | 'withheld' | 'baseline' | 'minutes'>;

/** Leaves out whatever is no longer in the landscape. */
export function askedBy({ failures, missing, withheldDependencies, baseline, durationMinutes }: Scenario): Asked {
  const isGone = new Set(missing.map(({ id }) => id));
  return {
    basket: failures.flatMap(({ entityType, id, state }): BasketMember[] =>
      isGone.has(id) ? [] : [{ kind: entityType, id, state, isOff: false }],
    ),
    withheld: withheldDependencies.filter((id) => !isGone.has(id)),
    baseline,
    minutes: durationMinutes,
  };
}

/** Failures that are switched off are not saved. */
export function fieldsOf({
  basket,
  withheld,
  baseline,
  minutes,
}: Asked): Required<Pick<ScenarioPatch, 'failures' | 'withheldDependencies' | 'baseline' | 'durationMinutes'>> {
  return {
    failures: basket.flatMap(({ kind, id, state, isOff }) => (isOff ? [] : [{ entityType: kind, entity: id, state }])),
    withheldDependencies: [...withheld],
    baseline,
    durationMinutes: minutes,
  };
}

export function isAsSaved(view: Asked, scenario: Scenario): boolean {
  const told = ({ basket, withheld, baseline, minutes }: Asked): string =>
    JSON.stringify([basket.map(writtenMember).sort(), [...withheld].sort(), baseline, minutes]);
  return told(view) === told(askedBy(scenario));
}

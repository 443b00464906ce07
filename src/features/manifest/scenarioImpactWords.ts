/** How a change affects the saved scenarios, in sentences. */
import { money } from '@/client/labels/figures';
import { entityKindLabel } from '@/client/labels/labels';
import { VERDICT_WORDS } from '@/client/labels/verdictWords';
import type { ManifestImpact } from '@/contract/manifest/plan';
import { countOf } from '@/plain/counts';
import type { ImpactGroup } from './impactGroup';

type Change = NonNullable<ManifestImpact['scenarios']>[number];
type Effect = ImpactGroup['effect'];

const TITLES: Readonly<Record<Effect, string>> = {
  worse: 'Scenarios with a worse result',
  better: 'Scenarios with a better result',
  other: 'Scenarios with a different result',
};
const MOST_NAMED = 5;

/** One group for each effect; a scenario with the same result is in none. */
export function scenarioGroups({ scenarios = [], scenariosOmitted = 0, currency }: ManifestImpact): ImpactGroup[] {
  const told = scenarios.map((change) => ({ effect: effectOf(change), parts: partsOf(change, currency), name: change.technicalName }));
  return (['worse', 'better', 'other'] as const).map((effect) => ({
    title: TITLES[effect],
    effect,
    sentences: told.flatMap(({ effect: own, parts, name }) =>
      own === effect && parts.length > 0 ? [`${name}: ${parts.join('; ')}.`] : [],
    ),
    omitted: effect === 'other' ? scenariosOmitted : 0,
    ...(effect === 'other' ? { unexamined: 'scenario' } : {}),
  }));
}

/** Worse if anything about it is worse: a breach, something that newly breaks only together, or the cost. */
function effectOf({ verdicts, newlyExcess, excess, expectedPerHour }: Change): Effect {
  const becomes = (isWorse: boolean): boolean =>
    verdicts.some(({ from, to }) => (from === 'Breached') !== (to === 'Breached') && (to === 'Breached') === isWorse);
  const { from, to } = expectedPerHour ?? { from: null, to: null };
  const costs = from === null || to === null ? 0 : to - from;
  if (becomes(true) || newlyExcess.length > 0 || costs > 0) return 'worse';
  return becomes(false) || excess.to < excess.from || costs < 0 ? 'better' : 'other';
}

function partsOf({ verdicts, newlyExcess, excess, expectedPerHour, omitted }: Change, currency: string | null): string[] {
  const parts = [
    ...verdicts
      .filter(({ from, to }) => from !== to)
      .map(({ capability, from, to }) => `capability ${capability} was ${verdictOf(from)} and is ${verdictOf(to)}`),
    ...newlyExcess
      .slice(0, MOST_NAMED)
      .map(
        ({ entityType, technicalName, expectedState, alone }) =>
          `${entityKindLabel(entityType).toLowerCase()} ${technicalName} is now ${expectedState} because they fail together (${alone} with any one of them)`,
      ),
    ...(newlyExcess.length === 0 && excess.to < excess.from ? [`only together: ${excess.to} instead of ${excess.from}`] : []),
    ...costOf(expectedPerHour, currency),
  ];
  const more = omitted + Math.max(0, newlyExcess.length - MOST_NAMED);
  return more === 0 ? parts : [...parts, `and ${countOf(more, 'more', 'more')}`];
}

function verdictOf(verdict: Change['verdicts'][number]['from']): string {
  return verdict === null ? 'not affected' : VERDICT_WORDS[verdict];
}

/** Nothing for people who may not see revenue, if a rounded figure stays the same, and for what costs nothing, as where nobody recorded revenue. */
function costOf(expectedPerHour: Change['expectedPerHour'], currency: string | null): string[] {
  if (expectedPerHour === null || expectedPerHour === undefined || currency === null) return [];
  const { from, to } = expectedPerHour;
  if (to === null) return [];
  const after = money(Math.round(to), currency);
  if (from === null || Math.round(from) === 0) return Math.round(to) === 0 ? [] : [`expected to cost ${after} an hour`];
  const before = money(Math.round(from), currency);
  return before === after ? [] : [`expected to cost ${after} an hour instead of ${before}`];
}

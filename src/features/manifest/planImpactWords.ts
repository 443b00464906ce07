/** What a change does to the landscape as a whole, as sentences. */
import type { ManifestImpact } from '@/contract/manifest/plan';
import { costWords } from '@/domain/manifest/costOfPoint';
import type { HealthState } from '@/domain/vocabulary';
import { money } from '@/client/labels/figures';
import { TIER_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { ImpactGroup } from './impactGroup';
import { scenarioGroups } from './scenarioImpactWords';

type SinglePoint = ManifestImpact['singlePointsOfFailure']['added'][number];
type RollUp = ManifestImpact['rollUps'][number];

export function impactGroups(impact: ManifestImpact): ImpactGroup[] {
  const { dependencyCycles, tierInversions, singlePointsOfFailure, rollUps, impactOmitted } = impact;
  const scenarios = scenarioGroups(impact);
  const groups: ImpactGroup[] = [
    {
      title: 'New dependency cycles',
      effect: 'worse',
      sentences: dependencyCycles.added.map(
        ({ components }) => `${listOf(components, 'other component')} now depend on each other in a circle.`,
      ),
      omitted: dependencyCycles.addedOmitted,
    },
    {
      title: 'New tier inversions',
      effect: 'worse',
      sentences: tierInversions.added.map(inversionWords('now depends')),
      omitted: tierInversions.addedOmitted,
    },
    {
      title: 'New single points of failure',
      effect: 'worse',
      sentences: singlePointsOfFailure.added.map(
        ({ component, capability, ...cost }) => `${component} alone can now bring ${capability} down${costIn(impact, 'added', cost)}.`,
      ),
      omitted: singlePointsOfFailure.addedOmitted,
    },
    ...scenarios.filter(({ effect }) => effect === 'worse'),
    {
      title: 'Removed cycles',
      effect: 'better',
      sentences: dependencyCycles.removed.map(
        ({ components }) => `${listOf(components, 'other component')} no longer depend on each other in a circle.`,
      ),
      omitted: dependencyCycles.removedOmitted,
    },
    {
      title: 'Removed tier inversions',
      effect: 'better',
      sentences: tierInversions.removed.map(inversionWords('no longer depends')),
      omitted: tierInversions.removedOmitted,
    },
    {
      title: 'Removed single points of failure',
      effect: 'better',
      sentences: singlePointsOfFailure.removed.map(
        ({ component, capability, ...cost }) =>
          `${component} alone can no longer bring ${capability} down${costIn(impact, 'removed', cost)}.`,
      ),
      omitted: singlePointsOfFailure.removedOmitted,
    },
    ...scenarios.filter(({ effect }) => effect === 'better'),
    {
      title: 'What an outage of a changed component affects differently',
      effect: 'other',
      sentences: rollUps.flatMap(rollUpWords),
      omitted: impactOmitted,
      unexamined: 'changed component',
    },
    ...scenarios.filter(({ effect }) => effect === 'other'),
  ];
  return groups.filter(({ sentences, omitted }) => sentences.length + omitted > 0);
}

function costIn({ currency }: ManifestImpact, moment: 'added' | 'removed', cost: Pick<SinglePoint, 'perHour' | 'perHourChange'>): string {
  return costWords(cost, moment, (amount) => money(amount, currency ?? ''));
}

function inversionWords(verb: string) {
  return ({ source, sourceTier, target, targetTier }: ManifestImpact['tierInversions']['added'][number]): string =>
    `${source} (${tierWords(sourceTier)}) ${verb} Hard on ${target} (${tierWords(targetTier)}).`;
}

function tierWords(tier: string): string {
  return ((TIER_LABELS as Readonly<Record<string, string>>)[tier] ?? tier).toLowerCase();
}

type Move = RollUp['applications'][number];
const PLURALS = { application: 'applications', capability: 'capabilities', audience: 'audiences' } as const;

function rollUpWords({ component, applications, capabilities, audiences }: RollUp): string[] {
  const parts = [...movesOf('application', applications), ...movesOf('capability', capabilities), ...movesOf('audience', audiences)];
  return parts.length === 0 ? [] : [`If ${component} is down: ${parts.join('; ')}.`];
}

/** Groups those that change alike, so that a change that affects everything stays one sentence. */
function movesOf(noun: keyof typeof PLURALS, moves: readonly Move[]): string[] {
  const alike = new Map<string, Move[]>();
  for (const move of moves) alike.set(`${move.from} ${move.to}`, [...(alike.get(`${move.from} ${move.to}`) ?? []), move]);
  return [...alike.values()].map((group) => {
    const names = group.map(({ technicalName }) => technicalName);
    const isOne = names.length === 1;
    return `${isOne ? noun : PLURALS[noun]} ${listOf(names, 'other')} ${moveWords(group[0] ?? { from: null, to: null }, isOne)}`;
  });
}

/** Null stands for "not affected". */
function moveWords({ from, to }: { from: HealthState | null; to: HealthState | null }, isOne: boolean): string {
  if (from === null) return `${isOne ? 'is' : 'are'} newly affected (${to ?? 'not'})`;
  return to === null
    ? `${isOne ? 'is no longer affected (was' : 'are no longer affected (were'} ${from})`
    : `${isOne ? 'goes' : 'go'} from ${from} to ${to}`;
}

function listOf(names: readonly string[], others: string): string {
  const shown = names.slice(0, 6);
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, countOf(rest, others)] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

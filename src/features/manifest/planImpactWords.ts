/** What a change does to the landscape as a whole, as sentences. */
import type { ManifestImpact } from '@/contract/manifest/plan';
import { costWords } from '@/domain/manifest/costOfPoint';
import type { HealthState } from '@/domain/vocabulary';
import { money } from '@/client/labels/figures';
import { TIER_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import { grouped } from '@/plain/grouped';
import type { ImpactGroup } from './impactGroup';
import { scenarioGroups } from './scenarioImpactWords';

type SinglePoint = ManifestImpact['singlePointsOfFailure']['added'][number];
type RollUp = ManifestImpact['rollUps'][number];

export function impactGroups(impact: ManifestImpact): ImpactGroup[] {
  const scenarios = scenarioGroups(impact);
  const groups: ImpactGroup[] = [
    ...structureGroups(impact, 'added'),
    ...scenarios.filter(({ effect }) => effect === 'worse'),
    ...structureGroups(impact, 'removed'),
    ...scenarios.filter(({ effect }) => effect === 'better'),
    {
      title: 'What an outage of a changed component affects differently',
      effect: 'other',
      sentences: impact.rollUps.flatMap(rollUpWords),
      omitted: impact.impactOmitted,
      unexamined: 'changed component',
    },
    ...scenarios.filter(({ effect }) => effect === 'other'),
  ];
  return groups.filter(({ sentences, omitted }) => sentences.length + omitted > 0);
}

type Moment = 'added' | 'removed';

/** Cycles, tier inversions and single points of failure that there are now, or no longer. */
function structureGroups(impact: ManifestImpact, moment: Moment): ImpactGroup[] {
  const { dependencyCycles, tierInversions, singlePointsOfFailure } = impact;
  const [effect, title, now] = moment === 'added' ? (['worse', 'New', 'now'] as const) : (['better', 'Removed', 'no longer'] as const);
  return [
    {
      title: moment === 'added' ? 'New dependency cycles' : 'Removed cycles',
      effect,
      sentences: dependencyCycles[moment].map(
        ({ components }) => `${listOf(components, 'other component')} ${now} depend on each other in a circle.`,
      ),
      omitted: dependencyCycles[`${moment}Omitted`],
    },
    {
      title: `${title} tier inversions`,
      effect,
      sentences: tierInversions[moment].map(
        ({ source, sourceTier, target, targetTier }) =>
          `${source} (${tierWords(sourceTier)}) ${now} depends Hard on ${target} (${tierWords(targetTier)}).`,
      ),
      omitted: tierInversions[`${moment}Omitted`],
    },
    {
      title: `${title} single points of failure`,
      effect,
      sentences: singlePointsOfFailure[moment].map(
        ({ component, capability, ...cost }) => `${component} alone can ${now} bring ${capability} down${costIn(impact, moment, cost)}.`,
      ),
      omitted: singlePointsOfFailure[`${moment}Omitted`],
    },
  ];
}

function costIn({ currency }: ManifestImpact, moment: Moment, cost: Pick<SinglePoint, 'perHour' | 'perHourChange'>): string {
  return costWords(cost, moment, (amount) => money(amount, currency ?? ''));
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
  return [...grouped(moves, ({ from, to }) => `${from} ${to}`).values()].map((group) => {
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
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

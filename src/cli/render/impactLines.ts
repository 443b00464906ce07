/** What a change newly breaks and what it fixes, as findings. Each output format words them itself. */
import type { ManifestImpact, ManifestPlan } from '@/contract/manifest/plan';
import { costWords } from '@/domain/manifest/costOfPoint';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { moneyText } from './money';
import { kindNoun } from './values';

export type FindingRule = 'dependency-cycle' | 'tier-inversion' | 'single-point-of-failure';

export interface Finding {
  rule: FindingRule;
  /** One sentence. */
  text: string;
  /** The components it is about. If nothing more exact is known, the finding points to the first. */
  components: readonly string[];
  /** The expected cost per hour; null if it is unknown or this key may not see it. */
  perHour: number | null;
  /** The same as the end of a sentence, or empty. */
  cost: string;
  /** The dependency it is about, as `source → target (Type)`. */
  dependency?: string;
}

export interface Findings {
  added: Finding[];
  removed: Finding[];
  /** How many there are of each, listed or not. */
  counts: { added: number; removed: number };
  /** Sentences on what was counted but not listed. */
  omitted: string[];
}

/** Optional, because older servers do not count what they leave out. */
interface Listed<Item> {
  added: readonly Item[];
  removed: readonly Item[];
  addedOmitted?: number;
  removedOmitted?: number;
}

/** The beginning of a sentence. */
export const NO_CAPABILITY = 'No application in service with components supports a capability';

/** What was not checked, as sentences; empty if the change was checked, or there is none. */
export function uncheckedSentences({ impact, impactUnavailable, summary }: ManifestPlan): string[] {
  if (summary.create + summary.update + summary.delete === 0) return [];
  if (impact === null) return [`What this breaks was not checked${impactUnavailable === undefined ? '.' : `: ${impactUnavailable}`}`];
  return impact.capabilitiesExamined === 0 ? [`${NO_CAPABILITY}, so nothing is known about single points of failure.`] : [];
}

const UNPRICED = { perHour: null, cost: '' };

export function findingsOf(impact: ManifestImpact): Findings {
  const findings: Findings = { added: [], removed: [], counts: { added: 0, removed: 0 }, omitted: [] };
  collect(findings, impact.dependencyCycles, 'dependency cycles', ({ components }) => ({
    rule: 'dependency-cycle',
    text: `${components.join(', ')} depend on each other in a circle`,
    components,
    ...UNPRICED,
  }));
  collect(findings, impact.tierInversions, 'tier inversions', ({ dependency, source, sourceTier, target, targetTier }) => ({
    rule: 'tier-inversion',
    text: `${source} (${sourceTier}) depends Hard on the less critical ${target} (${targetTier}): ${dependency}`,
    components: [dependency.split(' → ')[0] ?? source],
    ...UNPRICED,
    dependency,
  }));
  collect(findings, impact.singlePointsOfFailure, 'single points of failure', ({ capability, component, ...cost }, moment) => ({
    rule: 'single-point-of-failure',
    text: `an outage of ${component} alone brings the capability ${capability} to Outage`,
    components: [component],
    // Older servers send no costs.
    perHour: (cost.perHour as number | null | undefined) ?? null,
    cost: costWords(cost, moment, (amount) => moneyText(impact.currency ?? null, amount)),
  }));
  return findings;
}

function collect<Item>(
  findings: Findings,
  listed: Listed<Item>,
  noun: string,
  read: (item: Item, moment: 'added' | 'removed') => Finding,
): void {
  findings.added.push(...listed.added.map((item) => read(item, 'added')));
  findings.removed.push(...listed.removed.map((item) => read(item, 'removed')));
  const { addedOmitted = 0, removedOmitted = 0 } = listed;
  findings.counts.added += listed.added.length + addedOmitted;
  findings.counts.removed += listed.removed.length + removedOmitted;
  if (addedOmitted > 0) findings.omitted.push(`${addedOmitted.toLocaleString('en-US')} more ${noun} are new and not listed`);
  if (removedOmitted > 0) findings.omitted.push(`${removedOmitted.toLocaleString('en-US')} more ${noun} are gone and not listed`);
}

type RollUp = ManifestImpact['rollUps'][number];

/** `capability place-order: Degraded → Outage`. */
export function rollUpParts({ applications, capabilities, audiences }: RollUp): string[] {
  const parts = (noun: string, changes: RollUp['applications']): string[] =>
    changes.map(({ technicalName, from, to }) => `${noun} ${technicalName}: ${from ?? 'not affected'} → ${to ?? 'not affected'}`);
  return [...parts('application', applications), ...parts('capability', capabilities), ...parts('audience', audiences)];
}

/** Whether a failure or a scenario does more harm than before. */
export function affectsMore({ rollUps, scenarios = [] }: ManifestImpact): boolean {
  const severity = (state: HealthState | null): number => (state === null ? 0 : HEALTH_STATES.indexOf(state));
  return (
    rollUps.some(({ applications, capabilities, audiences }) =>
      [...applications, ...capabilities, ...audiences].some(({ from, to }) => severity(to) > severity(from)),
    ) ||
    scenarios.some(
      ({ verdicts, newlyExcess }) => newlyExcess.length > 0 || verdicts.some(({ from, to }) => to === 'Breached' && from !== 'Breached'),
    )
  );
}

/** For each scenario that the change touches: which verdicts change, and what is newly in excess. Empty if nothing does. */
export function scenarioParts({ scenarios = [], scenariosOmitted = 0 }: ManifestImpact): { scenario: string; parts: string[] }[] {
  const told = scenarios.map(({ technicalName, verdicts, newlyExcess, excess, omitted }) => ({
    scenario: technicalName,
    parts: [
      ...verdicts
        .filter(({ from, to }) => from !== to)
        .map(({ capability, from, to }) => `capability ${capability}: ${from ?? 'not affected'} → ${to ?? 'not affected'}`),
      ...newlyExcess.map(({ entityType, technicalName: name, expectedState, alone }) => {
        return `${kindNoun(entityType)} ${name}: newly ${expectedState} together (${alone} alone)`;
      }),
      ...(newlyExcess.length === 0 && excess.to < excess.from ? [`in excess: ${excess.from} → ${excess.to}`] : []),
      ...(omitted === 0 ? [] : [`and ${omitted} more`]),
    ],
  }));
  const more = { scenario: `${countOf(scenariosOmitted, 'more scenario')}`, parts: ['not examined'] };
  return [...told.filter(({ parts }) => parts.length > 0), ...(scenariosOmitted === 0 ? [] : [more])];
}

/** Empty if all components were examined. */
export function omittedSentence({ impactOmitted }: ManifestImpact): string[] {
  return impactOmitted === 0
    ? []
    : [
        `${countOf(impactOmitted, 'more changed component was', 'more changed components were')} not examined: only the most critical ones are`,
      ];
}

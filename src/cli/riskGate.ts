/** The conditions of `push --preview --fail-on`, and what a change brings that meets one of them. */
import { InvalidArgumentError } from 'commander';
import type { ManifestImpact, ManifestPlan } from '@/contract/manifest/plan';
import { didYouMean } from '@/domain/manifest/closest';
import { countOf } from '@/plain/counts';
import { Failure } from './failure';
import { findingsOf, NO_CAPABILITY, type Finding } from './render/impactLines';
import { moneyText } from './render/money';

const WORDS = ['new-single-points', 'breached', 'exposure=N'] as const;
const HOW = `It must be a list of ${WORDS.join(', ')}, separated by commas, such as new-single-points,exposure=5000.`;

export interface RiskCondition {
  /** The condition as the user wrote it. */
  name: string;
  kind: 'new-single-points' | 'breached' | 'exposure';
  /** The highest expected cost per hour; only for `exposure`. */
  most: number;
}

export interface RefusedRisk {
  condition: string;
  /** One sentence. */
  text: string;
  /** What the change newly breaks; null if it is counted but not listed. */
  finding: Finding | null;
}

export interface RiskVerdict {
  conditions: readonly string[];
  refused: readonly RefusedRisk[];
  /** The conditions that had nothing to examine, each with the reason as a sentence: a pass says nothing about these. */
  unexamined: readonly { condition: string; text: string }[];
}

/** Reads an option; a repeated option adds conditions. Throws InvalidArgumentError that says what to write. */
export function riskConditions(text: string, before: readonly RiskCondition[] = []): RiskCondition[] {
  const conditions = [...before];
  for (const name of text.split(',').map((word) => word.trim().toLowerCase())) {
    const condition = conditionOf(name);
    const other = conditions.find(({ kind }) => kind === condition.kind);
    if (other === undefined) conditions.push(condition);
    else if (other.most !== condition.most) throw new InvalidArgumentError(`It has two limits, ${other.name} and ${name}. Give one.`);
  }
  return conditions;
}

function conditionOf(name: string): RiskCondition {
  if (name === 'new-single-points' || name === 'breached') return { name, kind: name, most: 0 };
  const [word, bound] = name.split(/=(.*)/s);
  if (word !== 'exposure') throw new InvalidArgumentError([didYouMean(name, WORDS), HOW].filter((part) => part !== undefined).join(' '));
  if (bound === undefined || !/^\d{1,15}(\.\d{1,6})?$/.test(bound))
    throw new InvalidArgumentError(`exposure takes the highest expected cost of an hour, a number from 0, such as exposure=5000.`);
  return { name, kind: 'exposure', most: Number(bound) };
}

/** Throws Failure if a condition cannot be evaluated: a change that nobody checked must not pass. */
export function riskVerdict({ impact, impactUnavailable, summary }: ManifestPlan, conditions: readonly RiskCondition[]): RiskVerdict {
  const asked = conditions.map(({ name }) => name);
  if (impact === null)
    throw new Failure(`--fail-on ${asked.join(',')} cannot be evaluated: the server did not calculate what the change breaks`, {
      code: 'impact_unavailable',
      hint: impactUnavailable,
    });
  // An older server sends no prices, and does not say that it withholds them.
  const isPriced = (impact.withheld as ManifestImpact['withheld'] | undefined)?.includes('perHour') === false;
  if (conditions.some(({ kind }) => kind === 'exposure') && !isPriced)
    throw new Failure('--fail-on exposure cannot be evaluated: the key may not see revenue', {
      code: 'revenue_forbidden',
      hint: 'use a key made with canSeeRevenue on a plan with revenue, or leave exposure out',
    });
  const isChange = summary.create + summary.update + summary.delete > 0;
  return {
    conditions: asked,
    refused: conditions.flatMap((condition) => refusedBy(condition, impact)),
    unexamined: isChange ? conditions.flatMap((condition) => unexaminedBy(condition, impact)) : [],
  };
}

function unexaminedBy({ name, kind }: RiskCondition, impact: ManifestImpact): RiskVerdict['unexamined'] {
  const why = { 'new-single-points': noCapability, breached: noTolerance, exposure: noCost }[kind](impact);
  return why === null ? [] : [{ condition: name, text: `${why}, so ${name} had nothing to examine.` }];
}

function noCapability({ capabilitiesExamined }: ManifestImpact): string | null {
  return capabilitiesExamined === 0 ? NO_CAPABILITY : null;
}

function noTolerance({ scenarios, scenariosOmitted = 0 }: ManifestImpact): string | null {
  if (scenarios === undefined) return 'No scenario is saved';
  const isJudged = scenarios.some(({ verdicts }) =>
    verdicts.some(({ from, to }) => [from, to].some((one) => one === 'Met' || one === 'Breached')),
  );
  return isJudged || scenarios.length === 0 || scenariosOmitted > 0
    ? null
    : 'No scenario that the change touches has a duration and a capability with a recorded tolerance';
}

/** An hour of what nobody recorded revenue for costs 0. */
function noCost({ singlePointsOfFailure: points, scenarios = [], scenariosOmitted = 0 }: ManifestImpact): string | null {
  const costs = [...points.added.map(({ perHour }) => perHour ?? 0), ...scenarios.map(({ expectedPerHour }) => expectedPerHour?.to ?? 0)];
  const isUnpriced = costs.length > 0 && costs.every((cost) => cost === 0) && points.addedOmitted + scenariosOmitted === 0;
  return isUnpriced ? 'Every cost is 0, as where nobody recorded revenue' : null;
}

function refusedBy(condition: RiskCondition, impact: ManifestImpact): RefusedRisk[] {
  const points = condition.kind === 'breached' ? [] : pointsRefusedBy(condition, impact);
  const scenarios = condition.kind === 'new-single-points' ? [] : scenariosRefusedBy(condition, impact);
  return [...points, ...scenarios];
}

function pointsRefusedBy({ name, kind, most }: RiskCondition, impact: ManifestImpact): RefusedRisk[] {
  const points = findingsOf(impact).added.filter(({ rule }) => rule === 'single-point-of-failure');
  const refused = points
    .filter(({ perHour }) => kind === 'new-single-points' || (perHour ?? 0) > most)
    .map((finding): RefusedRisk => ({ condition: name, text: `${finding.text}${finding.cost}`, finding }));
  const { addedOmitted } = impact.singlePointsOfFailure;
  if (addedOmitted === 0) return refused;
  const unlisted = countOf(addedOmitted, 'more single point of failure is', 'more single points of failure are');
  const text = `${unlisted} new and not listed${kind === 'exposure' ? ': their cost is unknown' : ''}`;
  return [...refused, { condition: name, text, finding: null }];
}

/** Skips scenarios that were breached, or as expensive, before the change. */
function scenariosRefusedBy({ name, kind, most }: RiskCondition, impact: ManifestImpact): RefusedRisk[] {
  const { scenarios = [], scenariosOmitted = 0, currency } = impact;
  const texts = scenarios.flatMap(({ technicalName, verdicts, expectedPerHour }) => {
    if (kind === 'breached')
      return verdicts
        .filter(({ from, to }) => to === 'Breached' && from !== 'Breached')
        .map(({ capability }) => `the scenario ${technicalName} lasts longer than the capability ${capability} tolerates`);
    const { from = null, to = null } = expectedPerHour ?? {};
    if (to === null || to <= most || (from ?? 0) > most) return [];
    return [`the scenario ${technicalName} is expected to cost ${moneyText(currency ?? null, to)} an hour`];
  });
  if (scenariosOmitted > 0) texts.push(`${countOf(scenariosOmitted, 'more scenario was', 'more scenarios were')} not examined`);
  return texts.map((text) => ({ condition: name, text, finding: null }));
}

/** Prints the current impact. */
import { z } from 'zod';
import { countsOnWords, isInService } from '@/domain/lifecycle';
import { ageWords } from '@/domain/health/reportAge';
import { namesOfCauses, situationCost, situationReach } from '@/domain/situationWords';
import { HEALTH_STATES, LIFECYCLE_STATES } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { moneyText } from './money';

const state = z.enum(HEALTH_STATES);
const named = { technicalName: z.string(), effectiveState: state };
const rolledUp = z.array(z.looseObject(named));

/** The parts of a snapshot that are printed; `--json` has the rest. */
export const ShownSnapshot = z.looseObject({
  computedAt: z.string(),
  pendingSignals: z.int(),
  unhealthy: z.array(
    z.looseObject({
      technicalName: z.string(),
      state,
      since: z.string(),
      isStale: z.boolean().default(false),
      lastReportAt: z.string().nullable().default(null),
      isUnderMaintenance: z.boolean().default(false),
    }),
  ),
  states: z.looseObject({ Healthy: z.int(), unreported: z.int() }).optional(),
  oldestReportAt: z.string().nullable().default(null),
  impacted: z.array(z.looseObject({ technicalName: z.string(), effectiveState: state, causes: z.array(z.string()).default([]) })),
  revenueExposure: z.looseObject({ currency: z.string(), expectedPerHour: z.number(), perHour: z.number() }).optional(),
  situations: z
    .array(
      z.looseObject({
        causes: z.array(z.looseObject({ technicalName: z.string() })),
        causesOmitted: z.int().default(0),
        counts: z.looseObject({
          components: z.int(),
          applications: z.int(),
          capabilities: z.int(),
          processes: z.int(),
          audiences: z.int(),
          people: z.number().nullable(),
        }),
        exposure: z.looseObject({ currency: z.string(), expectedPerHour: z.number(), perHour: z.number() }).optional(),
        notRecorded: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  groupsNotInService: z
    .array(
      z.looseObject({
        source: z.looseObject({ technicalName: z.string() }),
        redundancyGroup: z.string(),
        redundancyMinimum: z.int(),
        targets: z.int(),
        working: z.int(),
        notInService: z.array(z.looseObject({ technicalName: z.string(), name: z.string() })),
      }),
    )
    .default([]),
  groupsNotInServiceOmitted: z.int().default(0),
  // Older servers do not say whether an application is in service.
  applications: z.array(z.looseObject({ ...named, lifecycleState: z.enum(LIFECYCLE_STATES).default('Production') })),
  capabilities: rolledUp,
  processes: rolledUp.default([]),
  audiences: rolledUp,
});
export type ShownSnapshot = z.infer<typeof ShownSnapshot>;

export function snapshotLines(snapshot: ShownSnapshot, colours: Colours): string[] {
  const { unhealthy, impacted, applications, capabilities, processes, audiences, revenueExposure } = snapshot;
  const updated = updatedLine(snapshot, colours);
  if (unhealthy.length === 0 && impacted.length === 0) {
    if (isEmpty(snapshot)) return [`There is nothing to watch yet: the landscape has no components. ${updated}`];
    if (isUnknown(snapshot)) return [`Nothing is known: ${coverageWords(snapshot)}. ${updated}`];
    const claim = isPartlyKnown(snapshot) ? 'Nothing is known to be affected.' : colours.green('Nothing is affected.');
    return [`${claim} ${updated}`, ...reportLines(snapshot)];
  }
  const paint = (text: string): string => (text.startsWith('Outage') ? colours.red(text) : colours.yellow(text));
  const rows = (title: string, items: readonly { name: string; level: string; more?: string }[]): string[] => {
    const width = Math.max(0, ...items.map(({ name }) => name.length));
    const lines = items.map(({ name, level, more = '' }) =>
      `  ${paint(level.padEnd('Degraded'.length))}  ${name.padEnd(width)}  ${colours.dim(more)}`.trimEnd(),
    );
    return items.length === 0 ? [] : ['', colours.bold(`${title} (${items.length.toLocaleString('en-US')})`), ...lines];
  };
  const effective = (items: readonly { technicalName: string; effectiveState: string }[]) =>
    items.map(({ technicalName, effectiveState }) => ({ name: technicalName, level: effectiveState }));
  return [
    updated,
    ...situationLines(snapshot, colours),
    ...rows(
      'Unhealthy',
      unhealthy.map(({ technicalName, state: level, since, isUnderMaintenance, ...age }) => {
        const marks = [`since ${since}`, ...ageWords(age), ...(isUnderMaintenance ? ['under maintenance'] : [])];
        return { name: technicalName, level, more: marks.join(', ') };
      }),
    ),
    ...rows(
      'Impacted',
      impacted.map(({ technicalName, effectiveState, causes }) => {
        const others = causes.filter((cause) => cause !== technicalName);
        return { name: technicalName, level: effectiveState, more: others.length === 0 ? '' : `because of ${listed(others)}` };
      }),
    ),
    ...groupLines(snapshot, colours),
    ...rows(
      'Applications',
      applications.map(({ technicalName, effectiveState, lifecycleState }) => ({
        name: technicalName,
        level: effectiveState,
        more: isInService(lifecycleState) ? '' : 'not in service',
      })),
    ),
    ...rows('Capabilities', effective(capabilities)),
    ...rows('Processes', effective(processes)),
    ...rows('Audiences', effective(audiences)),
    ...(revenueExposure === undefined || revenueExposure.perHour === 0 ? [] : ['', exposureLine(revenueExposure)]),
  ];
}

/** Nothing is unhealthy only because there is nothing. */
function isEmpty({ states }: ShownSnapshot): boolean {
  return states !== undefined && Object.values(states).every((count) => count === 0);
}

/** Nothing is unhealthy only because nothing is reported. */
function isUnknown({ states }: ShownSnapshot): boolean {
  return states !== undefined && states.Healthy === 0 && states.unreported > 0;
}

/** Some say that they are well, and of the others nobody knows. */
function isPartlyKnown({ states }: ShownSnapshot): boolean {
  return states !== undefined && states.unreported > 0;
}

/** `1 component healthy, 5 not reported`; empty if an older server does not say. */
function coverageWords({ states }: ShownSnapshot): string {
  const { Healthy: healthy, unreported } = states ?? { Healthy: 0, unreported: 0 };
  if (healthy === 0) return unreported === 0 ? '' : `${countOf(unreported, 'component')} not reported`;
  return `${countOf(healthy, 'component')} healthy${unreported === 0 ? '' : `, ${unreported.toLocaleString('en-US')} not reported`}`;
}

/** The same in a phrase, for a snapshot in which nothing is unhealthy or impacted. */
export function quietWords(snapshot: ShownSnapshot): string {
  if (isEmpty(snapshot)) return 'there is nothing to watch yet';
  const coverage = coverageWords(snapshot);
  const claim = isPartlyKnown(snapshot) ? 'nothing is known to be affected' : 'nothing is affected';
  return `${isUnknown(snapshot) ? 'nothing is known' : claim}${coverage === '' ? '' : `: ${coverage}`}`;
}

/** How many components say that all is well, and how long ago the first of them did. */
function reportLines(snapshot: ShownSnapshot): string[] {
  const { states, oldestReportAt } = snapshot;
  if (states === undefined || oldestReportAt === null) return [];
  return [`${coverageWords(snapshot)}; the oldest report is from ${oldestReportAt}`];
}

/** Causes that belong together, and what they affect and cost together. */
function situationLines({ situations }: ShownSnapshot, colours: Colours): string[] {
  const present = situations.filter(({ causes }) => causes.length > 0);
  if (present.length === 0) return [];
  const lines = present.flatMap(({ causes, causesOmitted, counts, exposure, notRecorded }) => {
    const names = causes.map(({ technicalName }) => technicalName);
    const told = situationCost(exposure, (amount, currency) => moneyText(currency, amount));
    const cost = notRecorded.includes('revenue') ? 'expected cost per hour not recorded' : told;
    const facts = [situationReach(counts), ...(cost === null ? [] : [cost])].join('; ');
    return [`  ${namesOfCauses(names, causesOmitted)}`, `    affected, causes included: ${facts}`];
  });
  return ['', colours.bold(`Situations (${present.length.toLocaleString('en-US')})`), ...lines];
}

/** Redundancy that counts on what is not in service. */
function groupLines({ groupsNotInService: groups, groupsNotInServiceOmitted: omitted }: ShownSnapshot, colours: Colours): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map((group) => `  ${group.source.technicalName} ${countsOnWords(group, ({ technicalName }) => technicalName)}`);
  const count = (groups.length + omitted).toLocaleString('en-US');
  return ['', colours.bold(`Redundancy that is not in service (${count})`), ...lines, ...(omitted === 0 ? [] : [`  and ${omitted} more`])];
}

/** Live impact is calculated again whenever something changes, so an old time means that nothing did. */
export function updatedLine(
  { computedAt, pendingSignals }: Pick<ShownSnapshot, 'computedAt' | 'pendingSignals'>,
  colours: Colours,
): string {
  const pending = pendingSignals === 0 ? '' : `, ${countOf(pendingSignals, 'signal')} not processed yet`;
  return colours.dim(`Updated ${computedAt}${pending}`);
}

/** How many causes a line names; the rest are counted. */
const MOST_NAMED = 3;

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ');
}

/** The expected loss per hour, and what is at risk. */
export function exposureLine({
  currency,
  expectedPerHour,
  perHour,
}: {
  currency: string;
  expectedPerHour: number;
  perHour: number;
}): string {
  const words = (amount: number): string => moneyText(currency, amount);
  return `Expected cost per hour: ${words(expectedPerHour)} (${words(perHour)} at risk)`;
}

/** impact_snapshot and health_impact: what is broken right now, overall and by cause. */
import { z } from 'zod';
import { HealthImpact, HealthImpactInput, ImpactSnapshot } from '@/contract/impactSnapshot';
import { countsOnWords, isInService } from '@/domain/lifecycle';
import { countUnhealthy } from '@/domain/affected';
import { bareCountOf } from '@/plain/counts';
import { amount, COST_BY_AUDIENCE, costWords } from '@/doors/mcp/amount';
import { reachedWords } from '@/doors/mcp/reachedWords';
import { ageWords } from '@/domain/health/reportAge';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { notMonitoredWords, relationWords, situationLine } from '@/doors/mcp/situationLine';
import { pageInput } from '@/doors/mcp/paging';
import { agentTool, pagedAnswer, pagedOutput } from '@/doors/mcp/tool';

type Unhealthy = ImpactSnapshot['unhealthy'][number];
type Impacted = ImpactSnapshot['impacted'][number];
type Incident = ImpactSnapshot['openIncidents'][number];
type Application = ImpactSnapshot['applications'][number];
type Group = ImpactSnapshot['groupsNotInService'][number];
type Window = ImpactSnapshot['maintenance'][number];
type Cause = HealthImpact['causes'][number];

const maintained = (is: boolean): string => (is ? ', under maintenance' : '');
const reportedWords = (age: Pick<Unhealthy, 'isStale' | 'lastReportAt'>): string =>
  ageWords(age)
    .map((words) => `, ${words}`)
    .join('');
const effective = (item: { technicalName: string; name: string; effectiveState: string }): string =>
  `${item.effectiveState} ${quoteForAgents(item.technicalName)} (${quoteForAgents(item.name)})`;

export const SNAPSHOT_LISTS = [
  { path: 'situations', line: situationLine },
  {
    path: 'openIncidents',
    line: ({ state, cause, symptoms, openedAt, isStale, ...rest }: Incident) =>
      [
        `${state} since ${openedAt}: cause ${quoteForAgents(cause)}, ${bareCountOf(symptoms.length, 'symptom')} listed${isStale ? ', stale' : ''}`,
        ...notMonitoredWords(rest),
      ].join('; '),
  },
  {
    path: 'unhealthy',
    line: (item: Unhealthy) =>
      `${item.state} since ${item.since}: ${quoteForAgents(item.technicalName)} (${quoteForAgents(item.name)})${maintained(item.isUnderMaintenance)}${reportedWords(item)}`,
  },
  {
    path: 'applications',
    line: (item: Application) =>
      `${effective(item)}, ${item.criticalityTier}, owner ${item.ownerTeam === null ? 'not recorded' : quoteForAgents(item.ownerTeam)}${isInService(item.lifecycleState) ? '' : ', not in service'}`,
  },
  { path: 'capabilities', line: effective },
  { path: 'processes', line: effective },
  { path: 'audiences', line: effective },
  COST_BY_AUDIENCE,
  {
    path: 'groupsNotInService',
    line: ({ source, redundancyGroup, ...group }: Group) =>
      `${quoteForAgents(source.technicalName)} ${countsOnWords({ ...group, redundancyGroup: quoteForAgents(redundancyGroup) }, ({ technicalName }) => quoteForAgents(technicalName))}`,
  },
  { path: 'maintenance', line: (item: Window) => `${item.kind} ${quoteForAgents(item.technicalName)} until ${item.until}` },
  {
    path: 'impacted',
    line: (item: Impacted) =>
      `${effective(item)} because of ${item.causes.map(quoteForAgents).join(' and ')}${maintained(item.isUnderMaintenance)}`,
  },
];

/** How many components report what, and how many say nothing. */
function reportsLine({ states, oldestReportAt }: ImpactSnapshot): string {
  const oldest = oldestReportAt === null ? '' : ` The oldest report is from ${oldestReportAt}.`;
  return `Last reports: ${states.Outage} Outage, ${states.Degraded} Degraded, ${states.Warning} Warning, ${states.Healthy} Healthy, ${states.unreported} not reported or stale (treated as Healthy).${oldest}`;
}

export function snapshotHead(answer: ImpactSnapshot): string[] {
  const { revenueExposure: money, situations } = answer;
  const isCostUnknown = money?.perHour === 0 && situations.some(({ notRecorded }) => notRecorded?.includes('revenue') === true);
  return [
    `Right now (${answer.computedAt}): ${bareCountOf(answer.unhealthy.length, 'component')} reported unhealthy, ${bareCountOf(answer.impacted.length, 'component')} impacted (those reported included); affected: ` +
      `${reachedWords({ applications: countUnhealthy(answer.applications), capabilities: countUnhealthy(answer.capabilities), processes: countUnhealthy(answer.processes), audiences: countUnhealthy(answer.audiences) })}; ${bareCountOf(answer.openIncidents.length, 'open incident')}.`,
    reportsLine(answer),
    ...(money === undefined ? [] : isCostUnknown ? ['Expected cost per hour: not recorded.'] : [costWords(money)]),
    ...(answer.pendingSignals > 0
      ? [`${bareCountOf(answer.pendingSignals, 'accepted signal is', 'accepted signals are')} not processed yet.`]
      : []),
    ...(answer.withheld.length > 0 ? [`Withheld from this key: ${answer.withheld.join(', ')}.`] : []),
  ];
}

export const impactSnapshotTool = agentTool({
  name: 'impact_snapshot',
  title: 'Impact snapshot',
  description:
    'What is broken right now, computed from live health: unhealthy components, what they take down, affected applications, capabilities, processes and audiences, open incidents, and situations: which causes belong together, with what they affect and cost together.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject(pageInput),
  output: pagedOutput(ImpactSnapshot),
  async call({ procedures }, input) {
    const answer = await procedures.health.snapshot({});
    return pagedAnswer({
      answer,
      lists: SNAPSHOT_LISTS,
      tool: 'impact_snapshot',
      input,
      version: answer.version,
      head: snapshotHead(answer),
    });
  },
});

function causeLine(cause: Cause): string {
  const { technicalName, name, state, since, counts, incident, isUnderMaintenance, components, contributed } = cause;
  const affected = reachedWords(cause.affectedCounts);
  const others = [...new Set([...components, ...cause.applications].flatMap(({ jointlyWith }) => jointlyWith))].sort();
  return [
    `${state} since ${since}: ${quoteForAgents(technicalName)} (${quoteForAgents(name)})${maintained(isUnderMaintenance)}${reportedWords(cause)}`,
    `affected: ${affected}`,
    ...(others.length === 0 ? [] : [`some of it only jointly with ${others.map(quoteForAgents).join(', ')}`]),
    `reached: ${reachedWords(counts)}`,
    ...(cause.completeness.notRecorded.length === 0 ? [] : [`not recorded, so unknown: ${cause.completeness.notRecorded.join(', ')}`]),
    ...(contributed === undefined || cause.completeness.notRecorded.includes('revenue')
      ? []
      : [`expected cost ${amount(contributed.expectedPerHour)} an hour, ${amount(contributed.perHour)} at risk`]),
    ...relationWords(cause),
    incident === null ? 'no incident' : `incident ${incident.id} is ${incident.state}`,
  ].join('; ');
}

/** Agents read page by page, so the default is fewer components per cause than elsewhere. */
const componentLimit = HealthImpactInput.shape.componentLimit.unwrap().default(20);

export const healthImpactTool = agentTool({
  name: 'health_impact',
  title: 'Health impact by cause',
  description:
    'The same state as impact_snapshot, grouped by cause: each unhealthy component that no other explains, what it contributes to, alone or jointly with others, and its incident. Use it to find the root cause and whom to call.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({ ...pageInput, componentLimit }),
  output: pagedOutput(HealthImpact),
  async call({ procedures }, input) {
    const answer = await procedures.health.healthImpact({ componentLimit: input.componentLimit });
    const count = answer.causes.length + answer.causesOmitted;
    const head = [
      `Right now (${answer.computedAt}): ${bareCountOf(count, 'cause')}${answer.causesOmitted > 0 ? `, of which ${answer.causes.length} are listed` : ''}.`,
      // Without a cause, what matters is how much is reported at all.
      ...(count === 0 ? [reportsLine(await procedures.health.snapshot({}))] : []),
      ...(answer.pendingSignals > 0
        ? [`${bareCountOf(answer.pendingSignals, 'accepted signal is', 'accepted signals are')} not processed yet.`]
        : []),
      ...(answer.withheld.length > 0 ? [`Withheld from this key: ${answer.withheld.join(', ')}.`] : []),
    ];
    return pagedAnswer({
      answer,
      lists: [{ path: 'causes', line: causeLine }],
      tool: 'health_impact',
      input,
      version: answer.version,
      head,
    });
  },
});

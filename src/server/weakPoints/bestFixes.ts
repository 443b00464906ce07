/** Answers which changes are worth most for the whole landscape. The summary says what to try; here it is tried on the present landscape. */
import { keepLast } from '@/plain/keepLast';
import { MOST_CAPABILITIES_NAMED, type BestFixes } from '@/contract/weakPoints';
import type { Principal } from '@/domain/access';
import type { Landscape } from '@/domain/graph/landscape/views';
import { bestFixes, type BestFix, type ChangesToTry } from '@/domain/graph/weakPoints/bestFixes';
import type { StakesOrder } from '@/domain/graph/weakPoints/candidatesOfAll';
import type { Consequence } from '@/domain/graph/weakPoints/consequences';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { TenantDb } from '@/server/db/tenantDb';
import { trialGraph } from '@/server/graphs/trialGraph';
import { processState } from '@/server/processState';
import { inSteps } from '@/server/yieldToEventLoop';
import { fixManifest } from './fixManifest';
import { namedComponent, toldChange } from './weakPoints';
import { storedSummary, worstStored } from './weakPointSummary';
import type { StoredCandidates } from './worstOfAll';

/** At most this many answers are kept, until their landscape changes. */
const MOST_KEPT = 20;

type Tried = Pick<BestFixes, 'rankedBy' | 'fixes' | 'tried'>;

/** By what an hour costs, or by how many capabilities are down if the caller may not see revenue, or none is recorded. */
export async function readBestFixes(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<BestFixes> {
  const { kept, isCurrent } = await storedSummary(tenant);
  const { candidates } = worstStored(tenant.tenantId, kept);
  const { graph, currency } = await trialGraph(tenant);
  const rankedBy = canSeeRevenue && hasCandidates(candidates.revenue) ? 'revenue' : 'reach';
  const key = `${tenant.tenantId} ${graph.version} ${kept.landscapeVersion} ${rankedBy}`;
  const { fixes, tried } = await once(key, async () => tryAll(graph, candidates[rankedBy], rankedBy));
  const shown = canSeeRevenue ? fixes : fixes.map(withoutCost);
  const [capability] = graph.capabilities;
  const about = { hasCapabilities: capability !== undefined, landscapeVersion: graph.version, isCurrent };
  return { currency: canSeeRevenue ? currency : null, rankedBy, fixes: shown, tried, ...about };
}

function hasCandidates({ softer, groups }: StoredCandidates): boolean {
  return softer.length + groups.length > 0;
}

function withoutCost(fix: BestFixes['fixes'][number]): BestFixes['fixes'][number] {
  return { ...fix, before: { ...fix.before, perHour: null }, after: { ...fix.after, perHour: null } };
}

/** Callers who ask for the same wait for the same answer. */
function once(key: string, find: () => Promise<Tried>): Promise<Tried> {
  const answers = processState('bestFixes', () => new Map<string, Promise<Tried>>());
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = find();
  keepLast(answers, key, answer, MOST_KEPT);
  answer.catch(() => answers.delete(key));
  return answer;
}

async function tryAll(graph: Landscape, candidates: StoredCandidates, order: StakesOrder): Promise<Tried> {
  const { fixes, tried } = await inSteps(bestFixes(graph, presentChanges(graph, candidates), order));
  return { rankedBy: order, tried, fixes: fixes.map((fix) => toldFix(graph, fix)) };
}

/** Leaves out what the landscape no longer has. */
function presentChanges({ components }: Landscape, { softer, groups }: StoredCandidates): ChangesToTry {
  const node = (id: string): number => components.find(id);
  return {
    softer: softer
      .map(([source, target]) => ({ source: node(source), target: node(target) }))
      .filter(({ source, target }) => source !== -1 && target !== -1),
    groups: groups.map(([owner, redundancyGroup]) => ({ owner: node(owner), redundancyGroup })).filter(({ owner }) => owner !== -1),
  };
}

function toldFix(graph: Landscape, fix: BestFix): BestFixes['fixes'][number] {
  const { protects, cause, before, after } = fix;
  const { id, technicalName, name } =
    cause.kind === 'component' ? namedComponent(graph, cause.index) : graph.tableOf('hosting-zone').at(cause.index);
  const changed = capabilitiesChanged(graph, before, after);
  return {
    ...toldChange(graph, fix),
    manifest: fixManifest(graph, fix),
    protects: namedComponent(graph, protects),
    cause: { entityType: cause.kind === 'component' ? 'component' : 'hosting-zone', id, technicalName, name },
    before: toldConsequence(before),
    after: toldConsequence(after),
    capabilities: changed.slice(0, MOST_CAPABILITIES_NAMED),
    capabilitiesOmitted: Math.max(0, changed.length - MOST_CAPABILITIES_NAMED),
  };
}

function toldConsequence({ watched, capabilities, perHour }: Consequence): BestFixes['fixes'][number]['before'] {
  const count = (severity: number): number => [...capabilities.values()].filter((one) => one === severity).length;
  return { state: HEALTH_STATES[watched]!, perHour, capabilities: { Outage: count(3), Degraded: count(2), Warning: count(1) } };
}

/** Those that improve most first, then by technicalName. */
function capabilitiesChanged(graph: Landscape, before: Consequence, after: Consequence): BestFixes['fixes'][number]['capabilities'] {
  const table = graph.capabilities;
  return [...before.capabilities]
    .map(([id, was]) => ({ capability: table.at(table.indexOf(id)), was, is: after.capabilities.get(id) ?? 0 }))
    .filter(({ was, is }) => was !== is)
    .sort(
      (left, right) =>
        right.was - right.is - (left.was - left.is) || byCodeUnit(left.capability.technicalName, right.capability.technicalName),
    )
    .map(({ capability: { id, technicalName, name }, was, is }) => ({
      id,
      technicalName,
      name,
      before: HEALTH_STATES[was]!,
      after: HEALTH_STATES[is]!,
    }));
}

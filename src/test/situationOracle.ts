/**
 * Works out situations in a slow and obvious way: pairs of causes that meet somewhere, joined until nothing changes, and money divided in
 * exact fractions. It shares no code with the engine.
 */
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { contributors, effectiveStates, type Severities } from './healthOracle';
import { jointState, type JointState } from './liveOracle';

const STATES = ['Healthy', 'Warning', 'Degraded', 'Outage'] as const;
/** In tenths. */
const LOSS = [0n, 1n, 5n, 10n];

export interface ToldSituation {
  causes: { technicalName: string; part: ToldMoney; jointlyWith: string[] }[];
  counts: {
    components: number;
    applications: number;
    capabilities: number;
    processes: number;
    audiences: number;
    people: number | null;
    audiencesWithoutNumber?: number;
  };
  exposure: ToldMoney;
}

export interface ToldPart {
  state: string;
  by: string[];
}

interface ToldMoney {
  perHour: number;
  expectedPerHour: number;
}

type Fraction = [numerator: bigint, denominator: bigint];

/** By technicalName of the first cause; causes by technicalName. `since` says since when each component has been unhealthy, by id. */
export function toldSituations(facts: LandscapeFacts, own: Severities, since: ReadonlyMap<string, number>): ToldSituation[] {
  const state = jointState(facts, own);
  const nameOf = namesIn(facts);
  const situations = groupsOf(facts, own, state).map((causes) => situationOf(facts, state, causes, { since, nameOf }));
  return situations.sort((left, right) => (left.causes[0]!.technicalName < right.causes[0]!.technicalName ? -1 : 1));
}

/** By technicalName of each cause: how the other causes explain it in part; null if they leave it Healthy. */
export function toldInPart(facts: LandscapeFacts, own: Severities): Record<string, ToldPart | null> {
  const { causeIds } = jointState(facts, own);
  const nameOf = namesIn(facts);
  return Object.fromEntries(
    causeIds.map((cause) => {
      const { state, by } = partOf(facts, own, causeIds, cause);
      const told = { state: STATES[state]!, by: by.map((id) => nameOf.get(id)!).sort() };
      return [nameOf.get(cause)!, state === 0 ? null : told];
    }),
  );
}

function partOf(facts: LandscapeFacts, own: Severities, causeIds: readonly string[], cause: string): { state: number; by: string[] } {
  const others = causeIds.filter((id) => id !== cause);
  const reports = new Map(others.map((id) => [id, own.get(id)!]));
  const state = effectiveStates(facts, reports).get(cause)!;
  return { state, by: state === 0 ? [] : [...contributors(facts, reports, others).get(cause)!] };
}

function groupsOf(facts: LandscapeFacts, own: Severities, { causeIds, by, rolled }: JointState): string[][] {
  const isDirect = (technicalName: string): boolean => {
    const id = facts.capabilities.find((capability) => capability.technicalName === technicalName)!.id;
    return facts.applications.some(({ capabilityIds }) => capabilityIds.includes(id));
  };
  const meetings = [
    ...by.values(),
    ...[...rolled.applications.values()].map((entity) => entity.by),
    ...[...rolled.capabilities].filter(([name]) => isDirect(name)).map(([, entity]) => entity.by),
    ...causeIds.map((cause) => new Set([cause, ...partOf(facts, own, causeIds, cause).by])),
  ];
  let groups = causeIds.map((cause) => [cause]);
  for (const meeting of meetings) {
    const met = groups.filter((group) => group.some((cause) => meeting.has(cause)));
    groups = [...groups.filter((group) => !met.includes(group)), met.flat()].filter((group) => group.length > 0);
  }
  return groups;
}

function situationOf(
  facts: LandscapeFacts,
  { by, rolled }: JointState,
  causes: readonly string[],
  { since, nameOf }: { since: ReadonlyMap<string, number>; nameOf: ReadonlyMap<string, string> },
): ToldSituation {
  const isOurs = (set: ReadonlySet<string>): boolean => causes.some((cause) => set.has(cause));
  const namesOf = (kind: keyof JointState['rolled']): string[] =>
    [...rolled[kind]].filter(([, entity]) => entity.severity > 0 && isOurs(entity.by)).map(([name]) => name);
  const audiences = facts.segments.filter(({ technicalName }) => namesOf('audiences').includes(technicalName));
  const known = audiences.flatMap(({ people }) => (people === null ? [] : [people]));
  const total = { atRisk: [0n, 1n] as Fraction, lost: [0n, 1n] as Fraction };
  const parts = new Map(
    causes.map((cause) => [cause, { atRisk: [0n, 1n] as Fraction, lost: [0n, 1n] as Fraction, with: new Set<string>() }]),
  );
  for (const { capability, atRisk, lost } of additionsOf(facts, rolled, namesOf('capabilities'))) {
    if (atRisk[0] === 0n) continue;
    const sharing = causes.filter((cause) => rolled.capabilities.get(capability)!.by.has(cause));
    total.atRisk = sumOf(total.atRisk, atRisk);
    total.lost = sumOf(total.lost, lost);
    for (const cause of sharing) {
      const part = parts.get(cause)!;
      part.atRisk = sumOf(part.atRisk, [atRisk[0], atRisk[1] * BigInt(sharing.length)]);
      part.lost = sumOf(part.lost, [lost[0], lost[1] * BigInt(sharing.length)]);
      sharing.filter((other) => other !== cause).forEach((other) => part.with.add(nameOf.get(other)!));
    }
  }
  const inOrder = [...causes].sort(
    (left, right) => since.get(left)! - since.get(right)! || (nameOf.get(left)! < nameOf.get(right)! ? -1 : 1),
  );
  const divided = (field: 'atRisk' | 'lost'): Map<string, number> => {
    const floors = inOrder.map((cause) => cents(parts.get(cause)![field], 0n));
    const leftOver = cents(total[field], 1n) - floors.reduce((sum, part) => sum + part, 0n);
    return new Map(inOrder.map((cause, i) => [cause, Number(floors[i]! + (i === 0 ? leftOver : 0n)) / 100]));
  };
  const [perHour, expectedPerHour] = [divided('atRisk'), divided('lost')];
  return {
    causes: causes
      .map((cause) => ({
        technicalName: nameOf.get(cause)!,
        part: { perHour: perHour.get(cause)!, expectedPerHour: expectedPerHour.get(cause)! },
        jointlyWith: [...parts.get(cause)!.with].sort(),
      }))
      .sort((left, right) => (left.technicalName < right.technicalName ? -1 : 1)),
    counts: {
      components: [...by.values()].filter(isOurs).length,
      applications: namesOf('applications').length,
      capabilities: namesOf('capabilities').length,
      processes: namesOf('processes').length,
      audiences: audiences.length,
      audiencesWithoutNumber: audiences.length - known.length,
      people: audiences.length > 0 && known.length === 0 ? null : known.reduce((sum, people) => sum + people, 0),
    },
    exposure: { perHour: Number(cents(total.atRisk, 1n)) / 100, expectedPerHour: Number(cents(total.lost, 1n)) / 100 },
  };
}

/** What each of these capabilities adds in each segment, per hour. The worst states fill a segment's 100 percent first. */
function additionsOf(
  facts: LandscapeFacts,
  rolled: JointState['rolled'],
  capabilities: readonly string[],
): { capability: string; atRisk: Fraction; lost: Fraction }[] {
  const nameOf = new Map(facts.capabilities.map(({ id, technicalName }) => [id, technicalName]));
  return facts.segments.flatMap((segment) => {
    const annual = BigInt(segment.annualRevenue ?? 0);
    let free = 100n;
    return [3, 2, 1].flatMap((severity) => {
      const linked = segment.capabilities
        .map(({ capabilityId, revenueShare }) => ({
          capability: nameOf.get(capabilityId)!,
          percent: BigInt(Math.round((revenueShare ?? 0) * 100)),
        }))
        .filter(({ capability }) => capabilities.includes(capability) && rolled.capabilities.get(capability)!.severity === severity);
      const sum = linked.reduce((all, { percent }) => all + percent, 0n);
      const counted = sum < free ? sum : free;
      free -= counted;
      if (sum === 0n) return linked.map(({ capability }) => ({ capability, atRisk: [0n, 1n] as Fraction, lost: [0n, 1n] as Fraction }));
      return linked.map(({ capability, percent }) => ({
        capability,
        atRisk: [annual * percent * counted, sum * 100n * 8_760n] as Fraction,
        lost: [annual * percent * counted * LOSS[severity]!, sum * 1_000n * 8_760n] as Fraction,
      }));
    });
  });
}

function sumOf([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return b === d ? [a + c, b] : [a * d + c * b, b * d];
}

/** In hundredths: rounded down, or with `half` 1 to the nearest, halves up. */
function cents([numerator, denominator]: Fraction, half: bigint): bigint {
  return (numerator * 200n + half * denominator) / (2n * denominator);
}

function namesIn(facts: LandscapeFacts): Map<string, string> {
  return new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
}

/**
 * What each incident has cost so far: its part of the exposure of its situation, added up over time. Each part counts from the turn that
 * worked it out to the turn that worked out another one, and nothing counts before the incident was opened or after it ended. Pure.
 */

const HOUR_MS = 3_600_000;

/** Amounts in the tenant's currency, not rounded; times in milliseconds since 1970. */
export interface CostSoFar {
  amount: number;
  /** The amount covers the time up to here. */
  until: number;
  /** What it has cost per hour since then. */
  perHour: number;
  /** Whether the landscape has recorded any revenue for what it affected: otherwise nothing is known of the cost, which is not 0. */
  isRecorded: boolean;
}

/** By incident: those that are not over. One that was open before an update from an older version has none. */
export type IncidentCosts = Readonly<Record<string, CostSoFar>>;

/** What it had cost at an instant; `endedAt` is null while it lasts. */
export function costAt({ amount, until, perHour }: Omit<CostSoFar, 'isRecorded'>, instant: number, endedAt: number | null): number {
  const end = endedAt === null ? instant : Math.min(instant, endedAt);
  return amount + (perHour * Math.max(0, end - until)) / HOUR_MS;
}

/** An incident as it is told to people, who read it later than the moment up to which its cost counts. */
interface ToldCost {
  costSoFar?: { amount: number; until: string } | null | undefined;
  exposure?: { expectedPerHour: number } | null | undefined;
  endedAt: string | null;
}

/** What a told incident has cost at an instant, while nothing else is known of it; null if that is not known or withheld. */
export function toldCostAt({ costSoFar, exposure, endedAt }: ToldCost, instant: number): number | null {
  if (costSoFar === null || costSoFar === undefined) return null;
  const soFar = { amount: costSoFar.amount, until: Date.parse(costSoFar.until), perHour: exposure?.expectedPerHour ?? 0 };
  return costAt(soFar, instant, endedAt === null ? null : Date.parse(endedAt));
}

export interface CostedIncident {
  id: string;
  /** Whether this turn opened it. */
  isNew: boolean;
  isOver: boolean;
  /** Null while it lasts. */
  endedAt: number | null;
}

/** What an incident costs from a turn on. */
export type CostPart = Pick<CostSoFar, 'perHour' | 'isRecorded'>;

const NOTHING: CostPart = { perHour: 0, isRecorded: false };

export interface AdvancedCosts {
  costs: IncidentCosts;
  /** What each incident cost that is over since the last turn, where that is known. */
  final: { id: string; amount: number }[];
}

/**
 * The costs after a turn at `now`, in which `parts` are what each incident costs from then on (nothing if it is not named). `incidents` are
 * all that the turn works on; one that is missing was resolved by a person once its cause was healthy. What costs as much as before is left
 * as it is.
 */
export function advanceCosts(
  former: IncidentCosts,
  incidents: readonly CostedIncident[],
  parts: ReadonlyMap<string, CostPart>,
  now: number,
): AdvancedCosts {
  const known = new Map(incidents.map((incident) => [incident.id, incident]));
  const started = incidents.filter(({ isNew }) => isNew).map(({ id }) => [id, { amount: 0, until: now, ...NOTHING }] as const);
  const costs: Record<string, CostSoFar> = {};
  const final: AdvancedCosts['final'] = [];
  for (const [id, cost] of [...Object.entries(former), ...started]) {
    const incident = known.get(id);
    const amount = costAt(cost, now, incident?.endedAt ?? null);
    if (incident === undefined || incident.isOver) {
      if (cost.isRecorded) final.push({ id, amount });
      continue;
    }
    const { perHour, isRecorded: isRecordedNow } = parts.get(id) ?? NOTHING;
    const isRecorded = cost.isRecorded || isRecordedNow;
    const isSame = perHour === cost.perHour && isRecorded === cost.isRecorded;
    costs[id] = isSame ? cost : { amount, until: now, perHour, isRecorded };
  }
  return { costs, final };
}

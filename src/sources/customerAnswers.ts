/** What no span knows: which services customers touch, what they do there, and what an hour of it is worth. */
import type { Manifest, ManifestApplication } from '@/contract/manifest/schema';
import { NamePool } from './proposal/namePool';
import type { Unit } from '@/domain/observe/units';
import { listed } from './listed';

export interface CustomerAnswer {
  /** The technicalName of a component of the proposal. */
  service: string;
  /** What customers do there, in a few words. */
  activity: string;
  /** In the tenant's currency; null if nobody knows. */
  perHour: number | null;
}

const HOURS_A_YEAR = 8_760;

/** `outside` are the services that were called from outside. */
export function questions(outside: readonly string[], unit: Unit): string[] {
  const seen = outside.length === 0 ? `No ${unit} says.` : `Called from outside: ${listed(outside)}.`;
  return [
    `Which services do customers touch? ${seen}`,
    'What do they do there? That is a capability: declare it, and the applications that support it.',
    'What is an hour of it worth? Declare a segment with its people and annualRevenue.',
  ];
}

/** Adds to `applications` what they support, and returns capabilities and the segment of those customers. */
export function customerParts(
  answers: readonly CustomerAnswer[],
  applications: readonly ManifestApplication[],
): Pick<Manifest, 'capabilities' | 'segments'> {
  const pool = new NamePool();
  const byActivity = new Map<string, { technicalName: string; name: string; perHour: number | null }>();
  for (const { service, activity, perHour } of answers) {
    const application = applications.find(({ components }) => components?.some(({ technicalName }) => technicalName === service) === true);
    if (application === undefined) continue;
    const name = activity.trim();
    const known = byActivity.get(name.toLowerCase()) ?? { technicalName: pool.take(name.toLowerCase()), name, perHour: null };
    byActivity.set(name.toLowerCase(), known);
    known.perHour ??= perHour;
    application.capabilities = [...new Set([...(application.capabilities ?? []), known.technicalName])];
  }
  if (byActivity.size === 0) return {};
  const all = [...byActivity.values()];
  const total = all.reduce((sum, { perHour }) => sum + (perHour ?? 0), 0);
  const segment = {
    ...{ technicalName: 'customers', name: 'Customers', audienceType: 'Customers' as const },
    ...(total === 0 ? {} : { annualRevenue: Math.round(total * HOURS_A_YEAR * 100) / 100 }),
    capabilities: all.map(({ technicalName, perHour }) => ({
      capability: technicalName,
      ...(total === 0 || perHour === null ? {} : { revenueShare: Math.round((perHour / total) * 1e6) / 1e6 }),
    })),
  };
  return { capabilities: all.map(({ technicalName, name }) => ({ technicalName, name })), segments: [segment] };
}

/** How much revenue depends on the affected capabilities, each share counted once however many paths lead to it. */
import type { SegmentFact } from '@/domain/graph/arrays/landscapeFacts';

export const HOURS_PER_YEAR = 8760;

/** The expected loss of a share, by severity: Healthy, Warning, Degraded, Outage. */
const LOSS_WEIGHTS = [0, 0.1, 0.5, 1] as const;

/** At risk, and weighted by state. */
export interface HourlyExposure {
  perHour: number;
  expectedPerHour: number;
}

export interface Exposure extends HourlyExposure {
  perYear: number;
}

type Earning = Pick<SegmentFact, 'annualRevenue' | 'capabilities'>;

/**
 * What a segment may lose. perYear: of its annual revenue, the shares of its affected capabilities that are expected worse than Healthy, at
 * most 1 together; a missing share is 0. perHour: the same for a year of 8,760 hours. expectedPerHour weights a share by the state of its
 * capability (Outage 1, Degraded 0.5, Warning 0.1); the limit of 1 is filled by the worst states first. `severityOf` returns 0 for a
 * capability that is not affected.
 */
export function segmentExposure(segment: Earning, severityOf: (capabilityId: string) => number): Exposure {
  const { counted } = sharesBySeverity(segment, severityOf);
  const exposed = withoutNoise(counted.reduce((sum, share) => sum + share, 0));
  const weighted = withoutNoise(counted.reduce((sum, share, severity) => sum + share * LOSS_WEIGHTS[severity]!, 0));
  const annual = segment.annualRevenue ?? 0;
  return { perYear: annual * exposed, perHour: (annual * exposed) / HOURS_PER_YEAR, expectedPerHour: (annual * weighted) / HOURS_PER_YEAR };
}

/** What these segments may lose in an hour, together. */
export function exposureOf(segments: Iterable<Earning>, severityOf: (capabilityId: string) => number): HourlyExposure {
  const total = { perHour: 0, expectedPerHour: 0 };
  for (const segment of segments) {
    if (segment.annualRevenue === null) continue;
    const { perHour, expectedPerHour } = segmentExposure(segment, severityOf);
    total.perHour += perHour;
    total.expectedPerHour += expectedPerHour;
  }
  return total;
}

/** What each affected capability adds to the exposure of a segment. Where the limit of 1 cuts the shares of one state, it cuts all alike. */
export function sharesOfExposure(
  segment: Earning,
  severityOf: (capabilityId: string) => number,
): ({ capabilityId: string } & HourlyExposure)[] {
  const { linked, counted } = sharesBySeverity(segment, severityOf);
  const annual = segment.annualRevenue ?? 0;
  return segment.capabilities.flatMap(({ capabilityId, revenueShare }) => {
    const severity = severityOf(capabilityId);
    if (severity === 0 || !revenueShare) return [];
    const perHour = (annual * revenueShare * counted[severity]!) / linked[severity]! / HOURS_PER_YEAR;
    return [{ capabilityId, perHour, expectedPerHour: perHour * LOSS_WEIGHTS[severity]! }];
  });
}

/** By severity: the shares that are linked to capabilities in that state, and those that count, because all together are at most 1. */
function sharesBySeverity(segment: Earning, severityOf: (capabilityId: string) => number): { linked: number[]; counted: number[] } {
  const linked = [0, 0, 0, 0];
  for (const { capabilityId, revenueShare } of segment.capabilities) linked[severityOf(capabilityId)]! += revenueShare ?? 0;
  const counted = [0, 0, 0, 0];
  let exposed = 0;
  for (let severity = 3; severity >= 1; severity--) {
    counted[severity] = withoutNoise(Math.min(linked[severity]!, 1 - exposed));
    exposed = withoutNoise(exposed + counted[severity]!);
  }
  return { linked, counted };
}

/** Floating-point rounding: 0.1 + 0.2 should be 0.3. */
function withoutNoise(share: number): number {
  return Math.round(share * 1e12) / 1e12;
}

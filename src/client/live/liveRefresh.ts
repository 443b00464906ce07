/** Which answers an event of the live feed makes stale, and how a burst of events becomes few queries. */
import type { QueryClient } from '@tanstack/react-query';

const LANDSCAPE = [
  'applications',
  'components',
  'capabilities',
  'processes',
  'hostingAreas',
  'hostingZones',
  'technologies',
  'segments',
  'datasets',
  'dependencies',
  'landscape',
  'impact',
  'weakPoints',
  'scenarios',
  'securityRegister',
  'changes',
  'home',
] as const;
const HEALTH = ['health', 'alerts', 'scenarios', 'landscape', 'incidents', 'maintenance'] as const;
/** What is refreshed when the missed events are unknown. */
const ALL = [...new Set([...LANDSCAPE, ...HEALTH, 'manifestApplies', 'subscriptions', 'notifications'])];

const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  'health.changed': ['health', 'alerts', 'landscape', 'scenarios'],
  // Windows start and end without an event of their own, and change what is impacted.
  'impact.changed': HEALTH,
  'incident.opened': ['incidents', 'health'],
  'incident.updated': ['incidents', 'health'],
  'incident.merged': ['incidents', 'health'],
  'incident.resolved': ['incidents', 'health'],
  'incident.reopened': ['incidents', 'health'],
  'incident.removed': ['incidents', 'health'],
  'situation.changed': ['incidents', 'health'],
  'landscape.changed': [...LANDSCAPE, 'health'],
  'weakpoint.appeared': ['weakPoints'],
  'weakpoint.gone': ['weakPoints'],
  'notification.raised': ['subscriptions', 'notifications'],
  'notification.cleared': ['subscriptions', 'notifications'],
  'notification.digest': ['notifications'],
  'manifest.applied': ['manifestApplies', 'changes'],
  opened: HEALTH,
  reset: ALL,
};

/** The routers whose answers an event of this type makes stale. */
export function touchedBy(type: string): readonly string[] {
  return TOUCHED[type] ?? [];
}

/** The least time between the starts of two refreshes. */
export const REFRESH_GAP_MS = 300;
const GATHER_MS = 40;
/** A slower answer does not hold up the next refresh. */
const LONGEST_MS = 10_000;

export interface RefreshWorld {
  now(): number;
  after(milliseconds: number, call: () => void): () => void;
}

/** Collects what to refresh. No refresh starts while another runs, so that a slow answer is not requested again and again. */
export class LiveRefresh {
  private readonly waiting = new Set<string>();
  private isRunning = false;
  private startedAt = Number.NEGATIVE_INFINITY;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly refresh: (routers: ReadonlySet<string>) => Promise<unknown>,
    private readonly world: RefreshWorld,
  ) {}

  add(type: string): void {
    const touched = touchedBy(type);
    if (touched.length === 0) return;
    for (const router of touched) this.waiting.add(router);
    this.plan();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.waiting.clear();
  }

  private plan(): void {
    if (this.isRunning || this.cancel !== null || this.waiting.size === 0) return;
    const wait = Math.max(GATHER_MS, this.startedAt + REFRESH_GAP_MS - this.world.now());
    this.cancel = this.world.after(wait, () => void this.run());
  }

  private async run(): Promise<void> {
    this.cancel = null;
    const routers = new Set(this.waiting);
    this.waiting.clear();
    this.isRunning = true;
    this.startedAt = this.world.now();
    await Promise.race([
      this.refresh(routers).catch(() => undefined),
      new Promise<void>((resolve) => void this.world.after(LONGEST_MS, resolve)),
    ]);
    this.isRunning = false;
    this.plan();
  }
}

/** The router of a query key, which begins with the path of its procedure. */
export function routerOf(queryKey: readonly unknown[]): string | null {
  const [path] = queryKey;
  return Array.isArray(path) && typeof path[0] === 'string' ? path[0] : null;
}

/**
 * Marks the answers of these routers as stale; those on the page are reloaded at once. A first answer still on its way may have been read
 * before the event: it is awaited first, so that nothing is requested twice.
 */
export async function invalidateRouters(queryClient: QueryClient, routers: ReadonlySet<string>): Promise<void> {
  const isTouched = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => routers.has(routerOf(queryKey) ?? '');
  const onTheirWay = new Set(
    queryClient
      .getQueryCache()
      .findAll({ predicate: (query) => isTouched(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching' })
      .map(({ queryHash }) => queryHash),
  );
  await queryClient.invalidateQueries({ predicate: isTouched });
  if (onTheirWay.size > 0) await queryClient.invalidateQueries({ predicate: ({ queryHash }) => onTheirWay.has(queryHash) });
}

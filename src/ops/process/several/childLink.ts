/** A child's end of the line to its supervisor. */
import { ownMetrics } from '@/server/observability/probes';
import type { Siblings } from '@/server/siblings';
import type { ChildFacts } from './childEnvironment';
import { FeedCounts } from './feedCounts';
import type { FeedCount, FromChild, ToChild } from './messages';

/** How long the supervisor may take to collect the metrics of all processes, in milliseconds: a little longer than it waits for each. */
const PATIENCE_MS = 3_000;

export interface ChildHandlers {
  stop: () => void;
  work: (kind: string, tenantIds: readonly string[]) => void;
  events: (tenantIds: readonly string[]) => void;
}

export function tellSupervisor(message: FromChild): void {
  // The supervisor may have exited; then this process exits too.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

export class ChildLink implements Siblings {
  readonly webProcesses: number;
  private readonly feeds = new FeedCounts();
  private readonly waiting = new Map<number, (texts: readonly string[] | null) => void>();
  private lastRequest = 0;

  constructor(
    { webProcesses }: ChildFacts,
    private readonly handlers: ChildHandlers,
  ) {
    this.webProcesses = webProcesses;
    process.on('message', (message: ToChild) => this.hear(message));
  }

  feedsElsewhere(tenantId: string, principalId: string): { ofTenant: number; ofPrincipal: number } {
    const ofTenant = this.feeds.all().flatMap(([, feeds]) => (feeds.tenantId === tenantId ? [feeds] : []));
    const sum = (some: readonly FeedCount[]): number => some.reduce((total, { count }) => total + count, 0);
    return { ofTenant: sum(ofTenant), ofPrincipal: sum(ofTenant.filter((feeds) => feeds.principalId === principalId)) };
  }

  tellFeeds(tenantId: string, principalId: string, count: number): void {
    tellSupervisor({ type: 'feeds', feeds: { tenantId, principalId, count } });
  }

  allMetrics(): Promise<readonly string[] | null> {
    const request = ++this.lastRequest;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waiting.get(request)?.(null), PATIENCE_MS);
      this.waiting.set(request, (texts) => {
        clearTimeout(timer);
        this.waiting.delete(request);
        resolve(texts);
      });
      tellSupervisor({ type: 'metricsWanted', request });
    });
  }

  private hear(message: ToChild): void {
    switch (message.type) {
      case 'stop':
        this.handlers.stop();
        break;
      case 'work':
        this.handlers.work(message.found.kind, message.found.tenantIds);
        break;
      case 'events':
        this.handlers.events(message.tenantIds);
        break;
      case 'feeds':
        this.feeds.set(message.of, message.feeds);
        break;
      case 'ended':
        this.feeds.drop(message.name);
        break;
      case 'tellMetrics':
        void ownMetrics().then((text) => tellSupervisor({ type: 'metrics', request: message.request, text }));
        break;
      case 'allMetrics':
        this.waiting.get(message.request)?.(message.texts);
    }
  }
}

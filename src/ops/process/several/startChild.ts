/** A child of a supervisor: answers on the port that all web children share, or does the background work. */
import { closeServer, listen } from '@/doors/http/httpServer';
import { statedBuild } from '@/ops/build/buildWeb';
import { endWithReaders, type Lifetime } from '@/ops/process/lifetime';
import type { Scheduler } from '@/ops/process/scheduler';
import { schedule, serve, type Serving } from '@/ops/process/serve';
import { warmUp } from '@/ops/process/warmUp';
import { database } from '@/server/db/database';
import { FEED_READER } from '@/server/feed/eventTail';
import { metrics } from '@/server/observability/metrics';
import { haveSiblings } from '@/server/siblings';
import { nudgeEventReader, onEvents } from '@/server/wake/nudges';
import { ownFacts } from './childEnvironment';
import { ChildLink, tellSupervisor } from './childLink';

/** Events and work within this time share one message, in milliseconds. */
const GATHER_MS = 10;

/** Collects tenants for a moment and then passes them on together. */
function gathering(pass: (tenantIds: readonly string[]) => void): (tenantId: string) => void {
  const gathered = new Set<string>();
  return (tenantId) => {
    if (gathered.size === 0)
      setTimeout(() => {
        const tenantIds = [...gathered];
        gathered.clear();
        pass(tenantIds);
      }, GATHER_MS).unref();
    gathered.add(tenantId);
  };
}

/** Warms up this process through a port of its own: on the shared port, another process might answer. */
async function warmUpAlone({ makeServer }: Serving): Promise<void> {
  const server = makeServer();
  const port = await listen(server, 0, '127.0.0.1', { isExclusive: true });
  await warmUp(`http://127.0.0.1:${port}`);
  await closeServer(server, 0);
}

/** Leaves shutdown to the supervisor: Ctrl-C reaches all processes in the terminal, but the supervisor stops its children in order. */
export function endWithSupervisor(lifetime: Lifetime): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', () => void lifetime.end(0));
  // The supervisor would start another child, which could not print either.
  endWithReaders({ end: () => Promise.resolve(tellSupervisor({ type: 'unread' })) });
}

export async function startChild(lifetime: Lifetime): Promise<void> {
  const facts = ownFacts(process.env);
  let scheduler: Scheduler | null = null;
  const link = new ChildLink(facts, {
    stop: () => void lifetime.end(0),
    work: (kind, tenantIds) => scheduler?.hear(kind, tenantIds),
    events: (tenantIds) => {
      for (const tenantId of tenantIds) nudgeEventReader(FEED_READER, tenantId);
    },
  });
  haveSiblings(link);
  metrics().registry.setDefaultLabels({ process: facts.name });
  await lifetime.onStop('the connections to the database', () => database().close());
  onEvents(
    'siblings',
    gathering((tenantIds) => tellSupervisor({ type: 'events', tenantIds })),
  );
  const roles = new Set([facts.role]);
  if (facts.role === 'worker') scheduler = await schedule(roles, lifetime);
  else {
    // If no replica can be reached, the work stays in the installation that committed it: its own worker does it.
    const otherwise = (kind: string, tenantId: string): void => tellSupervisor({ type: 'work', found: { kind, tenantIds: [tenantId] } });
    const serving = await serve({ roles, build: statedBuild(), lifetime, otherwise });
    scheduler = serving.scheduler;
    void warmUpAlone(serving).catch(() => undefined);
  }
  tellSupervisor({ type: 'ready' });
}

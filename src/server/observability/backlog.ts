/** How much accepted work waits in the database, over all tenants: asked when metrics are read, at most once in five seconds. */
import { Gauge } from 'prom-client';
import { database } from '@/server/db/database';
import { awaitAtMost } from '@/server/deadline';
import { processState } from '@/server/processState';

import { metrics } from './metrics';
import { asSystem } from '@/server/db/asSystem';

interface Backlog {
  signals: number;
  oldestSignalSeconds: number;
  webhookEvents: number;
  webhookOverdueSeconds: number;
}

const KEPT_MS = 5_000;
const PATIENCE_MS = 2_000;

/** The queue of signals is empty but for moments; a lane is a row for each endpoint. Frozen tenants wait on purpose. */
const BACKLOG = `select signals."count" as "signals", signals."seconds" as "oldestSignalSeconds",
    lanes."events" as "webhookEvents", lanes."seconds" as "webhookOverdueSeconds"
  from (
    select count(*)::int as "count", greatest(0, coalesce(extract(epoch from statement_timestamp() - min(q."acceptedAt")), 0))::float8 as "seconds"
    from "health_signal" q join "tenant" t on t."id" = q."tenantId" where t."frozenAt" is null
  ) signals, (
    select coalesce(sum(case when l."lane" = 'first' then v."eventSequence" - l."cursor" end), 0)::int as "events",
      greatest(0, coalesce(extract(epoch from statement_timestamp() - min(l."dueAt")), 0))::float8 as "seconds"
    from "webhook_lane" l join "tenant" t on t."id" = l."tenantId" join "landscape_version" v on v."tenantId" = l."tenantId"
    where t."frozenAt" is null
  ) lanes`;

interface Asked {
  at: number;
  answer: Promise<Backlog | null>;
}

/** Null where the database does not answer in time: metrics of the process are still told then. */
function backlog(): Promise<Backlog | null> {
  const asked = processState<Asked>('backlog', () => ({ at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(null) }));
  const now = performance.now();
  if (now - asked.at >= KEPT_MS) {
    asked.at = now;
    asked.answer = awaitAtMost(asSystem<Backlog>(database(), BACKLOG), PATIENCE_MS, 'The database does not answer.').then(
      ([row]) => row ?? null,
      () => null,
    );
  }
  return asked.answer;
}

const GAUGES: readonly [string, string, keyof Backlog][] = [
  ['faultline_signals_waiting', 'Accepted health signals that are not processed yet, over all tenants.', 'signals'],
  ['faultline_signals_oldest_seconds', 'Age of the oldest accepted health signal that is not processed yet.', 'oldestSignalSeconds'],
  [
    'faultline_webhook_events_waiting',
    'Events that were neither queued for a webhook nor skipped yet, over all webhooks.',
    'webhookEvents',
  ],
  ['faultline_webhook_overdue_seconds', 'How long the webhook delivery that has been due the longest has waited.', 'webhookOverdueSeconds'],
];

/** From now on, metrics tell the backlog. */
export function watchBacklog(): void {
  processState('backlogGauges', () =>
    GAUGES.map(
      ([name, help, field]) =>
        new Gauge({
          name,
          help,
          registers: [metrics().registry],
          async collect() {
            const found = await backlog();
            // Zero would be a claim.
            if (found === null) this.remove();
            else this.set(found[field]);
          },
        }),
    ),
  );
}

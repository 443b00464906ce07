/** Accepts health signals and answers live impact. */
import { z } from 'zod';
import { entityReference } from '@/contract/fields';
import { AcceptedSignal, HealthSignalInput, HealthSignalItems, HealthSignalResults } from '@/contract/healthSignals';
import { SignalSourceAnswer, SignalSourceInput } from '@/contract/signalSources/signalSource';
import { HealthImpact, HealthImpactInput, ImpactSnapshot, LiveCauses } from '@/contract/impactSnapshot';
import {
  LiveColumns,
  LiveColumnsInput,
  ReportedStates,
  ReportedStatesInput,
  WouldBeStale,
  WouldBeStaleInput,
} from '@/contract/impactColumns';
import { FileAnswer } from '@/contract/fileAnswer';
import { LivePath, LivePathInput, PastHealth, PastHealthInput } from '@/contract/replay';
import { HealthSignalListInput, HealthSignalPage } from '@/contract/signalHistory';
import { acceptFromSource } from '@/server/health/acceptFromSource';
import { acceptBatch } from '@/server/health/acceptBatch';
import { acceptSignal, signedBy } from '@/server/health/acceptSignals';
import { impactMetrics } from '@/server/health/impactMetrics';
import { listSignals } from '@/server/health/listSignals';
import { readLiveCauses } from '@/server/health/readLiveCauses';
import { wouldBeStale } from '@/server/health/staleReports';
import { readLiveColumns, readLivePath, readReportedStates } from '@/server/health/readLiveColumns';
import { readPastHealth } from '@/server/health/readReplay';
import { readHealthImpact, readSnapshot } from '@/server/health/readImpact';
import { documentedAs } from './documentedAs';
import { READ, procedure, router, type Reply } from './init';
import { readItems } from './readItems';

const push = { scope: 'health', role: 'Editor', limit: 'signals' } as const;
const { component: _component, ...signalFields } = HealthSignalInput.shape;
const nothing = z.strictObject({});
const tellLimit = (reply: Reply) => (limit: NonNullable<Reply['limit']>) => void (reply.limit = limit);

export const healthRouter = router({
  push: procedure({
    access: push,
    openapi: {
      method: 'POST',
      path: '/components/{component}/health',
      tags: ['Health'],
      operationId: 'pushHealth',
      summary: 'Report the health of a component',
      description:
        'Stores the report and answers at once. Within a moment, live impact is recalculated, incidents open or close, and events are sent.',
      status: 202,
      refusals: ['not_found'],
    },
  })
    .input(z.strictObject({ component: entityReference, ...signalFields }))
    .output(AcceptedSignal)
    .mutation(({ ctx, input }) =>
      acceptSignal(ctx.tenant, ctx.plan, signedBy(ctx.principal, input), ctx.credentials.now, tellLimit(ctx.reply), ctx.raised),
    ),
  pushMany: procedure({
    access: push,
    openapi: {
      method: 'POST',
      path: '/health-signals',
      tags: ['Health'],
      operationId: 'pushHealthSignals',
      summary: 'Report the health of up to 1,000 components at once',
      description:
        'Each signal has its own result: 202, or 400, 404 or 429 with the reason. The answer is 202 if at least one is accepted, otherwise 429 if one exceeded the limit, otherwise 400.',
      status: 202,
    },
  })
    .input(HealthSignalItems)
    .output(HealthSignalResults)
    .mutation(({ ctx, input }) =>
      acceptBatch(ctx.tenant, ctx, readItems(HealthSignalInput, input.signals), ctx.credentials.now, tellLimit(ctx.reply)),
    ),
  pushFrom: procedure({
    access: push,
    openapi: {
      method: 'POST',
      path: '/health-signals/from/{source}',
      tags: ['Health'],
      operationId: 'pushHealthFrom',
      status: 202,
      takesPayload: true,
      description:
        '`/docs/alert-sources` has the configuration for each system. A 202 says what happened to the alerts: `results` for those that name a component, `issues` for the others. ' +
        '`GET /health-signals?status=Unmatched` lists alerts that match no component; the sender should not retry those. 400 means that it is not a payload of that source, 429 that nothing was accepted because of the limit.',
      summary: 'Accept alerts of Alertmanager, Grafana or Datadog in their own format',
    },
  })
    .input(
      z.strictObject({
        ...SignalSourceInput.shape,
        payload: z.record(z.string(), z.unknown()).meta({ description: 'The payload of the monitoring system.' }),
      }),
    )
    .output(SignalSourceAnswer)
    .mutation(({ ctx, input: { payload, ...told } }) =>
      acceptFromSource(ctx.tenant, ctx.plan, told, payload, ctx.credentials.now, tellLimit(ctx.reply), ctx.raised),
    ),
  signals: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/health-signals',
      tags: ['Health'],
      operationId: 'listHealthSignals',
      summary: 'What happened to health signals, latest first',
      description:
        'Every accepted signal with its outcome, and alerts that match no component. `work` says whether processing is keeping up.',
    },
  })
    .input(HealthSignalListInput)
    .output(HealthSignalPage)
    .query(({ ctx, input }) => listSignals(ctx.tenant, input)),
  snapshot: documentedAs(
    ImpactSnapshot,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/impact/snapshot',
        tags: ['Impact'],
        operationId: 'getImpactSnapshot',
        summary: 'What is impacted right now',
        description:
          'Works from what components last reported: what is unhealthy, what that takes down, which people it affects and what it costs. Poll it with `If-None-Match`: the answer is 304 until something changes.',
        hasETag: true,
      },
    })
      .input(nothing)
      .query(({ ctx }) => readSnapshot(ctx.tenant, ctx.principal)),
  ),
  metrics: documentedAs(
    FileAnswer,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/impact/metrics',
        tags: ['Impact'],
        operationId: 'getImpactMetrics',
        summary: 'What is impacted right now, as metrics for Prometheus',
        description:
          'Give Prometheus an API key with the scope read as `authorization.credentials`. Only a key that may see revenue gets `faultline_exposure_per_hour`.',
        answersFile: 'text/plain',
      },
    })
      .input(nothing)
      .query(({ ctx }) => impactMetrics(ctx.tenant, ctx.principal)),
  ),
  healthImpact: documentedAs(
    HealthImpact,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/blast-radius/health-impact',
        tags: ['Impact'],
        operationId: 'getHealthImpact',
        summary: 'What is impacted right now, by cause',
        description:
          'The same state as the impact snapshot, grouped by cause: each unhealthy component that no other explains, with what it contributes to. Use it to find what to fix first.',
        hasETag: true,
      },
    })
      .input(HealthImpactInput)
      .query(({ ctx, input }) => readHealthImpact(ctx.tenant, ctx.principal, input.componentLimit)),
  ),
  causes: procedure({ access: READ })
    .input(nothing)
    .output(LiveCauses)
    .query(({ ctx }) => readLiveCauses(ctx.tenant, ctx.principal)),
  lanes: procedure({ access: READ })
    .input(LiveColumnsInput)
    .output(LiveColumns)
    .query(({ ctx, input }) => readLiveColumns(ctx.tenant, ctx.principal, input)),
  past: procedure({ access: READ })
    .input(PastHealthInput)
    .output(PastHealth)
    .query(({ ctx, input: { at, ...shown } }) => readPastHealth(ctx.tenant, ctx.principal, at, ctx.credentials.now, shown)),
  path: procedure({ access: READ })
    .input(LivePathInput)
    .output(LivePath)
    .query(({ ctx, input }) => readLivePath(ctx.tenant, input, ctx.credentials.now)),
  wouldBeStale: procedure({ access: READ })
    .input(WouldBeStaleInput)
    .output(WouldBeStale)
    .query(({ ctx, input }) => wouldBeStale(ctx.tenant, input.staleAfterMinutes)),
  reported: procedure({ access: READ })
    .input(ReportedStatesInput)
    .output(ReportedStates)
    .query(({ ctx, input }) => readReportedStates(ctx.tenant, input.components)),
});

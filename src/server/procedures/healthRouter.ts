/** Health signals in, live impact out. */
import { z } from 'zod';
import { entityReference } from '@/contract/fields';
import { AcceptedSignal, HealthSignalBatch, HealthSignalInput, HealthSignalResults } from '@/contract/healthSignals';
import { SignalSourceAnswer, SignalSourceInput } from '@/contract/signalSources/signalSource';
import { HealthImpact, ImpactSnapshot, LiveCauses } from '@/contract/impactSnapshot';
import { HealthSignalListInput, HealthSignalPage } from '@/contract/signalHistory';
import { acceptFromSource } from '@/server/health/acceptFromSource';
import { acceptBatch, acceptSignal, signedBy } from '@/server/health/acceptSignals';
import { listSignals } from '@/server/health/listSignals';
import { readLiveCauses } from '@/server/health/readLiveCauses';
import { readHealthImpact, readSnapshot } from '@/server/health/readImpact';
import { documentedAs } from './documentedAs';
import { procedure, router } from './init';

const push = { scope: 'health', role: 'Editor', limit: 'signals' } as const;
const read = { scope: 'read', role: 'Viewer' } as const;
const { component: _component, ...signalFields } = HealthSignalInput.shape;
const nothing = z.strictObject({});

export const healthRouter = router({
  push: procedure({
    access: push,
    openapi: {
      method: 'POST',
      path: '/components/{component}/health',
      tags: ['Health'],
      operationId: 'pushHealth',
      summary: 'Report the health of a component',
      status: 202,
      refusals: ['not_found'],
    },
  })
    .input(z.strictObject({ component: entityReference, ...signalFields }))
    .output(AcceptedSignal)
    .mutation(({ ctx, input }) => acceptSignal(ctx.tenant, ctx.plan, signedBy(ctx.principal, input), ctx.credentials.now)),
  pushMany: procedure({
    access: push,
    openapi: {
      method: 'POST',
      path: '/health-signals',
      tags: ['Health'],
      operationId: 'pushHealthSignals',
      summary: 'Report the health of up to 1,000 components at once',
      status: 202,
    },
  })
    .input(HealthSignalBatch)
    .output(HealthSignalResults)
    .mutation(({ ctx, input }) =>
      acceptBatch(
        ctx.tenant,
        ctx.plan,
        input.signals.map((signal, index) => signedBy(ctx.principal, signal, `signals[${index}].source`)),
        ctx.credentials.now,
      ),
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
      summary: 'Take in the alerts of Alertmanager, Grafana or Datadog as they send them',
    },
  })
    .input(
      z.strictObject({
        ...SignalSourceInput.shape,
        payload: z.record(z.string(), z.unknown()).meta({ description: 'What the monitoring system sends.' }),
      }),
    )
    .output(SignalSourceAnswer)
    .mutation(({ ctx, input: { payload, ...told } }) => acceptFromSource(ctx.tenant, ctx.plan, told, payload, ctx.credentials.now)),
  signals: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/health-signals',
      tags: ['Health'],
      operationId: 'listHealthSignals',
      summary: 'What became of health signals, the latest first',
    },
  })
    .input(HealthSignalListInput)
    .output(HealthSignalPage)
    .query(({ ctx, input }) => listSignals(ctx.tenant, input)),
  snapshot: documentedAs(
    ImpactSnapshot,
    procedure({
      access: read,
      openapi: {
        method: 'GET',
        path: '/impact/snapshot',
        tags: ['Impact'],
        operationId: 'getImpactSnapshot',
        summary: 'What is impacted right now',
        hasETag: true,
      },
    })
      .input(nothing)
      .query(({ ctx }) => readSnapshot(ctx.tenant, ctx.principal)),
  ),
  healthImpact: documentedAs(
    HealthImpact,
    procedure({
      access: read,
      openapi: {
        method: 'GET',
        path: '/blast-radius/health-impact',
        tags: ['Impact'],
        operationId: 'getHealthImpact',
        summary: 'What is impacted right now, by cause',
        hasETag: true,
      },
    })
      .input(nothing)
      .query(({ ctx }) => readHealthImpact(ctx.tenant, ctx.principal)),
  ),
  causes: procedure({ access: read })
    .input(nothing)
    .output(LiveCauses)
    .query(({ ctx }) => readLiveCauses(ctx.tenant, ctx.principal)),
});

/** Incidents: what the consumer of health signals opens, and what people do to them. */
import { Incident, IncidentCommentInput, IncidentInput, IncidentListInput, IncidentPage, IncidentResolveInput } from '@/contract/incidents';
import { IncidentChanges, IncidentChangesInput } from '@/contract/incidentChanges';
import { IncidentReplay, ReplayInput } from '@/contract/replay';
import { acknowledge, comment, resolve } from '@/server/health/actOnIncident';
import { readChangesBefore } from '@/server/health/changesBefore';
import { readReplay } from '@/server/health/readReplay';
import { listIncidents } from '@/server/health/listIncidents';
import { getIncident } from '@/server/health/readIncidents';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Incidents'];

export const incidentRouter = router({
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/incidents',
      tags,
      operationId: 'listIncidents',
      summary: 'List incidents, newest first',
      description:
        'Lists incidents page by page, newest first unless `sort` asks for another order. Filters narrow the list, and all of them must match.',
      refusals: ['revenue_forbidden'],
    },
  })
    .input(IncidentListInput)
    .output(IncidentPage)
    .query(({ ctx, input }) => listIncidents(ctx.tenant, input, ctx.credentials.now, ctx.principal.canSeeRevenue)),
  get: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/incidents/{id}',
      tags,
      operationId: 'getIncident',
      summary: 'Read an incident with its timeline',
      description: 'Returns one incident with its symptoms, now and earlier, and everything that happened to it.',
      refusals: ['not_found'],
    },
  })
    .input(IncidentInput)
    .output(Incident)
    .query(({ ctx, input }) => getIncident(ctx.tenant, input.id, ctx.credentials.now, ctx.principal.canSeeRevenue)),
  replay: procedure({ access: READ })
    .input(ReplayInput)
    .output(IncidentReplay)
    .query(({ ctx, input }) => readReplay(ctx.tenant, input.id, ctx.credentials.now)),
  changesBefore: procedure({ access: READ })
    .input(IncidentChangesInput)
    .output(IncidentChanges)
    .query(({ ctx, input }) => readChangesBefore(ctx.tenant, ctx.principal, input.id)),
  acknowledge: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/incidents/{id}/acknowledge',
      tags,
      operationId: 'acknowledgeIncident',
      summary: 'Acknowledge an incident',
      description: 'Tells everybody that you are working on it. The incident stays open.',
      refusals: ['not_found'],
    },
  })
    .input(IncidentInput)
    .output(Incident)
    .mutation(({ ctx, input }) => acknowledge(ctx.tenant, ctx.principal, input.id, ctx.credentials.now)),
  resolve: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/incidents/{id}/resolve',
      tags,
      operationId: 'resolveIncident',
      summary: 'Resolve an incident',
      description: 'Closes it by hand. If its cause is still unhealthy, no new incident opens until the cause recovers or gets worse.',
      refusals: ['not_found'],
    },
  })
    .input(IncidentResolveInput)
    .output(Incident)
    .mutation(({ ctx, input }) => resolve(ctx.tenant, ctx.principal, input.id, input.comment ?? null, ctx.credentials.now)),
  comment: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/incidents/{id}/comments',
      tags,
      operationId: 'commentOnIncident',
      summary: 'Comment on an incident',
      description: 'Adds a text to the timeline. The text is sent with the event `incident.updated`.',
      status: 201,
      refusals: ['not_found'],
    },
  })
    .input(IncidentCommentInput)
    .output(Incident)
    .mutation(({ ctx, input }) => comment(ctx.tenant, ctx.principal, input.id, input.text, ctx.credentials.now)),
});

/** The alerts of monitoring systems: which are open, and ending one by hand. */
import { Alert, AlertInput, AlertListInput, AlertPage } from '@/contract/alerts';
import { listAlerts } from '@/server/health/listAlerts';
import { closeAlert, reopenAlert } from '@/server/health/openAlerts';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Health'];

export const alertRouter = router({
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/alerts',
      tags,
      operationId: 'listAlerts',
      summary: 'List the alerts of monitoring systems, latest message first',
      description:
        'Lists the alerts that are open, each with the component that it is about, and on request those that have ended in the last 90 days.',
    },
  })
    .input(AlertListInput)
    .output(AlertPage)
    .query(({ ctx, input }) => listAlerts(ctx.tenant, input)),
  close: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/alerts/{id}/close',
      tags,
      operationId: 'closeAlert',
      summary: 'Close an alert by hand',
      description:
        'For an alert whose end never arrived. It then no longer counts, and the history of signals says who closed it. The next message that says it fires opens it again.',
      refusals: ['not_found', 'conflict'],
    },
  })
    .input(AlertInput)
    .output(Alert)
    .mutation(({ ctx, input }) => closeAlert(ctx.tenant, ctx.principal, input.id)),
  reopen: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/alerts/{id}/reopen',
      tags,
      operationId: 'reopenAlert',
      summary: 'Reopen an alert that was closed by hand',
      description:
        'Reopens an alert that was closed by hand, or dropped because its source did not repeat it. An alert that its source has ended stays ended.',
      refusals: ['not_found', 'conflict'],
    },
  })
    .input(AlertInput)
    .output(Alert)
    .mutation(({ ctx, input }) => reopenAlert(ctx.tenant, ctx.principal, input.id)),
});

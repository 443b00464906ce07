/** Maintenance windows. */
import { DeleteResult } from '@/contract/entityKinds';
import {
  Maintenance,
  MaintenanceCreate,
  MaintenanceInput,
  MaintenanceListInput,
  MaintenancePage,
  MaintenancePatch,
} from '@/contract/maintenance';
import { listWindows } from '@/server/health/listMaintenance';
import { createWindow, deleteWindow, getWindow, updateWindow } from '@/server/health/maintenanceWindows';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Maintenance windows'];

export const maintenanceRouter = router({
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/maintenance-windows',
      tags,
      operationId: 'listMaintenanceWindows',
      summary: 'List maintenance windows, latest start first',
      description: 'Lists maintenance windows page by page: planned ones, active ones and those that have ended.',
    },
  })
    .input(MaintenanceListInput)
    .output(MaintenancePage)
    .query(({ ctx, input }) => listWindows(ctx.tenant, input, ctx.credentials.now)),
  create: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/maintenance-windows',
      tags,
      operationId: 'createMaintenanceWindow',
      summary: 'Plan maintenance of a component or an application',
      description:
        'During the window, failures of the component, or of any component of the application, open no incident and send no event except `impact.changed`. Health is still recorded.',
      status: 201,
      location: '/maintenance-windows/{id}',
      hasETag: true,
    },
  })
    .input(MaintenanceCreate)
    .output(Maintenance)
    .mutation(({ ctx, input }) => createWindow(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  get: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'getMaintenanceWindow',
      summary: 'Read a maintenance window',
      description: 'Returns one maintenance window, whether it has started or not.',
      hasETag: true,
      refusals: ['not_found'],
    },
  })
    .input(MaintenanceInput)
    .output(Maintenance)
    .query(({ ctx, input }) => getWindow(ctx.tenant, input.id, ctx.credentials.now)),
  update: procedure({
    access: WRITE,
    openapi: {
      method: 'PATCH',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'updateMaintenanceWindow',
      summary: 'Change a maintenance window, or end it early',
      description:
        'Changes the fields that you send. Set `endsAt` to now to end an active window early; one that has ended cannot be changed.',
      hasETag: true,
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(MaintenancePatch)
    .output(Maintenance)
    .mutation(({ ctx, input }) => updateWindow(ctx.tenant, ctx.principal, input, ctx.ifMatch, ctx.credentials.now)),
  delete: procedure({
    access: WRITE,
    openapi: {
      method: 'DELETE',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'deleteMaintenanceWindow',
      summary: 'Delete a maintenance window that has not started',
      description: 'Removes a window before it starts. Once it has started, end it early instead.',
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(MaintenanceInput)
    .output(DeleteResult)
    .mutation(({ ctx, input }) => deleteWindow(ctx.tenant, ctx.principal, input.id, ctx.ifMatch, ctx.credentials.now)),
});

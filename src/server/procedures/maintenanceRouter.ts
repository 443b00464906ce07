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
import { procedure, router } from './init';

const read = { scope: 'read', role: 'Viewer' } as const;
const write = { scope: 'write', role: 'Editor' } as const;
const tags = ['Maintenance windows'];

export const maintenanceRouter = router({
  list: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/maintenance-windows',
      tags,
      operationId: 'listMaintenanceWindows',
      summary: 'List maintenance windows, latest start first',
    },
  })
    .input(MaintenanceListInput)
    .output(MaintenancePage)
    .query(({ ctx, input }) => listWindows(ctx.tenant, input, ctx.credentials.now)),
  create: procedure({
    access: write,
    openapi: {
      method: 'POST',
      path: '/maintenance-windows',
      tags,
      operationId: 'createMaintenanceWindow',
      summary: 'Plan maintenance of a component or an application',
      status: 201,
      location: '/maintenance-windows/{id}',
      hasETag: true,
    },
  })
    .input(MaintenanceCreate)
    .output(Maintenance)
    .mutation(({ ctx, input }) => createWindow(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  get: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'getMaintenanceWindow',
      summary: 'Read a maintenance window',
      hasETag: true,
      refusals: ['not_found'],
    },
  })
    .input(MaintenanceInput)
    .output(Maintenance)
    .query(({ ctx, input }) => getWindow(ctx.tenant, input.id, ctx.credentials.now)),
  update: procedure({
    access: write,
    openapi: {
      method: 'PATCH',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'updateMaintenanceWindow',
      summary: 'Change a maintenance window, or end it early',
      hasETag: true,
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(MaintenancePatch)
    .output(Maintenance)
    .mutation(({ ctx, input }) => updateWindow(ctx.tenant, ctx.principal, input, ctx.ifMatch, ctx.credentials.now)),
  delete: procedure({
    access: write,
    openapi: {
      method: 'DELETE',
      path: '/maintenance-windows/{id}',
      tags,
      operationId: 'deleteMaintenanceWindow',
      summary: 'Delete a maintenance window that has not started',
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(MaintenanceInput)
    .output(DeleteResult)
    .mutation(({ ctx, input }) => deleteWindow(ctx.tenant, ctx.principal, input.id, ctx.ifMatch, ctx.credentials.now)),
});

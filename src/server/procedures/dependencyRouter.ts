/** Dependencies between components. */
import { z } from 'zod';
import { Dependency, DependencyCreate, DependencyListInput, DependencyPatch } from '@/contract/dependency';
import { DeleteResult } from '@/contract/entityKinds';
import { guid } from '@/contract/fields';
import { pageOf } from '@/contract/lists';
import { RedundancyGroup, RedundancyGroupInput } from '@/contract/redundancyGroup';
import { createDependency, deleteDependency, getDependency, listDependencies, updateDependency } from '@/server/landscape/dependencies';
import { setRedundancyMinimum } from '@/server/landscape/redundancy';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Dependencies'];
const byId = z.strictObject({ id: guid.meta({ description: 'The id of the dependency.' }) });

export const dependencyRouter = router({
  setRedundancyMinimum: procedure({
    access: WRITE,
    openapi: {
      method: 'PUT',
      path: '/components/{component}/redundancy-groups/{name}',
      tags,
      operationId: 'setRedundancyMinimum',
      summary: 'Set how many targets of a redundancy group must work',
      description: 'Changes all dependencies of the group in one change, which can be undone as a whole.',
      refusals: ['not_found'],
    },
  })
    .input(RedundancyGroupInput)
    .output(RedundancyGroup)
    .mutation(({ ctx, input }) => setRedundancyMinimum(ctx.tenant, ctx.principal, input)),
  create: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/dependencies',
      tags,
      operationId: 'createDependency',
      summary: 'Create a dependency',
      description:
        'Records that the source depends on the target. Two components can be joined once by each `dependencyType`; a second time is 409 `duplicate`.',
      status: 201,
      location: '/dependencies/{id}',
      hasETag: true,
      refusals: ['duplicate'],
    },
  })
    .input(DependencyCreate)
    .output(Dependency)
    .mutation(({ ctx, input }) => createDependency(ctx.tenant, ctx.principal, input)),
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/dependencies',
      tags,
      operationId: 'listDependencies',
      summary: 'List dependencies',
      description: 'Lists dependencies page by page. Filters narrow the list, and all of them must match.',
    },
  })
    .input(DependencyListInput)
    .output(pageOf(Dependency))
    .query(({ ctx, input }) => listDependencies(ctx.tenant, input)),
  get: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/dependencies/{id}',
      tags,
      operationId: 'getDependency',
      summary: 'Read a dependency',
      description: 'Returns one dependency with all its fields.',
      hasETag: true,
      refusals: ['not_found'],
    },
  })
    .input(byId)
    .output(Dependency)
    .query(({ ctx, input }) => getDependency(ctx.tenant, input.id)),
  update: procedure({
    access: WRITE,
    openapi: {
      method: 'PATCH',
      path: '/dependencies/{id}',
      tags,
      operationId: 'updateDependency',
      summary: 'Change a dependency',
      description: 'Changes the fields that you send; null clears an optional one.',
      hasETag: true,
      takesIfMatch: true,
      refusals: ['not_found', 'duplicate', 'precondition_failed'],
    },
  })
    .input(z.strictObject({ ...byId.shape, ...DependencyPatch.shape }))
    .output(Dependency)
    .mutation(({ ctx, input: { id, ...patch } }) => updateDependency(ctx.tenant, ctx.principal, id, patch, ctx.ifMatch)),
  delete: procedure({
    access: WRITE,
    openapi: {
      method: 'DELETE',
      path: '/dependencies/{id}',
      tags,
      operationId: 'deleteDependency',
      summary: 'Delete a dependency',
      description: 'Removes the dependency. The components at its ends stay.',
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(byId)
    .output(DeleteResult)
    .mutation(({ ctx, input }) => deleteDependency(ctx.tenant, ctx.principal, input.id, ctx.ifMatch)),
});

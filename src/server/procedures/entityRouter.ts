/** Makes the five procedures of one kind, typed, from its row in the registry. */
import { z } from 'zod';
import { DeleteResult, type CreateInputOf, type EntityOf, type EntityRegistry, type PatchInputOf } from '@/contract/entityKinds';
import { entityReference } from '@/contract/fields';
import { pageInput, pageOf, searchInput, sortInput, type Page } from '@/contract/lists';
import type { KindFacts } from '@/contract/values/kinds';
import { ENTITY_SORTS } from '@/contract/values/lists';
import type { ErrorCode } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import { withArticle } from '@/plain/withArticle';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, getEntity, listEntities, updateEntity, type EntityListQuery } from '@/server/landscape/entities';
import { capitalised } from '@/plain/capitalised';
import { READ, WRITE, procedure, router, type RestFacts } from './init';

const reference = z.strictObject({ idOrTechnicalName: entityReference });
const cascade = z.boolean().optional().meta({ description: 'Also delete what it contains, and unlink what refers to it.' });

/** The part of a registry row that the factory needs, with the types of its schemas. */
type Row<Kind extends EntityKind> = EntityRegistry[Kind];

/** The noun in the operationId: `hosting area` becomes `HostingArea`. */
function nounOf(text: string): string {
  return text.split(' ').map(capitalised).join('');
}

/** What each of the changes may be refused for, besides what every change may be. */
function refusalsOf(kind: EntityKind): Record<'create' | 'update' | 'delete', ErrorCode[]> {
  const revenue: ErrorCode[] = kind === 'segment' ? ['revenue_forbidden'] : [];
  // Nothing refers to a segment.
  const inUse: ErrorCode[] = kind === 'segment' ? [] : ['in_use'];
  const planLimit: ErrorCode[] = kind === 'component' ? ['plan_limit'] : [];
  return {
    create: ['duplicate', 'former_name', ...planLimit, ...revenue],
    update: ['not_found', 'duplicate', 'former_name', 'precondition_failed', ...revenue],
    delete: ['not_found', ...inUse, 'precondition_failed', ...(kind === 'capability' ? (['revenue_forbidden'] as const) : revenue)],
  };
}

/** How REST reaches each of the five, and what an integrator has to know of it. */
function operationsOf({ kind, singular, plural, path: segment }: KindFacts) {
  const tags = [capitalised(plural)];
  const path = `/${segment}` as const;
  const one = `${path}/{idOrTechnicalName}` as const;
  const refusals = refusalsOf(kind);
  const noun = nounOf(singular);
  return {
    create: {
      ...{ method: 'POST', path, tags, operationId: `create${noun}`, summary: `Create ${withArticle(singular)}` },
      description: `The technicalName must be free: not that of another ${singular} (409 \`duplicate\`), nor one that another had before (409 \`former_name\`).`,
      ...{ status: 201, location: `${path}/{id}`, hasETag: true, refusals: refusals.create },
    },
    list: {
      ...{ method: 'GET', path, tags, operationId: `list${nounOf(plural)}`, summary: `List ${plural}` },
      description: `Lists ${plural} page by page. Filters narrow the list, and all of them must match.`,
    },
    get: {
      ...{ method: 'GET', path: one, tags, operationId: `get${noun}`, summary: `Read ${withArticle(singular)}` },
      description: `Returns one ${singular} with all its fields.`,
      ...{ hasETag: true, refusals: ['not_found'] },
    },
    update: {
      ...{ method: 'PATCH', path: one, tags, operationId: `update${noun}`, summary: `Change ${withArticle(singular)}` },
      description:
        'Changes the fields that you send; null clears an optional one, and a list replaces the previous one. A new technicalName is a rename: the id and the history stay.',
      ...{ hasETag: true, takesIfMatch: true, refusals: refusals.update },
    },
    delete: {
      ...{ method: 'DELETE', path: one, tags, operationId: `delete${noun}`, summary: `Delete ${withArticle(singular)}` },
      description:
        kind === 'segment'
          ? 'Nothing refers to a segment, so nothing can still need it. If it has revenue, deleting it needs permission to see revenue.'
          : 'If something else still needs it, nothing is deleted (409 `in_use`), unless `cascade` is true.',
      ...{ takesIfMatch: true, refusals: refusals.delete },
    },
  } as const satisfies Record<string, RestFacts>;
}

export function entityRouter<Kind extends EntityKind>(row: Row<Kind>) {
  const { kind } = row;
  const of = kind as Kind;
  const entity = row.entity as unknown as z.ZodType<EntityOf<Kind>>;
  const create = row.create as unknown as z.ZodType<CreateInputOf<Kind>, CreateInputOf<Kind>>;
  const patch = z.strictObject({ ...reference.shape, ...row.patch.shape }) as unknown as z.ZodType<
    PatchInputOf<Kind> & { idOrTechnicalName: string },
    PatchInputOf<Kind> & { idOrTechnicalName: string }
  >;
  const listInput = z.strictObject({
    ...pageInput,
    ...searchInput,
    ...sortInput(ENTITY_SORTS, 'technicalName'),
    ...(row.filters as EntityRegistry[Kind]['filters']),
  });
  const operations = operationsOf(row);
  return router({
    create: procedure({
      access: WRITE,
      openapi: operations.create,
    })
      .input(create)
      .output(entity)
      .mutation(({ ctx, input }) => createEntity(ctx.tenant, ctx.principal, of, input as CreateInputOf<Kind>)),
    list: procedure({
      access: READ,
      openapi: operations.list,
    })
      .input(listInput)
      .output(pageOf(row.entity) as unknown as z.ZodType<Page<EntityOf<Kind>>>)
      .query(({ ctx, input }) => listEntities(ctx.tenant, ctx.principal, of, input as EntityListQuery)),
    get: procedure({
      access: READ,
      openapi: operations.get,
    })
      .input(reference)
      .output(entity)
      .query(({ ctx, input }) => getEntity(ctx.tenant, ctx.principal, of, input.idOrTechnicalName)),
    update: procedure({
      access: WRITE,
      openapi: operations.update,
    })
      .input(patch)
      .output(entity)
      .mutation(({ ctx, input }) => {
        const { idOrTechnicalName, ...fields } = input;
        return updateEntity(ctx.tenant, ctx.principal, of, idOrTechnicalName, fields as unknown as PatchInputOf<Kind>, ctx.ifMatch);
      }),
    delete: procedure({
      access: WRITE,
      openapi: operations.delete,
    })
      .input(z.strictObject({ ...reference.shape, cascade }))
      .output(DeleteResult)
      .mutation(({ ctx, input }) =>
        deleteEntity(ctx.tenant, ctx.principal, of, input.idOrTechnicalName, input.cascade === true, ctx.ifMatch),
      ),
  });
}

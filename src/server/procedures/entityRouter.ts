/** Makes the five procedures of one kind, typed, from its row in the registry. */
import { z } from 'zod';
import { DeleteResult, type CreateInputOf, type EntityOf, type EntityRegistry, type PatchInputOf } from '@/contract/entityKinds';
import { entityReference } from '@/contract/fields';
import { pageInput, pageOf, searchInput, sortInput, type Page } from '@/contract/lists';
import { ENTITY_SORTS } from '@/contract/values/lists';
import type { ErrorCode } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, getEntity, listEntities, updateEntity, type EntityListQuery } from '@/server/landscape/entities';
import { procedure, router } from './init';

const reference = z.strictObject({ idOrTechnicalName: entityReference });
const cascade = z.boolean().optional().meta({ description: 'Also delete what it contains, and unlink what refers to it.' });

const read = { scope: 'read', role: 'Viewer' } as const;
const write = { scope: 'write', role: 'Editor' } as const;

/** The part of a registry row that the factory needs, with the types of its schemas. */
type Row<Kind extends EntityKind> = EntityRegistry[Kind];

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The noun in the operationId: `hosting area` becomes `HostingArea`. */
function nounOf(text: string): string {
  return text.split(' ').map(capitalised).join('');
}

export function entityRouter<Kind extends EntityKind>(row: Row<Kind>) {
  const { kind, singular, plural } = row;
  const of = kind as Kind;
  const tags = [capitalised(plural)];
  const path = `/${row.path}` as const;
  const one = `${path}/{idOrTechnicalName}` as const;
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
  const revenue: ErrorCode[] = kind === 'segment' ? ['revenue_forbidden'] : [];
  // Nothing refers to a segment.
  const inUse: ErrorCode[] = kind === 'segment' ? [] : ['in_use'];
  const planLimit: ErrorCode[] = kind === 'component' ? ['plan_limit'] : [];
  const article = /^[aeiou]/.test(singular) ? 'an' : 'a';
  return router({
    create: procedure({
      access: write,
      openapi: {
        method: 'POST',
        path,
        tags,
        operationId: `create${nounOf(singular)}`,
        summary: `Create ${article} ${singular}`,
        status: 201,
        location: `${path}/{id}`,
        hasETag: true,
        refusals: ['duplicate', 'former_name', ...planLimit, ...revenue],
      },
    })
      .input(create)
      .output(entity)
      .mutation(({ ctx, input }) => createEntity(ctx.tenant, ctx.principal, of, input as CreateInputOf<Kind>)),
    list: procedure({
      access: read,
      openapi: { method: 'GET', path, tags, operationId: `list${nounOf(plural)}`, summary: `List ${plural}` },
    })
      .input(listInput)
      .output(pageOf(row.entity) as unknown as z.ZodType<Page<EntityOf<Kind>>>)
      .query(({ ctx, input }) => listEntities(ctx.tenant, ctx.principal, of, input as EntityListQuery)),
    get: procedure({
      access: read,
      openapi: {
        method: 'GET',
        path: one,
        tags,
        operationId: `get${nounOf(singular)}`,
        summary: `Read ${article} ${singular}`,
        hasETag: true,
        refusals: ['not_found'],
      },
    })
      .input(reference)
      .output(entity)
      .query(({ ctx, input }) => getEntity(ctx.tenant, ctx.principal, of, input.idOrTechnicalName)),
    update: procedure({
      access: write,
      openapi: {
        method: 'PATCH',
        path: one,
        tags,
        operationId: `update${nounOf(singular)}`,
        summary: `Change ${article} ${singular}`,
        hasETag: true,
        takesIfMatch: true,
        refusals: ['not_found', 'duplicate', 'former_name', 'precondition_failed', ...revenue],
      },
    })
      .input(patch)
      .output(entity)
      .mutation(({ ctx, input }) => {
        const { idOrTechnicalName, ...fields } = input;
        return updateEntity(ctx.tenant, ctx.principal, of, idOrTechnicalName, fields as unknown as PatchInputOf<Kind>, ctx.ifMatch);
      }),
    delete: procedure({
      access: write,
      openapi: {
        method: 'DELETE',
        path: one,
        tags,
        operationId: `delete${nounOf(singular)}`,
        summary: `Delete ${article} ${singular}`,
        takesIfMatch: true,
        refusals: ['not_found', ...inUse, 'precondition_failed', ...(kind === 'capability' ? ['revenue_forbidden' as const] : revenue)],
      },
    })
      .input(z.strictObject({ ...reference.shape, cascade }))
      .output(DeleteResult)
      .mutation(({ ctx, input }) =>
        deleteEntity(ctx.tenant, ctx.principal, of, input.idOrTechnicalName, input.cascade === true, ctx.ifMatch),
      ),
  });
}

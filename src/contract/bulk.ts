/** Changes to many of one kind at once, as the browser's tables make them: all of them or none, in one transaction and one change set. */
import { z } from 'zod';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { DependencyPatch } from './dependency';
import { DeleteResult, ENTITY_REGISTRY } from './entityKinds';
import { guid, guidOut } from './fields';

/** The most that one change may take. */
export const MOST_AT_ONCE = 500;

export const INVENTORY_KINDS = [...ENTITY_KINDS, 'dependency'] as const;
export type InventoryKind = (typeof INVENTORY_KINDS)[number];

const target = { kind: z.enum(INVENTORY_KINDS), ids: z.array(guid).min(1).max(MOST_AT_ONCE) };

/** What no two may share is not set for many. */
const OF_ONE_ALONE = ['name', 'technicalName', 'sourceComponentId', 'targetComponentId'];

/** Fields to set, and links to add to what each has or to take from it. */
export const BulkUpdateInput = z
  .strictObject({
    ...target,
    set: z.record(z.string(), z.unknown()).optional(),
    add: z.record(z.string(), z.array(guid).min(1).max(100)).optional(),
    remove: z.record(z.string(), z.array(guid).min(1).max(100)).optional(),
  })
  .transform((input, context) => {
    const { kind, set = {}, add = {}, remove = {} } = input;
    const refuse = (path: string[], message: string): void => void context.addIssue({ code: 'custom', path, message });
    for (const field of OF_ONE_ALONE) if (field in set) refuse(['set', field], 'is not for several at once');
    const parsed = (kind === 'dependency' ? DependencyPatch : ENTITY_REGISTRY[kind].patch).safeParse(set);
    parsed.error?.issues.forEach((issue) => context.addIssue({ code: 'custom', path: ['set', ...issue.path], message: issue.message }));
    const links = kind === 'dependency' ? [] : ENTITY_REGISTRY[kind].links.filter(({ many }) => many);
    for (const [name, fields] of Object.entries({ add, remove })) {
      for (const field of Object.keys(fields)) {
        if (!links.some((link) => link.field === field)) refuse([name, field], 'is not a list of links');
        else if (field in set) refuse([name, field], 'is set as a whole already');
      }
    }
    if (Object.keys({ ...set, ...add, ...remove }).length === 0) refuse(['set'], 'says nothing to change');
    return { kind, ids: input.ids, set: (parsed.data ?? {}) as Readonly<Record<string, unknown>>, add, remove };
  });
export type BulkUpdateInput = z.output<typeof BulkUpdateInput>;

export const BulkDeleteInput = z.strictObject({
  ...target,
  cascade: z.boolean().optional().meta({ description: 'Delete what they contain too, and unlink what refers to them.' }),
});
export type BulkDeleteInput = z.infer<typeof BulkDeleteInput>;

const changeSetId = guidOut.nullable().meta({ description: 'By which it can be undone; null when nothing changed.' });

export const BulkUpdateResult = z.strictObject({ changeSetId, changed: z.array(guidOut), unchanged: z.array(guidOut) });
export type BulkUpdateResult = z.infer<typeof BulkUpdateResult>;

export const BulkDeleteResult = z.strictObject({ changeSetId, ...DeleteResult.shape });
export type BulkDeleteResult = z.infer<typeof BulkDeleteResult>;

export const EntityNamesInput = z.strictObject({ kind: z.enum(ENTITY_KINDS), ids: z.array(guid).min(1).max(200) });
export type EntityNamesInput = z.infer<typeof EntityNamesInput>;

export const EntityNames = z.array(z.strictObject({ id: guidOut, name: z.string(), technicalName: z.string() }));
export type EntityNames = z.infer<typeof EntityNames>;

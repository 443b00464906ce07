/** Changes to many entities of one kind at once: all or none, in one transaction and one change set. */
import { z } from 'zod';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { DependencyPatch } from './dependency';
import { DeleteResult, ENTITY_REGISTRY } from './entityKinds';
import { guid, guidOut } from './fields';
import { parseInput } from './parseInput';
import { INVENTORY_KINDS, MOST_AT_ONCE } from './values/inventory';

export type InventoryKind = (typeof INVENTORY_KINDS)[number];

const target = {
  kind: z.enum(INVENTORY_KINDS).meta({ description: 'The kind of all of them.' }),
  ids: z
    .array(guid)
    .min(1)
    .max(MOST_AT_ONCE)
    .meta({ description: `The ids of up to ${MOST_AT_ONCE}. Duplicates count once.` }),
};

const linkLists = z.record(z.string(), z.array(guid).min(1).max(100));

/** Fields that must be unique, so that they cannot be set on several entities. */
const OF_ONE_ALONE = ['name', 'technicalName', 'sourceComponentId', 'targetComponentId'];

/** Fields to set, and links to add or remove. `bulkChangeOf` reads it. */
export const BulkUpdateInput = z
  .strictObject({
    ...target,
    set: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Fields of the kind, with the new value for all of them.', example: { ownerTeam: 'Checkout' } }),
    add: linkLists.optional().meta({ description: 'Lists of links, such as `capabilityIds`, with the links to add.' }),
    remove: linkLists.optional().meta({ description: 'Lists of links, with the links to remove.' }),
  })
  .superRefine(({ kind, set = {}, add = {}, remove = {} }, context) => {
    const refuse = (path: PropertyKey[], message: string): void => void context.addIssue({ code: 'custom', path, message });
    for (const field of OF_ONE_ALONE) if (field in set) refuse(['set', field], 'cannot be changed on several at once');
    for (const issue of parseInput(patchOf(kind), set).error?.issues ?? []) {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      const message = issue.code === 'unrecognized_keys' ? 'is not a known field' : issue.message;
      for (const path of paths) refuse(['set', ...path], message);
    }
    const links = kind === 'dependency' ? [] : ENTITY_REGISTRY[kind].links.filter(({ many }) => many);
    for (const [name, fields] of Object.entries({ add, remove }))
      for (const field of Object.keys(fields))
        if (!links.some((link) => link.field === field)) refuse([name, field], 'is not a list of links');
        else if (field in set) refuse([name, field], 'is already set as a whole');
    if (Object.keys({ ...set, ...add, ...remove }).length === 0) refuse(['set'], 'contains nothing to change');
  });
export type BulkUpdateInput = z.infer<typeof BulkUpdateInput>;

/** The change to make to each of them. */
export interface BulkChange {
  kind: InventoryKind;
  /** In the form of the kind's own update. */
  set: Readonly<Record<string, unknown>>;
  add: Readonly<Record<string, string[]>>;
  remove: Readonly<Record<string, string[]>>;
}

/** The change that an input asks for. `set` is checked against the patch of its kind; throws a ZodError if it does not fit. */
export function bulkChangeOf({ kind, set = {}, add = {}, remove = {} }: BulkUpdateInput): BulkChange {
  return { kind, set: patchOf(kind).parse(set), add, remove };
}

function patchOf(kind: InventoryKind): z.ZodType<Readonly<Record<string, unknown>>> {
  return kind === 'dependency' ? DependencyPatch : ENTITY_REGISTRY[kind].patch;
}

export const BulkDeleteInput = z.strictObject({
  ...target,
  cascade: z.boolean().optional().meta({ description: 'Delete what they contain too, and unlink what refers to them.' }),
});
export type BulkDeleteInput = z.infer<typeof BulkDeleteInput>;

const changeSetId = guidOut.nullable().meta({ description: 'Undo it with POST /changes/{changeSetId}/undo. Null if nothing changed.' });

export const BulkUpdateResult = z.strictObject({
  changeSetId,
  changed: z.array(guidOut).meta({ description: 'The ids of those that changed.', maxItems: MOST_AT_ONCE }),
  unchanged: z.array(guidOut).meta({ description: 'The ids of those that already had these values.', maxItems: MOST_AT_ONCE }),
});
export type BulkUpdateResult = z.infer<typeof BulkUpdateResult>;

export const BulkDeleteResult = z.strictObject({ changeSetId, ...DeleteResult.shape });
export type BulkDeleteResult = z.infer<typeof BulkDeleteResult>;

export const EntityNamesInput = z.strictObject({ kind: z.enum(ENTITY_KINDS), ids: z.array(guid).min(1).max(200) });
export type EntityNamesInput = z.infer<typeof EntityNamesInput>;

export const EntityNames = z.array(z.strictObject({ id: guidOut, name: z.string(), technicalName: z.string() }));
export type EntityNames = z.infer<typeof EntityNames>;

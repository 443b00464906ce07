/** A mapping: which tables describe what, and how their relations run. The shape of a mapping file, and of every preset. */
import { z } from 'zod';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { DIRECTION_WORDS, FIELDS, TARGETS, type FieldType, type Target } from './mappingFields';

const word = z.string().min(1).max(200);
/** One column, or several of which the first that is filled counts. */
const columns = z.union([word, z.array(word).min(1).max(50)]);
const value = z.union([z.string().max(4_000), z.number(), z.boolean()]);

const fieldSource = z.union([
  columns,
  z.strictObject({
    column: columns.optional(),
    /** What the words of the column mean. A word that ends with * stands for all that begin so; the longest one counts. */
    map: z.record(z.string(), value).optional(),
    /** By column, what it means that it is filled: the first filled one counts. */
    filled: z.record(z.string(), value).optional(),
    /** If the columns say nothing. */
    default: value.optional(),
  }),
]);
export type FieldSource = z.infer<typeof fieldSource>;

const direction = z.union([
  z.enum(DIRECTION_WORDS),
  z.strictObject({
    as: z.enum(DIRECTION_WORDS),
    dependencyType: z.enum(DEPENDENCY_TYPES).optional(),
    mode: z.enum(DEPENDENCY_MODES).optional(),
    /** An application takes in the components that it depends on, unless they are in one already. */
    gathers: z.boolean().optional(),
  }),
]);
export type Direction = z.infer<typeof direction>;

const place = {
  /** Of a workbook; for other files, the name of the file without its ending. */
  sheet: columns.optional(),
  /** The name of a file; the same as `sheet` for files without sheets. */
  file: columns.optional(),
  /** Only rows that have one of these words in each of these columns. '' for an empty cell, * at the end for all that begin so. */
  when: z.record(z.string(), z.array(z.string().max(200)).min(1)).optional(),
};

function entityOf<As extends Target>(as: As) {
  const names = Object.keys(FIELDS[as] as Record<string, FieldType>);
  return z.strictObject({
    ...place,
    as: z.literal(as),
    /** A word for relations that look for their ends only here. */
    set: word.optional(),
    /** What other rows call it, the surest first. Default: its name. */
    key: columns.optional(),
    name: columns,
    fields: z.strictObject(Object.fromEntries(names.map((name) => [name, fieldSource.optional()]))).optional(),
  });
}

const entity = z.discriminatedUnion('as', [entityOf(TARGETS[0]), ...TARGETS.slice(1).map((target) => entityOf(target))] as unknown as [
  ReturnType<typeof entityOf<Target>>,
  ...ReturnType<typeof entityOf<Target>>[],
]);
export type EntityMapping = z.infer<typeof entity>;

const relation = z
  .strictObject({
    ...place,
    source: columns,
    /** May hold a list, separated by semicolons, bars or line ends. */
    target: columns,
    sourceSet: columns.optional(),
    targetSet: columns.optional(),
    /** The column that names the type; `directions` then says what each type means. */
    type: columns.optional(),
    directions: z.union([direction, z.record(z.string(), direction)]),
    dependencyType: fieldSource.optional(),
    mode: fieldSource.optional(),
    protocol: fieldSource.optional(),
    /** Of what it depends on by such relations, as many must work as its field `redundancy` says. */
    isGrouped: z.boolean().optional(),
  })
  .superRefine((one, context) => {
    const isSingle = typeof one.directions === 'string' || typeof (one.directions as { as?: unknown }).as === 'string';
    if (isSingle === (one.type !== undefined))
      context.addIssue({
        code: 'custom',
        path: ['directions'],
        message: isSingle
          ? 'must say what each type means, because there is a column with the type'
          : 'must be one direction, because there is no column with the type',
      });
  });
export type RelationMapping = z.infer<typeof relation>;

export const Mapping = z.strictObject({
  /** Other names of columns, and what they are called here. */
  labels: z.record(z.string(), word).optional(),
  entities: z.array(entity).max(500).default([]),
  dependencies: z.array(relation).max(500).default([]),
});
export type Mapping = z.infer<typeof Mapping>;

/** The column or columns, as a list. */
export function listOfColumns(given: string | readonly string[] | undefined): readonly string[] {
  return given === undefined ? [] : typeof given === 'string' ? [given] : given;
}

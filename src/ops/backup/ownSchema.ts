/**
 * What the schema of this version consists of, as prisma/schema.prisma states it. A database may contain more: an administrator's tables,
 * columns and sequences among ours. None of it belongs to a backup.
 */
import { readFileSync } from 'node:fs';
import { schemaPath } from '@/ops/postgres/migrations';

export interface OwnSchema {
  /** The columns of each table, in an order in which rows can be restored: each table after the ones that it refers to. */
  tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of the enumerations in the database. */
  enums: readonly string[];
  views: readonly string[];
}

/** As Prisma's tools create it, so no model describes it. */
const RECORDS = {
  name: '_prisma_migrations',
  columns: ['id', 'checksum', 'finished_at', 'migration_name', 'logs', 'rolled_back_at', 'started_at', 'applied_steps_count'],
};

/** Written by hand in the migrations, like everything that Prisma has no words for. */
const VIEWS = ['member'];

const BLOCK = /^(model|enum) (\w+) \{\n(.*?)^\}/gms;
const FIELD = /^ {2}(\w+) +(\w+)(.*)$/gm;

interface Model {
  name: string;
  columns: string[];
  refersTo: string[];
}

function readModel(body: string, table: string, tableOf: ReadonlyMap<string, string>): Model {
  const model: Model = { name: table, columns: [], refersTo: [] };
  for (const [, field, type, rest] of body.matchAll(FIELD)) {
    const other = tableOf.get(type ?? '');
    if (other === undefined) model.columns.push(/@map\("(\w+)"\)/.exec(rest ?? '')?.[1] ?? field ?? '');
    else if (rest?.includes('fields:') === true && other !== table) model.refersTo.push(other);
  }
  return model;
}

function inOrder(models: readonly Model[]): Model[] {
  const ordered: Model[] = [];
  const done = new Set<string>();
  while (ordered.length < models.length) {
    const next = models.filter(({ name, refersTo }) => !done.has(name) && refersTo.every((to) => done.has(to)));
    if (next.length === 0) throw new Error('The foreign keys of the schema go in a circle, so rows cannot be restored in any order.');
    for (const model of next) {
      ordered.push(model);
      done.add(model.name);
    }
  }
  return ordered;
}

/** Reads prisma/schema.prisma. Throws an Error if its foreign keys form a circle. */
export function readOwnSchema(): OwnSchema {
  const blocks = [...readFileSync(schemaPath(), 'utf8').matchAll(BLOCK)].map(([, kind, name = '', body = '']) => ({
    ...{ kind, name, body },
    stored: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
  }));
  const models = blocks.filter(({ kind }) => kind === 'model');
  const tableOf = new Map(models.map(({ name, stored }) => [name, stored]));
  const ordered = inOrder(models.map(({ body, stored }) => readModel(body, stored, tableOf)));
  return {
    tables: new Map([RECORDS, ...ordered].map(({ name, columns }) => [name, new Set(columns)])),
    views: VIEWS,
    enums: blocks.filter(({ kind }) => kind === 'enum').map(({ stored }) => stored),
  };
}

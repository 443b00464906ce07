/** Writes planned changes in bulk, with a few statements per kind, and records each completely. */
import { randomUUID } from 'node:crypto';
import type { PlannedChange } from '@/domain/manifest/declaration';
import {
  areEqual,
  FIELD_RULES,
  type FieldRule,
  type ManifestKind,
  type Share,
  type Value,
  type Values,
} from '@/domain/manifest/manifestFields';
import { memberOf } from '@/domain/manifest/scenarioValues';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Recorder } from '@/server/landscape/changeLandscape';
import { releaseComponents, takeComponentOrdinals } from '@/server/landscape/componentCounter';
import { endFormerNames, rememberFormerNames } from '@/server/landscape/formerNames';
import { type Transaction, runWithin } from '@/server/db/transaction';
import { bulkRows, PORTION, type BulkRows, type ChangedRecord, type Row } from '@/server/landscape/bulkRows';
import type { LoadedLandscape } from './knownLandscape';
import { fieldsOf, type EntityRecord } from '@/server/landscape/landscapeRows';
import { inSteps } from '@/server/yieldToEventLoop';
import { ascendingIds } from './ascendingIds';
import { byCodeUnit } from '@/plain/order';

/** Receives each change as it is made; the other facts belong to the change set. */
interface Noting {
  record: Recorder;
  changeSetId: string;
}

/** Ids of everything that was created, by kind and technicalName. */
export type CreatedIds = ReadonlyMap<ManifestKind, ReadonlyMap<string, string>>;

/** Makes all changes in order. */
export async function writeChanges(
  tx: Transaction,
  tenantId: string,
  landscape: LoadedLandscape,
  changes: readonly PlannedChange[],
  noting: Noting,
): Promise<CreatedIds> {
  const writer = new Writer(tx, tenantId, landscape, changes, noting);
  await writer.write();
  return writer.created;
}

class Writer {
  readonly created = new Map<ManifestKind, Map<string, string>>();
  private readonly ordinals = new Map<string, number>();
  private readonly fields = new Map<ManifestKind, readonly string[]>();
  private readonly at = new Date().toISOString();
  private readonly rows: BulkRows;

  constructor(
    private readonly tx: Transaction,
    private readonly tenantId: string,
    private readonly landscape: LoadedLandscape,
    private readonly changes: readonly PlannedChange[],
    private readonly noting: Noting,
  ) {
    this.rows = bulkRows(tx, tenantId);
  }

  async write(): Promise<void> {
    const deletedComponents = this.changes.filter(({ op, kind }) => op === 'delete' && kind === 'component').length;
    await releaseComponents(this.tx, this.tenantId, deletedComponents);
    // In the order in which they are written, so that every index over them grows at its end.
    const ids = await inSteps(ascendingIds(this.changes.reduce((count, { op }) => count + (op === 'create' ? 1 : 0), 0)));
    let next = 0;
    for (const { op, kind, technicalName } of this.changes) {
      if (op !== 'create') continue;
      const id = ids[next++] ?? randomUUID();
      const ofKind = this.created.get(kind);
      if (ofKind === undefined) this.created.set(kind, new Map([[technicalName, id]]));
      else ofKind.set(technicalName, id);
    }
    await this.rename();
    await this.prepareOrdinals();
    for (const { kind, op, changes } of runsOf(this.changes)) {
      // All capabilities are written at once.
      const size = kind === 'capability' ? changes.length : PORTION;
      for (let start = 0; start < changes.length; start += size) {
        const portion = changes.slice(start, start + size);
        if (op === 'delete') await this.delete(kind, portion);
        else await this.put(kind, portion);
      }
    }
    await this.rows.finish();
  }

  /** Before everything else, so that a name that was given up can be used. */
  private async rename(): Promise<void> {
    for (const kind of ENTITY_KINDS) {
      const names = this.changes.flatMap((change) =>
        change.kind === kind && change.renamedFrom !== undefined
          ? [{ id: this.idOf(kind, change.technicalName), from: change.renamedFrom, to: change.technicalName }]
          : [],
      );
      await rememberFormerNames(this.tx, this.tenantId, kind, names);
      await endFormerNames(this.tx, this.tenantId, this.noting.changeSetId, kind, [...(this.created.get(kind)?.keys() ?? [])]);
      await this.rows.rename(
        kind,
        names.map(({ id, to }) => ({ id, technicalName: to })),
      );
    }
  }

  private idOf(kind: ManifestKind, technicalName: string): string {
    const known = this.landscape.ids.get(kind)?.get(technicalName) ?? this.landscape.entities.get(kind)?.get(technicalName)?.id;
    const id = this.created.get(kind)?.get(technicalName) ?? known;
    if (id === undefined) throw new Error(`The plan refers to an unknown ${kind}.`);
    return id;
  }

  /** New components get numbers; new dependencies use those of their ends. */
  private async prepareOrdinals(): Promise<void> {
    const created = [...(this.created.get('component')?.values() ?? [])];
    if (created.length > 0) {
      const first = await takeComponentOrdinals(this.tx, this.tenantId, created.length);
      created.forEach((id, index) => this.ordinals.set(id, first + index));
    }
    const ends = new Set(
      this.changes.flatMap(({ op, kind, after }) =>
        op === 'create' && kind === 'dependency' && after !== null ? [String(after.source), String(after.target)] : [],
      ),
    );
    const wanted = [...ends].map((name) => this.idOf('component', name)).filter((id) => !this.ordinals.has(id));
    if (wanted.length === 0) return;
    const rows = await runWithin(this.tx)<{ id: string; ordinal: number }>(
      `select "id"::text as id, "ordinal" from "component" where "tenantId" = $1::uuid and "id" = any($2::uuid[])`,
      [this.tenantId, wanted],
    );
    for (const { id, ordinal } of rows) this.ordinals.set(id, ordinal);
  }

  private async put(kind: ManifestKind, changes: readonly PlannedChange[]): Promise<void> {
    const records = changes.map((change) => this.afterOf(kind, change));
    const created = records.filter((_, index) => changes[index]?.op === 'create');
    const updated = records.flatMap((after, index): ChangedRecord[] => {
      const before = changes[index]?.op === 'update' ? this.beforeOf(kind, changes[index].technicalName) : null;
      return before === null ? [] : [{ before, after }];
    });
    const ordinalOf = (id: string): number | undefined => this.ordinals.get(id);
    await this.rows.createOfKind(kind, created, ordinalOf);
    await this.rows.updateOfKind(kind, updated, ordinalOf);
    records.forEach((after, index) => {
      const change = changes[index];
      if (change === undefined) return;
      const { op, technicalName } = change;
      this.noting.record({ op, kind, entityId: after.id, technicalName, before: this.beforeOf(kind, technicalName), after });
    });
  }

  private beforeOf(kind: ManifestKind, technicalName: string): EntityRecord | null {
    return this.landscape.entities.get(kind)?.get(technicalName)?.record ?? null;
  }

  /** The record as the API will return it. */
  private afterOf(kind: ManifestKind, { technicalName, after }: PlannedChange): EntityRecord {
    const before = this.beforeOf(kind, technicalName);
    const values: Values = after ?? {};
    const was = this.landscape.entities.get(kind)?.get(technicalName)?.values;
    const fields: Row = {
      id: before?.id ?? this.idOf(kind, technicalName),
      technicalName,
      createdAt: before?.createdAt ?? this.at,
      updatedAt: this.at,
      version: before === null ? 1 : Number(before.version) + 1,
    };
    for (const rule of FIELD_RULES[kind]) {
      const value = values[rule.field] ?? null;
      // Unchanged members are kept as they are, because some may no longer exist.
      const isKept = kind === 'scenario' && was !== undefined && areEqual(was[rule.field] ?? null, value);
      fields[rule.entityField] = isKept ? before?.[rule.entityField] : this.fieldOf(rule, value);
    }
    const record: Row = {};
    for (const field of this.fieldsOfKind(kind)) record[field] = fields[field];
    return record as EntityRecord;
  }

  private fieldsOfKind(kind: ManifestKind): readonly string[] {
    const known = this.fields.get(kind) ?? fieldsOf(kind);
    this.fields.set(kind, known);
    return known;
  }

  private fieldOf({ type, target }: FieldRule, value: Value): unknown {
    if (type === 'members')
      return (value as readonly string[]).map(memberOf).map(({ entityType, entity, state }) => {
        return { entityType, id: this.idOf(entityType, entity), technicalName: entity, state };
      });
    if (type === 'edges') return (value as readonly string[]).map((name) => this.idOf('dependency', name));
    if (target === undefined || value === null) return value;
    if (type === 'link') return this.idOf(target, String(value));
    if (type === 'links') return (value as readonly string[]).map((name) => this.idOf(target, name)).sort();
    const rows = (value as readonly Share[]).map(({ capability, revenueShare }) => ({
      capabilityId: this.idOf(target, capability),
      revenueShare,
    }));
    return rows.sort((left, right) => byCodeUnit(left.capabilityId, right.capabilityId));
  }

  private async delete(kind: ManifestKind, changes: readonly PlannedChange[]): Promise<void> {
    await this.rows.removeOfKind(
      kind,
      changes.flatMap(({ before }) => (before === null ? [] : [before.id])),
    );
    for (const { technicalName, before } of changes) {
      if (before === null) continue;
      this.noting.record({
        op: 'delete',
        kind,
        entityId: before.id,
        technicalName,
        before: this.beforeOf(kind, technicalName),
        after: null,
      });
    }
  }
}

/** Adjacent changes of one kind that the same statements can make. */
function runsOf(changes: readonly PlannedChange[]): { kind: ManifestKind; op: 'put' | 'delete'; changes: PlannedChange[] }[] {
  const runs: { kind: ManifestKind; op: 'put' | 'delete'; changes: PlannedChange[] }[] = [];
  for (const change of changes) {
    const op = change.op === 'delete' ? 'delete' : 'put';
    const last = runs.at(-1);
    if (last !== undefined && last.kind === change.kind && last.op === op) last.changes.push(change);
    else runs.push({ kind: change.kind, op, changes: [change] });
  }
  return runs;
}

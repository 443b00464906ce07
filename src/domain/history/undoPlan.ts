/**
 * Plans the undo of one recorded change: deletes what was created, restores what was updated or deleted, each only if nothing later is in
 * the way. Lists what cannot be restored. The result obeys every rule of a landscape: links point to something that exists, names are
 * unique, capabilities form a tree, and redundancy groups are consistent.
 */
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';
import {
  differingFields,
  isSameValue,
  linksOf,
  restoredRecord,
  type DoneChange,
  type FieldProblem,
  type LandscapeRecord,
  type RestoredRecord,
  type UndoReason,
} from './undoneFields';
import { brokenGroups, cyclesIn } from './undoRules';
import { inStretches, type Steps } from '@/plain/steps';

/** An entity that links to something, and the field that does. */
export interface Holder {
  kind: ManifestKind;
  id: string;
  technicalName: string;
  field: string;
}

/** The part of the present landscape that an undo can touch. */
export interface UndoLandscape {
  /** The present state of whatever the change touched; absent if it no longer exists. */
  current: ReadonlyMap<ManifestKind, ReadonlyMap<string, LandscapeRecord>>;
  /** The ids that still exist among those that the change's earlier states link to. */
  living: ReadonlyMap<EntityKind, ReadonlySet<string>>;
  /** What links to entities that the change created, by kind and id. */
  holders: ReadonlyMap<string, readonly Holder[]>;
  /** Another manifest that declares an entity that the change created, by kind and id. */
  declaredBy: ReadonlyMap<string, string>;
  /** Whether the name of a deleted entity (or the ends and type of a deleted dependency) is taken. */
  isNameTaken: (change: DoneChange) => boolean;
  /** What now has a name that was given up, by kind and name. */
  nameHolders: ReadonlyMap<string, string>;
  /** All present dependencies of the sources whose dependencies the change touched. */
  dependencies: readonly LandscapeRecord[];
  /** All capabilities with their parents; empty if the change touched no capability. */
  parents: ReadonlyMap<string, string | null>;
}

export interface UndoStep {
  op: 'create' | 'update' | 'delete';
  change: DoneChange;
  before: LandscapeRecord | null;
  after: LandscapeRecord | null;
}

export interface NotRestored {
  change: DoneChange;
  /** Null stands for the whole entity. */
  field: string | null;
  reason: UndoReason;
  message: string;
}

export interface UndoPlan {
  steps: UndoStep[];
  notRestored: NotRestored[];
}

/** Identifies an entity or dependency across kinds. */
export function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The most changes looked at in one step. */
const PORTION = 500;

/** What undoes `changes` in the landscape as it is now, and what has to stay as it is, each with its reason. */
export function* planUndo(changes: readonly DoneChange[], landscape: UndoLandscape): Steps<UndoPlan> {
  const planner = new Planner(landscape);
  yield* inPortions(changes, (change) => planner.add(change));
  yield* planner.settle();
  return yield* planner.plan();
}

function inPortions<Value>(values: readonly Value[], look: (value: Value) => void): Steps<void> {
  return inStretches(values.length, PORTION, (from, end) => values.slice(from, end).forEach(look));
}

interface Item {
  change: DoneChange;
  op: 'create' | 'update' | 'delete';
  current: LandscapeRecord | null;
  /** Why nothing of this entity is undone; null if it is. */
  refusal: { reason: UndoReason; message: string } | null;
  forbidden: Map<string, FieldProblem>;
  restored: RestoredRecord | null;
}

/** Repeats until there are no new refusals. That ends, because refusals are never withdrawn and only refusals cause new ones. */
class Planner {
  private readonly items = new Map<string, Item>();
  private hasRefused = false;

  constructor(private readonly landscape: UndoLandscape) {}

  add(change: DoneChange): void {
    const current = this.landscape.current.get(change.kind)?.get(change.id) ?? null;
    const op = change.before === null ? 'delete' : change.after === null ? 'create' : 'update';
    // The earlier state has already been restored.
    if ((op === 'delete' && current === null) || (op === 'create' && current !== null)) return;
    this.items.set(keyOf(change.kind, change.id), { change, op, current, refusal: null, forbidden: new Map(), restored: null });
  }

  *settle(): Steps<void> {
    const items = [...this.items.values()];
    yield* inPortions(items, (item) => this.refuseAtOnce(item));
    do {
      this.hasRefused = false;
      yield* inPortions(items, (item) => this.restore(item));
      yield* inPortions(items, (item) => this.refuseWhatIsNeeded(item));
      yield* inPortions(items, (item) => this.forbidTakenName(item));
      if (!this.hasRefused) yield* this.refuseWhatBreaksRules();
    } while (this.hasRefused);
  }

  *plan(): Steps<UndoPlan> {
    const plan: UndoPlan = { steps: [], notRestored: [] };
    yield* inPortions([...this.items.values()], (item) => planOf(item, plan));
    return plan;
  }

  private refuse(item: Item, reason: UndoReason, message: string): void {
    if (item.refusal !== null) return;
    item.refusal = { reason, message };
    this.hasRefused = true;
  }

  private forbid(item: Item, problem: FieldProblem): void {
    if (item.forbidden.has(problem.field)) return;
    item.forbidden.set(problem.field, problem);
    this.hasRefused = true;
  }

  private refuseAtOnce(item: Item): void {
    const { change, op, current } = item;
    if (op === 'update' && current === null) this.refuse(item, 'deleted_since', 'it has been deleted since');
    if (op === 'create' && this.landscape.isNameTaken(change))
      this.refuse(item, 'name_taken', `another ${change.kind} now has its technicalName`);
    if (op !== 'delete' || current === null || change.after === null) return;
    const fields = differingFields(change.kind, current, change.after);
    const other = this.landscape.declaredBy.get(keyOf(change.kind, change.id));
    if (fields.length > 0) this.refuse(item, 'changed_since', `it has been changed since (${fields.join(', ')})`);
    else if (other !== undefined) this.refuse(item, 'declared_elsewhere', `the manifest "${other}" also declares it`);
  }

  /** Whether it will exist after the undo. */
  private readonly exists = (kind: EntityKind, id: string): boolean => {
    const item = this.items.get(keyOf(kind, id));
    if (item === undefined || item.op === 'update') return this.landscape.living.get(kind)?.has(id) === true;
    return item.op === 'create' ? item.refusal === null : item.refusal !== null;
  };

  private restore(item: Item): void {
    if (item.refusal !== null || item.op === 'delete') return;
    item.restored = restoredRecord(item.change, item.current, this.exists, item.forbidden);
    if (item.restored.isImpossible)
      this.refuse(
        item,
        'link_gone',
        item.restored.problems.find(({ reason }) => reason === 'link_gone')?.message ?? 'what it belongs to no longer exists',
      );
  }

  private refuseWhatIsNeeded(item: Item): void {
    const { op, change } = item;
    if (op !== 'delete' || item.refusal !== null) return;
    const needer = this.landscape.holders.get(keyOf(change.kind, change.id))?.find((holder) => this.keepsLink(holder, change));
    if (needer !== undefined) this.refuse(item, 'needed', `the ${needer.kind} ${needer.technicalName} needs it now`);
  }

  /** A name can be given back only if nothing else has it by then. */
  private forbidTakenName(item: Item): void {
    const { change, current, restored, refusal } = item;
    const name = restored?.record.technicalName;
    if (refusal !== null || current === null || name === undefined || name === current.technicalName) return;
    const holderId = this.landscape.nameHolders.get(keyOf(change.kind, String(name)));
    if (holderId === undefined || holderId === change.id) return;
    const holder = this.items.get(keyOf(change.kind, holderId));
    const isGivenUp =
      holder !== undefined &&
      holder.refusal === null &&
      (holder.op === 'delete' || (holder.restored !== null && holder.restored.record.technicalName !== name));
    if (!isGivenUp)
      this.forbid(item, {
        field: 'technicalName',
        reason: 'name_taken',
        message: `another ${change.kind} has the name "${String(name)}" now`,
      });
  }

  private keepsLink(holder: Holder, { kind, id }: DoneChange): boolean {
    const item = this.items.get(keyOf(holder.kind, holder.id));
    if (item === undefined || item.refusal !== null) return true;
    if (item.op === 'delete' || item.restored === null) return item.op !== 'delete';
    return linksOf(holder.kind, item.restored.record).some((link) => link.field === holder.field && link.target === kind && link.id === id);
  }

  /** The dependencies and capabilities after the undo, by id. */
  private finalRecords(
    kind: 'dependency' | 'capability',
    present: Iterable<readonly [string, LandscapeRecord]>,
  ): Map<string, LandscapeRecord> {
    const records = new Map(present);
    for (const { change, op, refusal, restored } of this.items.values()) {
      if (change.kind !== kind || refusal !== null) continue;
      if (op === 'delete') records.delete(change.id);
      else if (restored !== null) records.set(change.id, restored.record);
    }
    return records;
  }

  private *refuseWhatBreaksRules(): Steps<void> {
    const { dependencies, parents } = this.landscape;
    const message = 'the minimum of its redundancy group would no longer fit';
    const ofGroups = brokenGroups([
      ...this.finalRecords(
        'dependency',
        dependencies.map((record) => [record.id, record] as const),
      ).values(),
    ]);
    yield;
    yield* inPortions([...this.items.values()], (item) => {
      if (item.change.kind !== 'dependency' || item.refusal !== null) return;
      if (![item.current, item.restored?.record ?? null].some((record) => record !== null && ofGroups(record))) return;
      if (item.op !== 'update') this.refuse(item, 'redundancy_group', message);
      else if (
        !isSameValue(item.current?.redundancyGroup, item.restored?.record.redundancyGroup) ||
        item.current?.redundancyMinimum !== item.restored?.record.redundancyMinimum
      )
        for (const field of ['redundancyGroup', 'redundancyMinimum']) this.forbid(item, { field, reason: 'redundancy_group', message });
    });
    yield;
    const capabilities = this.finalRecords(
      'capability',
      [...parents].map(([id, parentId]) => [id, { id, parentId }] as const),
    );
    for (const id of cyclesIn(capabilities)) {
      const item = this.items.get(keyOf('capability', id));
      if (item !== undefined)
        this.forbid(item, { field: 'parentId', reason: 'capability_cycle', message: 'its former parent is now below it' });
    }
  }
}

/** Adds to the plan what happens to one entity. */
function planOf({ change, op, current, refusal, restored }: Item, { steps, notRestored }: UndoPlan): void {
  if (refusal !== null) {
    notRestored.push({ change, field: null, ...refusal });
    return;
  }
  restored?.problems.forEach((problem) => notRestored.push({ change, ...problem }));
  const after = op === 'delete' ? null : (restored?.record ?? null);
  const isSame = current !== null && after !== null && differingFields(change.kind, current, after).length === 0;
  if (!isSame) steps.push({ op, change, before: current, after });
}

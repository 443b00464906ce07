/** The landscape as it would be after a change: planned values on top of known ones. */
import type { KnownEntity, KnownLandscape } from './declaration';
import type { ManifestKind, Values } from './manifestFields';

export class FinalLandscape {
  private readonly plans = new Map<ManifestKind, Map<string, Values | null>>();

  constructor(readonly known: KnownLandscape) {}

  /** Plans all values of an entity; null plans its deletion. */
  set(kind: ManifestKind, technicalName: string, values: Values | null): void {
    const ofKind = this.plans.get(kind);
    if (ofKind === undefined) this.plans.set(kind, new Map([[technicalName, values]]));
    else ofKind.set(technicalName, values);
  }

  /** The final values; null if it would not exist. */
  get(kind: ManifestKind, technicalName: string): Values | null {
    const planned = this.plans.get(kind)?.get(technicalName);
    return planned === undefined ? (this.knownEntity(kind, technicalName)?.values ?? null) : planned;
  }

  knownEntity(kind: ManifestKind, technicalName: string): KnownEntity | null {
    return this.known.entities.get(kind)?.get(technicalName) ?? null;
  }

  /** The planned values; null if a deletion is planned, or nothing is. */
  plan(kind: ManifestKind, technicalName: string): Values | null {
    return this.plans.get(kind)?.get(technicalName) ?? null;
  }

  /** Everything that is planned, in no particular order. */
  planned(kind: ManifestKind): IterableIterator<[string, Values | null]> {
    return (this.plans.get(kind) ?? new Map<string, Values | null>()).entries();
  }

  /** Everything that would exist, in no particular order. Whatever is planned during the iteration may or may not be included. */
  *all(kind: ManifestKind): IterableIterator<[string, Values]> {
    const plans = this.plans.get(kind);
    for (const [name, values] of plans ?? []) if (values !== null) yield [name, values];
    for (const [name, entity] of this.known.entities.get(kind) ?? []) if (plans?.has(name) !== true) yield [name, entity.values];
  }
}

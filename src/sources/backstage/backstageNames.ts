/** Names in a catalog: finds entities by reference, names teams, and assigns technicalNames. */
import { LONGEST_CONTACT } from '@/contract/values/references';
import { slugOf, type NamePool } from '@/sources/proposal/namePool';
import { importedName, importedText } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { ANNOTATIONS } from './ownAnnotations';
import { keyOf, refsOf, specOf, type BackstageEntity, type EntityRef } from './backstageEntity';

/** Kinds that become components, in the order in which they claim names. */
export const COMPONENT_SOURCES = ['component', 'resource', 'api'] as const;

export class CatalogIndex {
  private readonly byKey = new Map<string, BackstageEntity>();

  constructor(entities: readonly BackstageEntity[], report: ImportReport) {
    for (const entity of entities) {
      const first = this.byKey.get(entity.key);
      if (first === undefined) this.byKey.set(entity.key, entity);
      else
        report.notMapped(
          entity.position,
          `${entity.key} is already described in ${first.position.file}:${first.position.line}, so this one was skipped`,
        );
    }
  }

  ofKind(kind: string): BackstageEntity[] {
    return [...this.byKey.values()].filter((entity) => entity.kind.toLowerCase() === kind);
  }

  /** Resolves a reference. If it has no kind, takes the first of `kinds` that has such a name. */
  find(ref: EntityRef, kinds: readonly string[]): BackstageEntity | undefined {
    for (const kind of ref.kind === undefined ? kinds : [ref.kind]) {
      const found = this.byKey.get(keyOf(kind, ref.namespace, ref.name));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whom the entity itself says to contact. */
  ownContactOf(entity: BackstageEntity): string | undefined {
    return importedText(annotationOf(entity, ANNOTATIONS.contact)?.replace(/\s+/g, ' '), LONGEST_CONTACT);
  }

  /** The address of the owning group. That of a person is theirs. */
  contactOf(entity: BackstageEntity): string | undefined {
    const [ref] = ownersOf(entity);
    const owner = ref === undefined ? undefined : this.find(ref, ['group', 'user']);
    if (owner?.kind.toLowerCase() !== 'group') return undefined;
    return importedText(textOf(specOf(owner, 'profile', 'email'))?.replace(/\s+/g, ' '), LONGEST_CONTACT);
  }

  /** The name of the owning team, as people call it. */
  ownerOf(entity: BackstageEntity): string | undefined {
    const [ref] = ownersOf(entity);
    if (ref === undefined) return undefined;
    const owner = this.find(ref, ['group', 'user']);
    // Catalogs want an owner even of what has none.
    if (owner === undefined && ref.name.toLowerCase() === 'unknown') return undefined;
    return owner === undefined
      ? importedName(ref.name)
      : (importedName(textOf(specOf(owner, 'profile', 'displayName'))) ?? displayName(owner));
  }
}

function annotationOf({ root }: BackstageEntity, name: string): string | undefined {
  return textOf(fieldOf(root, 'metadata', 'annotations', name));
}

/** By kind of the entity, the annotation that says what it is called here. */
const NAME_ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['domain', ANNOTATIONS.capability],
  ['system', ANNOTATIONS.application],
  ...COMPONENT_SOURCES.map((kind): [string, string] => [kind, ANNOTATIONS.component]),
]);

function ownersOf(entity: BackstageEntity): EntityRef[] {
  return refsOf(entity, ['owner', 'ownedBy'], 'ownedBy');
}

export function displayName(entity: BackstageEntity): string {
  return (
    importedName(textOf(fieldOf(entity.root, 'metadata', 'title'))) ?? importedName(entity.name) ?? importedName(entity.key) ?? 'unnamed'
  );
}

export function descriptionOf(entity: BackstageEntity): string | undefined {
  return importedText(textOf(fieldOf(entity.root, 'metadata', 'description')), 4_000);
}

/** The name alone in the default namespace; otherwise with its namespace in front. */
export function plainName({ namespace, name }: { namespace: string; name: string }): string {
  return namespace.toLowerCase() === 'default' ? name : `${namespace}.${name}`;
}

/** Claims the technicalName of an entity. If it is taken, appends the kind. */
export function claimName(entity: BackstageEntity, pool: NamePool, report: ImportReport): string {
  const wanted = annotationOf(entity, NAME_ANNOTATIONS.get(entity.kind.toLowerCase()) ?? '') || plainName(entity);
  const name = pool.take(wanted, [`${wanted}-${entity.kind.toLowerCase()}`]);
  if (name !== slugOf(wanted))
    report.decided(entity.position, `${entity.kind} ${wanted} was renamed to ${name}, because its name is taken`);
  else if (name !== wanted)
    report.decided(
      entity.position,
      `${entity.kind} ${wanted} was renamed to ${name}, because a technicalName may contain only letters, digits, dots, underscores and hyphens`,
    );
  return name;
}

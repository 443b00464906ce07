/** Who is who in a catalog: entities by reference, names of teams, and the technicalNames that entities get in the manifest. */
import { slugOf, type NamePool } from './namePool';
import { importedName, importedText } from './importedText';
import type { ImportReport } from './importReport';
import { fieldOf, textOf } from './locatedYaml';
import { keyOf, refsOf, specOf, type BackstageEntity, type EntityRef } from './backstageEntity';

/** Kinds that become components, and in this order claim a name. */
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
          `${entity.key} is described already in ${first.position.file}:${first.position.line}: this one is left out`,
        );
    }
  }

  ofKind(kind: string): BackstageEntity[] {
    return [...this.byKey.values()].filter((entity) => entity.kind.toLowerCase() === kind);
  }

  /** What a reference means; the first of `kinds` that has it, where the reference names none. */
  find(ref: EntityRef, kinds: readonly string[]): BackstageEntity | undefined {
    for (const kind of ref.kind === undefined ? kinds : [ref.kind]) {
      const found = this.byKey.get(keyOf(kind, ref.namespace, ref.name));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Name of the team that owns an entity, as people call it. */
  ownerOf(entity: BackstageEntity): string | undefined {
    const [ref] = refsOf(entity, ['owner', 'ownedBy'], 'ownedBy');
    if (ref === undefined) return undefined;
    const owner = this.find(ref, ['group', 'user']);
    return owner === undefined
      ? importedName(ref.name)
      : (importedName(textOf(specOf(owner, 'profile', 'displayName'))) ?? displayName(owner));
  }
}

export function displayName(entity: BackstageEntity): string {
  return (
    importedName(textOf(fieldOf(entity.root, 'metadata', 'title'))) ?? importedName(entity.name) ?? importedName(entity.key) ?? 'unnamed'
  );
}

export function descriptionOf(entity: BackstageEntity): string | undefined {
  return importedText(textOf(fieldOf(entity.root, 'metadata', 'description')), 4_000);
}

/** The name alone in the default namespace, else with its namespace before it. */
export function plainName({ namespace, name }: { namespace: string; name: string }): string {
  return namespace.toLowerCase() === 'default' ? name : `${namespace}.${name}`;
}

/** Claims the technicalName of an entity; where it is taken, its kind tells the two apart. */
export function claimName(entity: BackstageEntity, pool: NamePool, report: ImportReport): string {
  const wanted = plainName(entity);
  const name = pool.take(wanted, [`${wanted}-${entity.kind.toLowerCase()}`]);
  if (name !== slugOf(wanted)) report.decided(entity.position, `${entity.kind} ${wanted} is called ${name} here, since its name is taken`);
  else if (name !== wanted)
    report.decided(
      entity.position,
      `${entity.kind} ${wanted} is called ${name} here: a technicalName has letters, digits, dots, underscores and hyphens`,
    );
  return name;
}

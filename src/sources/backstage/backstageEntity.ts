/**
 * An entity of a Backstage catalog and its references, by Backstage's own rules: names are case-insensitive, and the default namespace is
 * that of the referring entity.
 */
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';

export interface BackstageEntity {
  /** As written: `Component`. */
  kind: string;
  namespace: string;
  name: string;
  /** Normalized to lower case: `component:default/name`. */
  key: string;
  position: Position;
  root: Located;
}

export interface EntityRef {
  /** Undefined if the reference has no kind. */
  kind: string | undefined;
  namespace: string;
  name: string;
  position: Position;
  /** As it was written. */
  text: string;
}

/** Identifies an entity. Backstage ignores case in kinds, namespaces and names. */
export function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind}:${namespace}/${name}`.toLowerCase();
}

/** A field below `spec`, with its position; undefined if there is none. */
export function specOf(entity: BackstageEntity, ...path: string[]): Located | undefined {
  return fieldOf(entity.root, 'spec', ...path);
}

/** The references in a field of the spec, which may hold one or many. */
export function refsIn(entity: BackstageEntity, field: string): EntityRef[] {
  const located = specOf(entity, field);
  if (located === undefined || located.value === null) return [];
  return (Array.isArray(located.value) ? itemsOf(located) : [located]).map((item) => readRef(entity, item));
}

/** The references in several fields and in one type of relation, each entity once: exports of a running Backstage contain both. */
export function refsOf(entity: BackstageEntity, fields: readonly string[], relation: string): EntityRef[] {
  const refs = [...fields.flatMap((field) => refsIn(entity, field)), ...relationsOf(entity, relation)];
  const first = new Map<string, EntityRef>();
  for (const ref of refs) {
    const key = `${ref.namespace}/${ref.name}`.toLowerCase();
    const known = first.get(key);
    // `resource:x` and `component:x` differ; `x` without a kind equals either.
    const id =
      known === undefined || known.kind === undefined || ref.kind === undefined || known.kind.toLowerCase() === ref.kind.toLowerCase()
        ? key
        : `${ref.kind}:${key}`;
    if (!first.has(id)) first.set(id, ref);
  }
  return [...first.values()];
}

/** The references in one type of relation, as exports of a running Backstage contain them. */
export function relationsOf(entity: BackstageEntity, type: string): EntityRef[] {
  return itemsOf(fieldOf(entity.root, 'relations'))
    .filter((relation) => textOf(fieldOf(relation, 'type')) === type)
    .flatMap((relation) => {
      const target = fieldOf(relation, 'targetRef') ?? fieldOf(relation, 'target');
      return target === undefined ? [] : [readRef(entity, target)];
    });
}

/**
 * Reads `[kind:][namespace/]name`, or the three as fields. Anything else becomes a reference with the text as its name, which matches
 * nothing.
 */
function readRef(entity: BackstageEntity, located: Located): EntityRef {
  const { position } = located;
  if (located.value instanceof Map) {
    const kind = textOf(fieldOf(located, 'kind'));
    const namespace = textOf(fieldOf(located, 'namespace')) ?? entity.namespace;
    const name = textOf(fieldOf(located, 'name')) ?? '';
    return { kind, namespace, name, position, text: `${kind === undefined ? '' : `${kind}:`}${namespace}/${name}` };
  }
  const text = textOf(located)?.trim() ?? '';
  const [, kind, namespace, name] = /^(?:([^:/]+):)?(?:([^:/]+)\/)?([^:/]+)$/.exec(text) ?? [];
  if (name === undefined) return { kind: undefined, namespace: entity.namespace, name: text, position, text };
  return { kind, namespace: namespace ?? entity.namespace, name, position, text };
}

/** The entity that a document describes, or a sentence that says why it is none. */
export function readEntity(root: Located): BackstageEntity | string {
  const kind = textOf(fieldOf(root, 'kind'));
  const name = textOf(fieldOf(root, 'metadata', 'name'));
  if (fieldsOf(root).length === 0) return 'is not an entity: it must be a set of fields';
  if (textOf(fieldOf(root, 'apiVersion')) === undefined || kind === undefined) return 'is not an entity: apiVersion or kind is missing';
  if (name === undefined && kind.toLowerCase() !== 'location') return `this ${kind} has no metadata.name`;
  if (/\$\{\{|\{\{|\{%|<%/.test(name ?? '')) return `this ${kind} is a template, because its name is "${name ?? ''}"`;
  const namespace = textOf(fieldOf(root, 'metadata', 'namespace')) ?? 'default';
  return {
    kind,
    namespace,
    name: name ?? '',
    key: keyOf(kind, namespace, name ?? ''),
    position: fieldOf(root, 'kind')?.keyPosition ?? root.position,
    root,
  };
}

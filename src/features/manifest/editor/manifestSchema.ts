/** Reads the manifest's published schema: which fields and values are valid at a path, and what they mean. */
import { FIELD_RULES, type ManifestKind } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';

export interface SchemaNode {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  items?: SchemaNode;
  anyOf?: readonly SchemaNode[];
  allOf?: readonly SchemaNode[];
  enum?: readonly unknown[];
  const?: unknown;
  definitions?: Readonly<Record<string, SchemaNode>>;
}

export interface SchemaField {
  name: string;
  title: string;
  description: string;
  isRequired: boolean;
  /** Whether it holds a list or a mapping, whose entries start on the next line. */
  isContainer: boolean;
}

/** The alternatives of a schema node: references resolved, unions flattened, lists replaced by their items. */
function waysOf(root: SchemaNode, node: SchemaNode): SchemaNode[] {
  if (node.$ref !== undefined) {
    const named = root.definitions?.[node.$ref.replace('#/definitions/', '')];
    return named === undefined ? [] : waysOf(root, named);
  }
  const parts = [...(node.anyOf ?? []), ...(node.allOf ?? [])];
  return parts.length > 0 ? parts.flatMap((part) => waysOf(root, part)) : [node];
}

/** The schema nodes that are valid at a path of field names; lists are stepped into. */
export function nodesAt(root: SchemaNode, path: readonly string[]): SchemaNode[] {
  let nodes = [root];
  for (const field of path)
    nodes = nodes
      .flatMap((node) => {
        const property = node.properties?.[field];
        return property === undefined ? [] : waysOf(root, property);
      })
      .flatMap((node) => (node.items === undefined ? [node] : waysOf(root, node.items)));
  return nodes;
}

/** The fields of the mapping at `path`; empty if there is none. */
export function fieldsAt(root: SchemaNode, path: readonly string[]): SchemaField[] {
  return nodesAt(root, path).flatMap((node) =>
    Object.entries(node.properties ?? {}).map(([name, property]) => ({
      name,
      isRequired: node.required?.includes(name) === true,
      ...explained(root, property),
    })),
  );
}

function explained(root: SchemaNode, property: SchemaNode): Omit<SchemaField, 'name' | 'isRequired'> {
  const ways = waysOf(root, property);
  return {
    title: property.title ?? ways.find(({ title }) => title !== undefined)?.title ?? '',
    description: property.description ?? ways.find(({ description }) => description !== undefined)?.description ?? '',
    isContainer: ways.some(({ items, properties }) => items !== undefined || properties !== undefined),
  };
}

/** The values that an enumeration (or a boolean) allows at `path`. */
export function valuesAt(root: SchemaNode, path: readonly string[]): string[] {
  const values = nodesAt(root, path).flatMap((node) => {
    if (node.enum !== undefined) return node.enum.map(String);
    if (node.const !== undefined) return [String(node.const)];
    return node.type === 'boolean' ? ['true', 'false'] : [];
  });
  return [...new Set(values)];
}

/** The kind of a list's entries, by the fields that lead to it. */
export const LIST_KINDS: Readonly<Record<string, ManifestKind>> = {
  applications: 'application',
  'applications.components': 'component',
  capabilities: 'capability',
  processes: 'process',
  segments: 'segment',
  hostingAreas: 'hosting-area',
  'hostingAreas.zones': 'hosting-zone',
  technologies: 'technology',
  datasets: 'dataset',
  dependencies: 'dependency',
};

/** The kind that a name at `path` refers to; null if it is no reference. */
export function referredKind(path: readonly string[]): EntityKind | null {
  if (path.join('.') === 'segments.capabilities.capability') return 'capability';
  const kind = LIST_KINDS[path.slice(0, -1).join('.')];
  const rule = kind === undefined ? undefined : FIELD_RULES[kind].find(({ field }) => field === path.at(-1));
  return rule?.type === 'link' || rule?.type === 'links' ? (rule.target ?? null) : null;
}

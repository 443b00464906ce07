/** Reads the resources of Kubernetes files: several documents a file, lists as `kubectl get -o json` prints them, and what a kustomization names. */
import { countOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import type { ImporterOptions } from '@/sources/importer';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

export interface Resource {
  /** The API group, without its version; '' for the core. */
  group: string;
  kind: string;
  /** What it states, or what resources without one belong to. */
  namespace: string;
  name: string;
  labels: ReadonlyMap<string, string>;
  annotations: ReadonlyMap<string, string>;
  /** Made by another resource, such as a pod by its deployment. */
  isOwned: boolean;
  root: Located;
  position: Position;
}

/** What a kustomization may contain without changing any resource. */
const HARMLESS = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases', 'buildMetadata', 'sortOptions', 'openapi', 'crds']);
const DEEPEST_KUSTOMIZATION = 20;

/**
 * Sorted, so that the order of files makes no difference. `namespace` is where resources without one go; null for the only one that others
 * state, else default. Throws UnreadableSource if a named file cannot be read.
 */
export function readResources(
  paths: readonly string[],
  source: SourceFiles,
  namespace: string | null,
  report: ImportReport,
  { saw = () => undefined, isFound = () => false }: Pick<ImporterOptions, 'saw' | 'isFound'>,
): Resource[] {
  const reader = new ResourceReader(source, report, saw, isFound);
  for (const path of [...paths].sort(byCodeUnit)) reader.readFile(path, 0);
  return reader.resources(namespace);
}

class ResourceReader {
  private readonly seen = new Set<string>();
  private readonly budget = new ReadingBudget();
  private readonly found: Resource[] = [];

  constructor(
    private readonly source: SourceFiles,
    private readonly report: ImportReport,
    private readonly saw: (files: number) => void,
    private readonly isFound: (path: string) => boolean,
  ) {}

  readFile(file: string, depth: number): void {
    if (this.source.kind(file) !== 'file') throw new UnreadableSource(`${file}: there is no such file`, 'unreadable_file');
    const identity = this.source.identity(file);
    if (this.seen.has(identity)) return;
    this.seen.add(identity);
    this.saw(this.seen.size);
    const text = this.source.read(file);
    const { documents, mistakes } = readLocatedYaml(file, text);
    const isTemplate = mistakes.length > 0 && /\{\{-? *[.$a-z]/.test(text);
    if (isTemplate && (depth > 0 || this.isFound(file))) {
      this.report.notMapped({ file, line: 1, column: 1 }, 'is a template, and nothing is rendered here', 'templates');
      return;
    }
    if (documents.length === 0 && mistakes.length > 0 && depth === 0 && !this.isFound(file))
      throw new UnreadableSource(`${file} is not readable YAML`, 'invalid_yaml', {
        mistakes,
        hint: isTemplate ? 'it is a template: import what `helm template` prints' : undefined,
      });
    for (const { message, ...position } of mistakes) this.report.notMapped(position, `cannot be read: ${message}`);
    for (const document of documents) this.take(document, file, depth);
  }

  resources(namespace: string | null): Resource[] {
    const stated = new Set(this.found.flatMap((one) => (one.namespace === '' || one.kind === 'Namespace' ? [] : [one.namespace])));
    const fallback = namespace ?? (stated.size === 1 ? ([...stated][0] ?? 'default') : 'default');
    const placed = this.found.map((one) => (one.namespace === '' ? { ...one, namespace: fallback } : one));
    return this.distinct(placed.sort(byPlace));
  }

  /** Of a resource and what changes it, as in a base and its overlays, the one with an image; otherwise the first. */
  private distinct(resources: readonly Resource[]): Resource[] {
    const kept = new Map<string, Resource>();
    for (const one of resources) {
      const key = `${one.group} ${one.kind} ${one.namespace} ${one.name}`;
      const before = kept.get(key);
      const left = before === undefined ? null : isWhole(before) || !isWhole(one) ? one : before;
      if (left !== one) kept.set(key, one);
      if (left !== null)
        this.report.notMapped(
          left.position,
          `the ${left.kind} ${left.name} is stated twice; this one was left out`,
          'resources that are stated twice',
        );
    }
    return [...kept.values()].sort(byPlace);
  }

  private take(root: Located, file: string, depth: number): void {
    if (root.value === null) return;
    if (Array.isArray(root.value)) {
      for (const item of root.value) this.take(item, file, depth);
      return;
    }
    this.budget.take(1);
    const kind = textOf(fieldOf(root, 'kind')) ?? '';
    const apiVersion = textOf(fieldOf(root, 'apiVersion')) ?? '';
    const items = fieldOf(root, 'items');
    if (kind === 'Kustomization' || (kind === '' && /kustomization\.ya?ml$/i.test(file))) this.followKustomization(root, file, depth);
    else if (kind.endsWith('List') && items !== undefined) for (const item of itemsOf(items)) this.take(item, file, depth);
    else if (kind === '' || apiVersion === '') this.report.notMapped(root.position, 'is not a resource: it has no apiVersion and kind');
    else this.found.push(resourceOf(root, kind, apiVersion));
  }

  private followKustomization(root: Located, file: string, depth: number): void {
    this.report.decided(
      root.position,
      'this is input for kustomize: the resources that it names were read, and nothing was built; run `kustomize build` and import what it prints',
    );
    for (const [field, value] of fieldsOf(root))
      if (!HARMLESS.has(field))
        this.report.notMapped(
          value.keyPosition,
          `${field} of a kustomization has no effect here: run \`kustomize build\` and import what it prints`,
        );
    const directory = this.source.directoryOf(file);
    for (const item of [...itemsOf(fieldOf(root, 'resources')), ...itemsOf(fieldOf(root, 'bases'))]) {
      const name = textOf(item) ?? '';
      const path = this.resourcePath(directory, name);
      if (path !== null && depth < DEEPEST_KUSTOMIZATION) this.readFile(path, depth + 1);
      else this.report.notMapped(item.position, 'names resources that are not among these files');
    }
  }

  /** A file, or the kustomization in a directory; null for an address and for what is not here. */
  private resourcePath(directory: string, name: string): string | null {
    if (name === '' || /^[a-z][a-z0-9+.-]*:/i.test(name)) return null;
    const path = this.source.join(directory, name);
    const candidates = [path, ...['kustomization.yaml', 'kustomization.yml'].map((file) => this.source.join(path, file))];
    return candidates.find((one) => this.source.kind(one) === 'file') ?? null;
  }
}

function resourceOf(root: Located, kind: string, apiVersion: string): Resource {
  return {
    group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
    kind,
    namespace: textOf(fieldOf(root, 'metadata', 'namespace')) ?? '',
    name: textOf(fieldOf(root, 'metadata', 'name')) ?? textOf(fieldOf(root, 'metadata', 'generateName')) ?? '',
    labels: textsOf(fieldOf(root, 'metadata', 'labels')),
    annotations: textsOf(fieldOf(root, 'metadata', 'annotations')),
    isOwned: itemsOf(fieldOf(root, 'metadata', 'ownerReferences')).length > 0,
    root,
    position: root.position,
  };
}

/** The fields of a map whose values are texts. */
export function textsOf(located: Located | undefined): Map<string, string> {
  return new Map(
    fieldsOf(located).flatMap(([name, field]): [string, string][] => {
      const text = textOf(field);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function isWhole({ root }: Resource): boolean {
  const containers = [fieldOf(root, 'spec', 'template', 'spec', 'containers'), fieldOf(root, 'spec', 'containers')].flatMap(itemsOf);
  return containers.some((container) => fieldOf(container, 'image') !== undefined);
}

function byPlace(one: Resource, other: Resource): number {
  return (
    byCodeUnit(one.name, other.name) ||
    byCodeUnit(one.namespace, other.namespace) ||
    byCodeUnit(one.kind, other.kind) ||
    byCodeUnit(one.position.file, other.position.file) ||
    one.position.line - other.position.line ||
    one.position.column - other.position.column
  );
}

/** Says how many resources gave something other than a component. */
export function tellRead(what: string, resources: readonly Resource[], report: ImportReport): void {
  const [first] = resources;
  if (first === undefined) return;
  const byKind = new Map<string, number>();
  for (const { kind } of resources) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  const counts = [...byKind].sort(([one], [other]) => byCodeUnit(one, other)).map(([kind, count]) => countOf(count, kind));
  report.decided(undefined, `${what}: ${counts.join(', ')}`);
}

/** Reads the resources of `terraform show -json`, of a plan or a state. Attributes that are not asked for here, and all that is sensitive, are dropped. */
import type { ReadingBudget } from '@/sources/proposal/importLimits';
import type { Position } from '@/sources/proposal/locatedYaml';
import { entriesAt, listAt, textAt, valueAt } from '@/sources/proposal/plainJson';
import { Configuration } from './configuration';

export interface PlannedResource {
  /** Unique among all files. */
  key: string;
  address: string;
  type: string;
  /** As in the configuration: `this`. */
  name: string;
  /** Of a resource that there is several times. */
  index: string | undefined;
  /** With indices: `module.db[0]`; '' for the root. */
  module: string;
  /** Names of the modules from the root, without indices. */
  path: readonly string[];
  isData: boolean;
  position: Position;
  /** The text of an attribute; undefined if it is missing, unknown or sensitive. */
  text(...attribute: readonly string[]): string | undefined;
  /** Whether an attribute is true. */
  isTrue(attribute: string): boolean;
  /** Every text at or below an attribute, as in `environment.variables`; none of what is sensitive. */
  texts(path: string): readonly string[];
  tags: ReadonlyMap<string, string>;
  /** The expressions of its configuration; undefined in a state. */
  expressions: unknown;
  configuration: Configuration;
}

const DEEPEST = 64;

/** `document` is what was parsed of `file`. Null if it is neither a plan nor a state. */
export function readPlan(document: unknown, file: string, budget: ReadingBudget): PlannedResource[] | null {
  const root = valueAt(document, 'planned_values', 'root_module') ?? valueAt(document, 'values', 'root_module');
  if (root === undefined) return null;
  const configuration = new Configuration(valueAt(document, 'configuration', 'root_module'));
  const found: PlannedResource[] = [];
  const walk = (module: unknown, depth: number): void => {
    const own = textAt(module, 'address') ?? '';
    for (const resource of listAt(module, 'resources')) {
      budget.take(1);
      const read = resourceOf(resource, own, file, configuration);
      if (read !== null) found.push(read);
    }
    if (depth < DEEPEST) for (const child of listAt(module, 'child_modules')) walk(child, depth + 1);
  };
  walk(root, 0);
  return found;
}

function resourceOf(resource: unknown, module: string, file: string, configuration: Configuration): PlannedResource | null {
  const [address, type, name] = [textAt(resource, 'address'), textAt(resource, 'type'), textAt(resource, 'name')];
  if (address === undefined || type === undefined || name === undefined) return null;
  const values = valueAt(resource, 'values');
  const sensitive = valueAt(resource, 'sensitive_values');
  const index = valueAt(resource, 'index');
  const path = [...module.matchAll(/(?:^|\.)module\.([^.[]+)(?:\[[^\]]*\])?/g)].map(([, one = '']) => one);
  const isData = textAt(resource, 'mode') === 'data';
  return {
    key: `${file} ${address}`,
    address,
    type,
    name,
    index: typeof index === 'string' || typeof index === 'number' ? String(index) : undefined,
    module,
    path,
    isData,
    position: { file, line: 1, column: 1 },
    text: (...attribute) => (isSensitive(sensitive, attribute) ? undefined : textAt(values, ...attribute)),
    isTrue: (attribute) => valueAt(values, attribute) === true,
    texts: (at) => textsBelow(values, sensitive, at.split('.')),
    tags: new Map(
      isSensitive(sensitive, ['tags'])
        ? []
        : entriesAt(values, 'tags').flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
    expressions: configuration.expressionsOf(path, `${isData ? 'data.' : ''}${type}.${name}`),
    configuration,
  };
}

/** `true` stands for a value that is sensitive as a whole. */
function isSensitive(marks: unknown, keys: readonly string[]): boolean {
  return marks === true || keys.some((_, at) => valueAt(marks, ...keys.slice(0, at + 1)) === true);
}

/** Lists are looked into without being named, since blocks are lists. */
function textsBelow(value: unknown, marks: unknown, keys: readonly string[], depth = 0): string[] {
  if (marks === true || depth > DEEPEST) return [];
  if (typeof value === 'string') return keys.length === 0 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, at) => textsBelow(item, valueAt(marks, String(at)), keys, depth + 1));
  const [key, ...rest] = keys;
  if (key !== undefined) return textsBelow(valueAt(value, key), valueAt(marks, key), rest, depth + 1);
  return entriesAt(value).flatMap(([name, item]) => textsBelow(item, valueAt(marks, name), [], depth + 1));
}

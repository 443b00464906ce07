/** What the configuration of a plan refers to: through variables, outputs and modules to the resources themselves. */
import { entriesAt, listAt, textAt, valueAt } from '@/sources/proposal/plainJson';

const DEEPEST = 20;
const MOST_REFERENCES = 1_000;

interface Module {
  /** By `type.name`, and `data.type.name`. */
  resources: ReadonlyMap<string, unknown>;
  calls: ReadonlyMap<string, unknown>;
  outputs: ReadonlyMap<string, unknown>;
}

/** A resource, without its index, in a module without indices: `module.db.aws_db_instance.this`. */
export type BaseAddress = string;

export class Configuration {
  /** By path of names: `db/instance`, '' for the root. */
  private readonly modules = new Map<string, Module>();

  constructor(root: unknown) {
    this.read(root, [], 0);
  }

  /** The expressions of a resource; `named` is `type.name`. */
  expressionsOf(path: readonly string[], named: string): unknown {
    return this.modules.get(path.join('/'))?.resources.get(named);
  }

  /** The resources that the expression below `at` names, wherever in it. */
  resourcesIn(expression: unknown, path: readonly string[]): Set<BaseAddress> {
    const found = new Set<BaseAddress>();
    this.collect(expression, path, found, new Set(), 0);
    return found;
  }

  private read(module: unknown, path: readonly string[], depth: number): void {
    if (module === undefined || depth > DEEPEST) return;
    const resources = listAt(module, 'resources').flatMap((one): [string, unknown][] => {
      const [type, name] = [textAt(one, 'type'), textAt(one, 'name')];
      const prefix = textAt(one, 'mode') === 'data' ? 'data.' : '';
      return type === undefined || name === undefined ? [] : [[`${prefix}${type}.${name}`, valueAt(one, 'expressions')]];
    });
    const calls = new Map(entriesAt(module, 'module_calls'));
    this.modules.set(path.join('/'), { resources: new Map(resources), calls, outputs: new Map(entriesAt(module, 'outputs')) });
    for (const [name, call] of calls) this.read(valueAt(call, 'module'), [...path, name], depth + 1);
  }

  private collect(expression: unknown, path: readonly string[], found: Set<BaseAddress>, seen: Set<string>, depth: number): void {
    if (typeof expression !== 'object' || expression === null || depth > DEEPEST || found.size > MOST_REFERENCES) return;
    for (const [key, value] of Object.entries(expression))
      if (key === 'references' && Array.isArray(value)) for (const one of value) this.follow(one, path, found, seen, depth);
      else this.collect(value, path, found, seen, depth + 1);
  }

  private follow(reference: unknown, path: readonly string[], found: Set<BaseAddress>, seen: Set<string>, depth: number): void {
    if (typeof reference !== 'string') return;
    const key = `${path.join('/')} ${reference}`;
    if (seen.has(key)) return;
    seen.add(key);
    const [first = '', second = '', third = ''] = reference.replace(/\[[^\]]*\]/g, '').split('.');
    const module = this.modules.get(path.join('/'));
    if (first === 'var') {
      const call = this.modules.get(path.slice(0, -1).join('/'))?.calls.get(path.at(-1) ?? '');
      if (path.length > 0) this.collect(valueAt(call, 'expressions', second), path.slice(0, -1), found, seen, depth + 1);
    } else if (first === 'module') {
      const inside = [...path, second];
      const output = this.modules.get(inside.join('/'))?.outputs.get(third);
      this.collect(valueAt(output, 'expression'), inside, found, seen, depth + 1);
    } else {
      const named = first === 'data' ? `data.${second}.${third}` : `${first}.${second}`;
      if (module?.resources.has(named) === true) found.add([...path.map((name) => `module.${name}`), named].join('.'));
    }
  }
}

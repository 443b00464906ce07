/** Finds the elements that names in a LikeC4 model mean: from where they are written outwards, by levels that may be left out. */

/** Null if several elements have the name. */
type Found = string | null;

const parentOf = (id: string): string => (id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : '');
const nameOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

export class Names {
  private readonly ids: ReadonlySet<string>;
  /** By id of an element, '' for the model: everything inside it, by name. */
  private readonly inside = new Map<string, Map<string, Found>>();

  constructor(ids: readonly string[]) {
    this.ids = new Set(ids);
    for (const id of this.ids)
      for (let scope = parentOf(id); ; scope = parentOf(scope)) {
        const names = this.inside.get(scope) ?? new Map<string, Found>();
        this.inside.set(scope, names);
        names.set(nameOf(id), names.has(nameOf(id)) ? null : id);
        if (scope === '') break;
      }
  }

  /** The id that `reference` means if it is written inside `scope`; undefined if it means nothing, or several things. */
  find(reference: string, scope: string): string | undefined {
    if (this.ids.has(reference)) return reference;
    const [first = '', ...rest] = reference.split('.');
    for (let around = scope; ; around = parentOf(around)) {
      let found: string | undefined = this.step(around, first);
      for (const name of rest) found = found === undefined ? undefined : this.step(found, name);
      if (found !== undefined) return found;
      if (around === '') return undefined;
    }
  }

  private step(scope: string, name: string): string | undefined {
    const direct = scope === '' ? name : `${scope}.${name}`;
    if (this.ids.has(direct)) return direct;
    return this.inside.get(scope)?.get(name) ?? undefined;
  }
}

/** Finds what two sources call by the same name. Case and separators make no difference; nothing else is guessed. */

interface Named {
  technicalName: string;
  name?: string | undefined;
}

/** Equal for `order-api`, `Order API` and `order_api`. Names without a letter or digit stay as they are. */
export function foldedName(name: string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return folded === '' ? name : folded;
}

/** The folded forms of both names. */
export function foldedNames({ technicalName, name }: Named): ReadonlySet<string> {
  return new Set([technicalName, ...(name === undefined ? [] : [name])].map(foldedName));
}

/** Things by their technicalNames and display names. */
export class NameIndex<Item extends Named> {
  private readonly exact = new Map<string, Item>();
  private readonly folded = new Map<string, Set<Item>>();

  constructor(items: Iterable<Item>) {
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    this.exact.set(item.technicalName, item);
    for (const name of foldedNames(item)) this.folded.set(name, (this.folded.get(name) ?? new Set()).add(item));
  }

  /** The one with the same technicalName, since manifests mean the same by it; otherwise all that share a name. */
  candidates(wanted: Named): Item[] {
    const same = this.exact.get(wanted.technicalName);
    if (same !== undefined) return [same];
    return [...new Set([...foldedNames(wanted)].flatMap((name) => [...(this.folded.get(name) ?? [])]))];
  }
}

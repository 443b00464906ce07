/** Makes technicalNames from the names of other tools: always valid, always unique, and the same on every import. */

import { isGuid } from '@/contract/values/guid';
const LONGEST = 128;

/** The nearest valid technicalName: removes accents and replaces every other character by a hyphen. */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .replace(/[._-]+$/, '')
    .slice(0, LONGEST);
  if (plain === '') return 'unnamed';
  return isGuid(plain) ? `x-${plain}` : plain;
}

export class NamePool {
  private readonly taken = new Set<string>();
  /** By base name, the number to try next. Without it, many equal names would each be tried from 2. */
  private readonly next = new Map<string, number>();

  /** `wanted` if it is free; otherwise the first free one of `alternatives`; otherwise `wanted` with a number. */
  take(wanted: string, alternatives: readonly string[] = []): string {
    for (const candidate of [wanted, ...alternatives]) {
      const slug = slugOf(candidate);
      if (this.claim(slug)) return slug;
    }
    const base = slugOf(wanted);
    const folded = base.toLowerCase();
    for (let number = this.next.get(folded) ?? 2; ; number += 1) {
      const numbered = `${base.slice(0, LONGEST - 1 - String(number).length)}-${number}`;
      if (this.claim(numbered)) {
        this.next.set(folded, number + 1);
        return numbered;
      }
    }
  }

  /** Names that differ only in case would be confused. */
  private claim(name: string): boolean {
    const folded = name.toLowerCase();
    if (this.taken.has(folded)) return false;
    this.taken.add(folded);
    return true;
  }
}

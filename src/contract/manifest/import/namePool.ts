/** technicalNames from whatever names another tool allows: always valid, never two the same, and the same again on the next import. */

import { isGuid } from '@/contract/values/guid';
const LONGEST = 128;

/** The nearest valid technicalName: accents go, everything strange becomes a hyphen. */
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
  /** By base, the number to try next: many of one name would else be tried from 2 each. */
  private readonly next = new Map<string, number>();

  /** `wanted` if it is free, else the first free one of `alternatives`, else `wanted` with a number. */
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

  /** Names that differ only in case would be mistaken for each other. */
  private claim(name: string): boolean {
    const folded = name.toLowerCase();
    if (this.taken.has(folded)) return false;
    this.taken.add(folded);
    return true;
  }
}

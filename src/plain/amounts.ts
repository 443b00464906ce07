/** Amounts of money, as people write them. */

/** Reads an amount as people write it, such as 5,000 or 12.50; null for anything else. */
export function amountIn(text: string): number | null {
  const plain = text.trim().replace(/[\s,_']/g, '');
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

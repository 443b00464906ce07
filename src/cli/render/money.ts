/** Amounts of money on the command line. */

/** `1,000 EUR`, as every command writes money; without a currency the amount alone. */
export function moneyText(currency: string | null, amount: number): string {
  const digits = amount.toLocaleString('en-US', { maximumFractionDigits: 0 });
  return currency === null ? digits : `${digits} ${currency}`;
}

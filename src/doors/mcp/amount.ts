/** An amount of money as the text of an answer says it: to the cent. `structuredContent` has it unrounded. */
export function amount(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Rows of texts as aligned columns. */

/** Two spaces between columns, nothing after the last one. `paint` adds colours, which take no room. */
export function columns(rows: readonly (readonly string[])[], paint: (cell: string, column: number) => string = (cell) => cell): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== '');
    return row
      .slice(0, last + 1)
      .map((cell, index) => `${paint(cell, index)}${index === last ? '' : ' '.repeat((widths[index] ?? 0) - cell.length)}`)
      .join('  ');
  });
}

/** Finds the columns of a table that a mapping names: without regard to case and spaces around. */

/** As keys of rows and names of columns are compared. */
export function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

export class ColumnPlaces {
  private readonly places = new Map<string, number>();
  /** By name as it was asked for: every row asks again. */
  private readonly found = new Map<string, readonly number[]>();

  /** `labels` says what columns of other names are called in a mapping. */
  constructor(header: readonly string[], labels: Readonly<Record<string, string>> = {}) {
    const known = new Map(Object.entries(labels).map(([label, name]) => [folded(label), folded(name)]));
    for (const [place, label] of header.entries()) {
      const name = known.get(folded(label)) ?? folded(label);
      // Of two columns of one name, the first counts.
      if (name !== '' && !this.places.has(name)) this.places.set(name, place);
    }
  }

  /** The place of a column; several of one that is named like `itemtype+id`, whose texts belong together. Empty if the table has none of that name. */
  of(column: string): readonly number[] {
    const known = this.found.get(column);
    if (known !== undefined) return known;
    const places = this.look(column);
    this.found.set(column, places);
    return places;
  }

  private look(column: string): readonly number[] {
    const place = this.places.get(folded(column));
    if (place !== undefined) return [place];
    const parts = column.includes('+') ? column.split('+').map((part) => this.places.get(folded(part))) : [];
    return parts.includes(undefined) ? [] : (parts as number[]);
  }

  /** Those that there are, in the order in which they are named. */
  all(columns: readonly string[]): (readonly number[])[] {
    return columns.map((column) => this.of(column)).filter((places) => places.length > 0);
  }
}

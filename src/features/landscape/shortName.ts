/** A name in at most so many letters: its beginning, and the number at its end, which is often all that tells it from its neighbours. Pure. */
export function shortName(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const [number = ''] = /\d{1,4}$/.exec(name) ?? [];
  return `${name.slice(0, letters - 1 - number.length).trimEnd()}…${number}`;
}

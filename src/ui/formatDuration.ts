/** How long something lasts, as people say it: the two largest units. */
const UNITS = [
  { seconds: 86_400, word: 'd' },
  { seconds: 3_600, word: 'h' },
  { seconds: 60, word: 'min' },
  { seconds: 1, word: 's' },
] as const;

/** `4 min 12 s`; of less than a second, and of what has not begun, `0 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  if (first < 0) return '0 s';
  const parts = UNITS.slice(first, first + 2).map(({ seconds: size, word }, index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % (UNITS[first]?.seconds ?? 1)) / size);
    return count === 0 ? '' : `${count.toLocaleString('en')} ${word}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** Durations as people write them, in whole words: for fields. */

/** The largest first. */
export const UNITS = [
  { seconds: 86_400, one: 'day', short: 'd', written: /^d(ays?)?$/ },
  { seconds: 3_600, one: 'hour', short: 'h', written: /^h(rs?|ours?)?$/ },
  { seconds: 60, one: 'minute', short: 'min', written: /^m(ins?|inutes?)?$/ },
  { seconds: 1, one: 'second', short: 's', written: /^s(ecs?|econds?)?$/ },
] as const;

/** For example `1 hour 30 minutes`; `0 seconds`. Takes whole seconds from 0. */
export function durationWords(seconds: number): string {
  let left = seconds;
  const parts = UNITS.flatMap((unit) => {
    const count = Math.floor(left / unit.seconds);
    left -= count * unit.seconds;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${unit.one}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

/** The whole seconds that a text states, such as `90 s`, `5 minutes` or `1 h 30 min`; null for anything else. A number alone needs a unit, except 0. */
export function readDuration(text: string): number | null {
  const written = text
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d{3})/g, '');
  if (/^0+$/.test(written)) return 0;
  const parts = [...written.matchAll(/(\d+)\s*([a-z]+)\.?/g)];
  const rest = written.replaceAll(/(\d+)\s*([a-z]+)\.?/g, '').replaceAll(/[\s,]/g, '');
  if (parts.length === 0 || rest !== '') return null;
  let seconds = 0;
  for (const [, count = '', word = ''] of parts) {
    const unit = UNITS.find(({ written: pattern }) => pattern.test(word));
    if (unit === undefined) return null;
    seconds += Number(count) * unit.seconds;
  }
  return Number.isSafeInteger(seconds) ? seconds : null;
}

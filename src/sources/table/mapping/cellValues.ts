/** Reads the text of a cell as a value of a field. Words are looked up in tables; what no table has is unknown, and never guessed. */
import {
  AUDIENCE_TYPES,
  CLASSIFICATIONS,
  COMPONENT_KINDS,
  CRITICALITY_TIERS,
  DEPENDENCY_MODES,
  DEPENDENCY_TYPES,
  LIFECYCLE_STATES,
  RUNTIMES,
} from '@/domain/vocabulary';
import { importedText } from '@/sources/proposal/importedText';
import { kindOfType, lifecycleOf } from '@/sources/words/backstageWords';
import type { FieldType } from './mappingFields';

export type CellValue = string | number | boolean;

/** Undefined if the text means nothing for a field of this type. */
export function valueOfCell(type: Exclude<FieldType, object>, text: string): CellValue | undefined {
  return READERS[type](text.trim());
}

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function oneOf(words: readonly string[], more: Readonly<Record<string, string>> = {}): (text: string) => string | undefined {
  const known = new Map([...words.map((word) => [squeezed(word), word] as const), ...Object.entries(more)]);
  return (text) => known.get(squeezed(text));
}

const tier = oneOf(CRITICALITY_TIERS, {
  tier0: 'MissionCritical',
  tier1: 'MissionCritical',
  tier2: 'BusinessCritical',
  tier3: 'BusinessOperational',
  tier4: 'Administrative',
});
const lifecycle = oneOf(LIFECYCLE_STATES);
const kind = oneOf(COMPONENT_KINDS);
const audience = oneOf(AUDIENCE_TYPES, {
  customer: 'Customers',
  consumers: 'Customers',
  employee: 'Employees',
  staff: 'Employees',
  internal: 'Employees',
  partner: 'Partners',
  suppliers: 'Partners',
});
const yesOrNo = oneOf([], { true: 'yes', yes: 'yes', y: 'yes', x: 'yes', 1: 'yes', false: 'no', no: 'no', n: 'no', 0: 'no' });

const READERS: Readonly<Record<Exclude<FieldType, object>, (text: string) => CellValue | undefined>> = {
  text: (text) => importedText(text, 200),
  shortText: (text) => importedText(text, 100),
  tier,
  lifecycle: (text) => lifecycle(text) ?? lifecycleOf(text) ?? undefined,
  componentKind: (text) => kind(text) ?? kindOfType(text)?.kind,
  runtime: oneOf(RUNTIMES, {
    container: 'Containers',
    kubernetes: 'Containers',
    virtualmachine: 'Vm',
    physical: 'BareMetal',
    onpremises: 'BareMetal',
  }),
  audience,
  classification: oneOf(CLASSIFICATIONS, { secret: 'Restricted', strictlyconfidential: 'Restricted' }),
  dependencyType: oneOf(DEPENDENCY_TYPES),
  mode: oneOf(DEPENDENCY_MODES),
  boolean: (text) => {
    const answer = yesOrNo(text);
    return answer === undefined ? undefined : answer === 'yes';
  },
  count: (text) => numberOf(text, 1e12, true),
  amount: (text) => numberOf(text, 1e15, false),
  minutes: minutesOf,
  date: dateOf,
  // Whoever makes a reference of it reports what is wrong with it.
  link: (text) => (text === '' ? undefined : text),
};

/**
 * A number as people write it, with separators of thousands and a currency. A comma or point with other than three digits behind it begins
 * the decimals, and so does the last of two different ones. Undefined if it is none, or out of range.
 */
function numberOf(text: string, most: number, isWhole: boolean): number | undefined {
  const bare = text.replace(/^[^\d.,-]{0,5}|[^\d.,]{0,5}$/g, '').replace(/[\s'’]/g, '');
  if (!/^\d[\d.,]*$/.test(bare)) return undefined;
  const decimal = decimalMark(bare);
  const plain = [...bare]
    .filter((character, at) => /\d/.test(character) || at === decimal)
    .join('')
    .replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) && value <= most && (!isWhole || Number.isInteger(value)) ? value : undefined;
}

/** Where the decimals begin; -1 if there are none. */
function decimalMark(text: string): number {
  const marks = [...text.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  if (last === undefined) return -1;
  const isAlone = marks.length === 1;
  const differs = marks.some(([mark]) => mark !== last[0]);
  const behind = text.length - last.index - 1;
  return differs || (isAlone && behind !== 3) ? last.index : -1;
}

const MINUTES: Readonly<Record<string, number>> = {
  m: 1,
  min: 1,
  mins: 1,
  minute: 1,
  minutes: 1,
  h: 60,
  hr: 60,
  hrs: 60,
  hour: 60,
  hours: 60,
  d: 1_440,
  day: 1_440,
  days: 1_440,
  w: 10_080,
  week: 10_080,
  weeks: 10_080,
};

/** `240`, `4 h`, `1d 2h`, `PT4H`, `04:00`: a number alone is minutes. */
function minutesOf(text: string): number | undefined {
  const clock = /^(\d{1,3}):(\d{2})$/.exec(text);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  const words = text
    .toLowerCase()
    .replace(/^p(?=[\dt])/, '')
    .replace(/t(?=\d)/, '');
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)];
  if (parts.length === 0 || words.replace(/(\d+(?:\.\d+)?)\s*([a-z]*)/g, '').trim() !== '') return undefined;
  const units = parts.map(([, , unit = '']) => (unit === '' && parts.length === 1 ? 1 : MINUTES[unit]));
  if (units.includes(undefined)) return undefined;
  const minutes = Math.round(parts.reduce((sum, [, number], at) => sum + Number(number) * (units[at] ?? 0), 0));
  return minutes <= 5_256_000 ? minutes : undefined;
}

/** `2026-06-30`, also with a time behind it, and `30.06.2026`: a date with slashes can mean two days. */
function dateOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const [year, month, day] = iso !== null ? [iso[1], iso[2], iso[3]] : dotted !== null ? [dotted[3], dotted[2], dotted[1]] : [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const known = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(known.getTime()) && known.toISOString().startsWith(date) && year !== '0000' ? date : undefined;
}

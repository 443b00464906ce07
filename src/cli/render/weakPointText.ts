/** Prints weak points: what takes the entity down alone, then pairs, then the redundancy left, then what to change. */
import type { WeakPoints } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { moneyText } from './money';
import { kindNoun } from './values';

const SHOWN = 50;

/** `fresh` are the sets that are not in the baseline, each as its members joined by " + ". */
export function weakPointLines(answer: WeakPoints, colours: Colours, fresh: readonly string[]): string[] {
  const { entity, state, singlePoints, cutSets, margins, fixes, completeness, currency } = answer;
  const money = (perHour: number | null): string => (perHour === null || perHour === 0 ? '' : `  ${moneyText(currency, perHour)} an hour`);
  const mark = (names: readonly string[]): string => (fresh.includes([...names].sort().join(' + ')) ? `  ${colours.bold('new')}` : '');
  return [
    `What takes ${colours.bold(entity.technicalName)} (${kindNoun(entity.type)}, ${entity.name}) to ${state}${state === 'Outage' ? '' : ' or worse'}`,
    ...list(
      'Alone',
      singlePoints,
      ({ technicalName, isOwn, perHour }) => `${technicalName}${isOwn ? ' (its own)' : ''}${money(perHour)}${mark([technicalName])}`,
    ),
    ...list('Only together', cutSets, ({ members, perHour }) => {
      const names = members.map(({ technicalName }) => technicalName);
      return `${names.join(' + ')}${money(perHour)}${mark(names)}`;
    }),
    ...list(
      'Redundancy',
      margins,
      ({ source, redundancyGroup, targets, failuresLeft, sharedCauses }) =>
        `${source.technicalName}: ${redundancyGroup}, ${failuresLeft} of ${targets} may still fail` +
        (failuresLeft > 0 && sharedCauses.length > 0
          ? `, but ${sharedCauses
              .slice(0, 3)
              .map(({ technicalName, takes }) => `${technicalName} alone takes down ${takes}`)
              .join(', ')}`
          : ''),
    ),
    ...list(
      'What to change',
      fixes,
      (fix) => `${fixText(fix)}: ${countOf(fix.removesSinglePoints, 'single point')} fewer${saved(fix.removesPerHour, currency)}`,
    ),
    ...(completeness.isComplete
      ? []
      : [
          '',
          completeness.omitted === null
            ? 'There may be more sets: the search was stopped early.'
            : `${countOf(completeness.omitted, 'more set')} not listed.`,
        ]),
    ...(fresh.length === 0 ? [] : ['', `${countOf(fresh.length, 'set')} not in the baseline.`]),
  ];
}

function saved(perHour: number | null, currency: string | null): string {
  return perHour === null || perHour === 0 ? '' : `, ${moneyText(currency, perHour)} an hour less at stake`;
}

function fixText({ kind, source, target, redundancyGroup, from, to }: WeakPoints['fixes'][number]): string {
  if (kind === 'makeSofter') return `make ${source.technicalName} → ${target.technicalName} ${to ?? ''} (is ${from})`;
  if (kind === 'addMember') return `add one like ${target.technicalName} to ${redundancyGroup ?? ''} of ${source.technicalName}`;
  return `move ${target.technicalName} out of ${from} to a separate zone`;
}

function list<Row>(title: string, rows: readonly Row[], lineOf: (row: Row) => string): string[] {
  if (rows.length === 0) return ['', `${title}: nothing`];
  const more = rows.length > SHOWN ? [`  … and ${rows.length - SHOWN} more (--json has all)`] : [];
  return ['', `${title} (${rows.length})`, ...rows.slice(0, SHOWN).map((row) => `  ${lineOf(row)}`), ...more];
}

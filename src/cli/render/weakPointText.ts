/** Prints weak points: what takes the entity down alone, then pairs, then the redundancy left, then what to change. */
import type { WeakPoints } from '@/contract/weakPoints';
import { withoutComponents } from '@/domain/withoutComponents';
import { countOf } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { moneyText } from './money';
import { kindNoun } from './values';

const SHOWN = 50;

/** `fresh` are the sets that are not in the baseline, each as its members joined by " + ". */
export function weakPointLines(answer: WeakPoints, colours: Colours, fresh: readonly string[]): string[] {
  const { entity, state, ownComponents, singlePoints, cutSets, margins, fixes, completeness, currency } = answer;
  const money = (perHour: number | null): string => (perHour === null || perHour === 0 ? '' : `  ${moneyText(currency, perHour)} an hour`);
  const mark = (names: readonly string[]): string => (fresh.includes([...names].sort().join(' + ')) ? `  ${colours.bold('new')}` : '');
  const title = `What takes ${colours.bold(entity.technicalName)} (${kindNoun(entity.type)}, ${entity.name}) to ${state}${state === 'Outage' ? '' : ' or worse'}`;
  if (ownComponents === 0) return [title, '', withoutComponents(entity.name)];
  return [
    title,
    ...list(
      'Alone',
      singlePoints,
      ({ technicalName, isOwn, perHour }) => `${technicalName}${isOwn ? ' (its own)' : ''}${money(perHour)}${mark([technicalName])}`,
    ),
    ...(completeness.order === 1
      ? ['', 'Only together: not looked for; --order 2 does']
      : list('Only together', cutSets, ({ members, perHour }) => {
          const names = members.map(({ technicalName }) => technicalName);
          return `${names.join(' + ')}${money(perHour)}${mark(names)}`;
        })),
    ...list('Redundancy', margins, marginText),
    ...list(
      'What to change',
      fixes,
      (fix) => `${fixText(fix)}: ${removedWords(fix, currency)}`,
      'no small change was found that removes a single point or a shared zone',
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

/** A member that moves removes no single point, but a zone that the members share. */
function removedWords(
  { kind, removesSinglePoints: count, removesPerHour: perHour }: WeakPoints['fixes'][number],
  currency: string | null,
): string {
  const removed = `${countOf(count, kind === 'separate' ? 'shared zone' : 'single point')} fewer`;
  if (perHour === null || perHour === 0) return removed;
  const less = `costs ${moneyText(currency, perHour)} less`;
  // They do not all fail at once, so nobody saves the sum.
  return count === 1 ? `${removed}; an hour without it ${less}` : `${removed}; an hour without each ${less}, added up`;
}

const NAMED_CAUSES = 3;

function marginText({
  source,
  redundancyGroup,
  targets,
  failuresLeft,
  sharedCauses,
  sharedCausesOmitted,
  notInService,
}: WeakPoints['margins'][number]): string {
  const causes = sharedCauses.slice(0, NAMED_CAUSES).map(({ technicalName, takes }) => `${technicalName} alone takes down ${takes}`);
  const more = sharedCauses.length + sharedCausesOmitted - causes.length;
  if (more > 0) causes.push(`and ${more.toLocaleString('en-US')} more like that`);
  const but = failuresLeft > 0 && causes.length > 0 ? `, but ${causes.join(', ')}` : '';
  const outside = notInService.map(({ technicalName }) => `, ${technicalName} is not in service`).join('');
  return `${source.technicalName}: ${redundancyGroup}, ${failuresLeft} of ${targets} may still fail${but}${outside}`;
}

function fixText({ kind, source, target, redundancyGroup, from, to }: WeakPoints['fixes'][number]): string {
  if (kind === 'makeSofter') return `make ${source.technicalName} → ${target.technicalName} ${to ?? ''} (is ${from})`;
  if (kind === 'addMember') return `add one like ${target.technicalName} to ${redundancyGroup ?? ''} of ${source.technicalName}`;
  return `move ${target.technicalName} out of ${from} to a separate zone`;
}

function list<Row>(title: string, rows: readonly Row[], lineOf: (row: Row) => string, nothing = 'nothing'): string[] {
  if (rows.length === 0) return ['', `${title}: ${nothing}`];
  const more = rows.length > SHOWN ? [`  … and ${rows.length - SHOWN} more (--json has all)`] : [];
  return ['', `${title} (${rows.length})`, ...rows.slice(0, SHOWN).map((row) => `  ${lineOf(row)}`), ...more];
}

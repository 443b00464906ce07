/** What is affected, whom it reaches and what it costs, as figures: the same on every page that shows an impact. Pure. */
import { firstToRecord, recordingWords } from '@/domain/recordedWords';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import { countOf, formatNumber, nounFor } from '@/plain/counts';
import type { Figure } from '@/ui/FigureTiles';
import { money } from './figures';

export interface Reach {
  components: number;
  applications: number;
  capabilities: number;
  audiences: number;
  /** In the audiences; null if there are some, but none with a recorded number. */
  people: number | null;
  /** How many of the audiences have no recorded number, where that is known. */
  withoutNumber?: number | undefined;
}

export interface Cost {
  currency: string;
  expectedPerHour: number;
  perHour: number;
}

/** What the landscape does not record, and the page where it can be recorded, for whom may do that. */
export interface Unrecorded {
  parts: readonly RecordedPart[];
  href?: string | undefined;
}

const ALL_RECORDED: Unrecorded = { parts: [] };

/**
 * `cost` is undefined if it is withheld: the figure is then left out. `unrecorded` is null if nobody knows what the landscape recorded, as at
 * a past moment: what there is none of is then left out.
 */
export function impactFigures(reach: Reach, cost: Cost | undefined, unrecorded: Unrecorded | null): Figure[] {
  const isTold = (amount: number): boolean => unrecorded !== null || amount > 0;
  const known = unrecorded ?? ALL_RECORDED;
  return [
    { label: 'Affected', value: countOf(reach.components, 'component'), note: '' },
    { label: 'In', value: countOf(reach.applications, 'application'), note: '' },
    ...(isTold(reach.capabilities) ? [capabilitiesFigure(reach.capabilities, known)] : []),
    ...(isTold(reach.audiences) ? [peopleFigure(reach, known)] : []),
    ...(cost !== undefined && isTold(cost.perHour) ? [costFigure(cost, known)] : []),
  ];
}

/** Only the figure of what to record first says what to do. */
function unrecordedFigure(label: string, part: RecordedPart, { parts, href }: Unrecorded): Figure {
  const isFirst = firstToRecord(parts) === part;
  return { label, value: 'Not recorded', note: isFirst ? recordingWords(parts) : '', href: isFirst ? href : undefined };
}

export function capabilitiesFigure(capabilities: number, unrecorded: Unrecorded): Figure {
  if (unrecorded.parts.includes('capabilities')) return unrecordedFigure('Capabilities', 'capabilities', unrecorded);
  return {
    label: 'Capabilities',
    value: capabilities === 0 ? 'None' : formatNumber(capabilities),
    note: capabilities === 0 ? '' : 'affected',
  };
}

export function peopleFigure(
  { people, audiences, withoutNumber = 0 }: Pick<Reach, 'people' | 'audiences' | 'withoutNumber'>,
  unrecorded: Unrecorded,
): Figure {
  const where = countOf(audiences, 'audience');
  if (unrecorded.parts.includes('audiences')) return unrecordedFigure('People', 'audiences', unrecorded);
  if (audiences === 0) return { label: 'People', value: 'Nobody', note: 'No audience is affected' };
  if (people === null) return { label: 'People', value: where, note: 'How many people is not recorded' };
  const rest = withoutNumber === 0 ? '' : `; how many in ${withoutNumber === 1 ? 'one' : formatNumber(withoutNumber)} is not recorded`;
  return { label: 'People', value: formatNumber(people), note: `${nounFor(people, 'person', 'people')} in ${where}${rest}` };
}

/** The people of audiences, as figures tell them. */
export function peopleOf(audiences: readonly { people: number | null }[]): Pick<Reach, 'people' | 'withoutNumber'> {
  return { people: peopleIn(audiences), withoutNumber: audiences.filter(({ people }) => people === null).length };
}

/** The people of audiences together; null if there are audiences, but none with a number. */
export function peopleIn(audiences: readonly { people: number | null }[]): number | null {
  const known = audiences.flatMap(({ people }) => people ?? []);
  return known.length === 0 && audiences.length > 0 ? null : known.reduce((sum, people) => sum + people, 0);
}

/** The expected cost, with the revenue at risk beside it. */
export function costFigure({ currency, expectedPerHour, perHour }: Cost, unrecorded: Unrecorded): Figure {
  const label = 'Expected cost per hour';
  if (unrecorded.parts.includes('revenue')) return unrecordedFigure(label, 'revenue', unrecorded);
  if (perHour === 0) return { label, value: 'None', note: 'No audience that brings revenue is affected' };
  return { label, value: money(expectedPerHour, currency), note: `${money(perHour, currency)} at risk` };
}

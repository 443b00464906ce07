/** What is affected, whom it reaches and what it costs, as figures: the same on every page that shows an impact. Pure. */
import { recordingWords } from '@/domain/recordedWords';
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
}

export interface Cost {
  currency: string;
  expectedPerHour: number;
  perHour: number;
}

/** `cost` is undefined if it is withheld: the figure is then left out. */
export function impactFigures(reach: Reach, cost: Cost | undefined, notRecorded: readonly RecordedPart[] = []): Figure[] {
  return [
    { label: 'Affected', value: countOf(reach.components, 'component'), note: '' },
    { label: 'In', value: countOf(reach.applications, 'application'), note: '' },
    capabilitiesFigure(reach.capabilities, notRecorded),
    peopleFigure(reach, notRecorded),
    ...(cost === undefined ? [] : [costFigure(cost, notRecorded)]),
  ];
}

export function capabilitiesFigure(capabilities: number, notRecorded: readonly RecordedPart[]): Figure {
  if (notRecorded.includes('capabilities')) return { label: 'Capabilities', value: 'Not recorded', note: recordingWords(notRecorded) };
  return {
    label: 'Capabilities',
    value: capabilities === 0 ? 'None' : formatNumber(capabilities),
    note: capabilities === 0 ? '' : 'affected',
  };
}

export function peopleFigure({ people, audiences }: Pick<Reach, 'people' | 'audiences'>, notRecorded: readonly RecordedPart[]): Figure {
  const where = countOf(audiences, 'audience');
  if (notRecorded.includes('audiences')) return { label: 'People', value: 'Not recorded', note: recordingWords(notRecorded) };
  if (audiences === 0) return { label: 'People', value: 'Nobody', note: 'No audience is affected' };
  if (people === null) return { label: 'People', value: where, note: 'How many people is not recorded' };
  return { label: 'People', value: formatNumber(people), note: `${nounFor(people, 'person', 'people')} in ${where}` };
}

/** The people of audiences together; null if there are audiences, but none with a number. */
export function peopleIn(audiences: readonly { people: number | null }[]): number | null {
  const known = audiences.flatMap(({ people }) => people ?? []);
  return known.length === 0 && audiences.length > 0 ? null : known.reduce((sum, people) => sum + people, 0);
}

/** The expected cost, with the revenue at risk beside it. */
export function costFigure({ currency, expectedPerHour, perHour }: Cost, notRecorded: readonly RecordedPart[]): Figure {
  if (notRecorded.includes('revenue')) return { label: 'Revenue', value: 'Not recorded', note: recordingWords(notRecorded) };
  if (perHour === 0) return { label: 'Revenue', value: 'None', note: 'No audience that brings revenue is affected' };
  return { label: 'Revenue', value: `${money(expectedPerHour, currency)} per hour`, note: `${money(perHour, currency)} per hour at risk` };
}

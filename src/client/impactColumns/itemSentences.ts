/** Finds items that are no components by id, and describes their lines in sentences. Pure. */
import type { ImpactColumns } from '@/contract/impactColumns';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

/** What names and connects the items of columns: of a question, of the present, or of the past. */
export type Listed = Pick<ImpactColumns, 'causes' | 'cards' | 'capabilities' | 'processes' | 'audiences' | 'links'>;

export interface Item {
  kind: EntityKind;
  name: string;
  state: HealthState;
}

/** Null if the columns do not list it. */
export function itemIn({ causes, cards, capabilities, processes, audiences }: Listed, id: string): Item | null {
  const lists: [EntityKind, readonly { id: string; name: string; state: HealthState }[]][] = [
    ['application', cards],
    ['capability', capabilities],
    ['process', processes],
    ['segment', audiences],
  ];
  const cause = causes.find((one) => one.id === id);
  if (cause !== undefined) return cause;
  for (const [kind, rows] of lists) {
    const row = rows.find((one) => one.id === id);
    if (row !== undefined) return { kind, name: row.name, state: row.state };
  }
  return null;
}

/** First how the failure reaches it, then where it goes from there. */
export function itemSentences(columns: Listed, id: string): string[] {
  const toSentence = ({ from, to, count }: ImpactColumns['links'][number]): string[] => {
    const [start, end] = [itemIn(columns, from), itemIn(columns, to)];
    if (start === null || end === null) return [];
    if (end.kind === 'capability' || end.kind === 'process') return [`${start.name} supports ${end.name}.`];
    if (end.kind === 'segment') return [`${end.name} rely on ${start.name}.`];
    return [`${start.name} passes it on to ${end.name} by ${countOf(count, 'dependency', 'dependencies')}.`];
  };
  return [...columns.links.filter(({ to }) => to === id), ...columns.links.filter(({ from }) => from === id)].flatMap(toSentence);
}

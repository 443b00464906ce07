/** Finds items that are no components by id, and describes their lines in sentences. Pure. */
import type { ColumnComponent, ImpactColumns } from '@/contract/impactColumns';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

/** What names and connects the items of columns: of a question, of the present, or of the past. */
export type Listed = Pick<ImpactColumns, 'causes' | 'cards' | 'capabilities' | 'processes' | 'audiences' | 'links'>;

/** The components that have a row in some card. */
export function listedRows({ cards }: Pick<Listed, 'cards'>): ColumnComponent[] {
  return cards.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows));
}

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
  const links = linksOfItems(columns);
  const toSentence = ({ from, to, count }: ItemLink): string[] => {
    const [start, end] = [itemIn(columns, from), itemIn(columns, to)];
    if (start === null || end === null) return [];
    if (end.kind === 'capability' || end.kind === 'process') return [`${start.name} supports ${end.name}.`];
    if (end.kind === 'segment') return [`${end.name} rely on ${start.name}.`];
    return [`${start.name} passes it on to ${end.name} by ${countOf(count, 'dependency', 'dependencies')}.`];
  };
  return [...links.filter(({ to }) => to === id), ...links.filter(({ from }) => from === id)].flatMap(toSentence);
}

type ItemLink = Pick<ImpactColumns['links'][number], 'from' | 'to' | 'count'>;

/** The links with those of all parts of an application added up. */
function linksOfItems({ cards, links }: Listed): ItemLink[] {
  const cardOf = new Map(cards.flatMap(({ id, parts }) => parts.map((part) => [part.id, id] as const)));
  // Where the picture shows components, an end is a part with the id of a component behind it.
  const itemOf = (end: string): string => cardOf.get(end) ?? cards.find(({ id }) => end.startsWith(`${id} `))?.id ?? end;
  const sums = new Map<string, ItemLink>();
  for (const { from, to, count } of links) {
    const link = { from: itemOf(from), to: itemOf(to), count };
    const key = `${link.from} > ${link.to}`;
    if (link.from !== link.to) sums.set(key, { ...link, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

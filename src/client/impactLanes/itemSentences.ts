/** What stands in lanes and is no component, by its id, and what its lines say in words. Pure. */
import type { ImpactLanes } from '@/contract/impactLanes';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

/** What names and joins what stands in lanes: of a question, of now, or of then. */
export type Listed = Pick<ImpactLanes, 'causes' | 'cards' | 'capabilities' | 'processes' | 'audiences' | 'links'>;

export interface Item {
  kind: EntityKind;
  name: string;
  state: HealthState;
}

/** Null for what the lanes do not list. */
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

/** First how the failure gets to it, then where it goes on to. */
export function itemSentences(lanes: Listed, id: string): string[] {
  const toSentence = ({ from, to, count }: ImpactLanes['links'][number]): string[] => {
    const [start, end] = [itemIn(lanes, from), itemIn(lanes, to)];
    if (start === null || end === null) return [];
    if (end.kind === 'capability' || end.kind === 'process') return [`${start.name} supports ${end.name}.`];
    if (end.kind === 'segment') return [`${end.name} rely on ${start.name}.`];
    return [`${start.name} passes it on to ${end.name} by ${countOf(count, 'dependency', 'dependencies')}.`];
  };
  return [...lanes.links.filter(({ to }) => to === id), ...lanes.links.filter(({ from }) => from === id)].flatMap(toSentence);
}

/** Makes the picture of what is around something. */
import type { JoinedDependency, PictureCard, PictureLine, PictureRow } from '@/contract/picture';
import { moreId } from '@/contract/values/picture';
import { countOf } from '@/plain/counts';
import { byStrength, Pairs } from '@/server/picture/pairs';
import { drawnCard, type Fixed } from '@/server/picture/planOf';
import { LOOKS } from '@/server/picture/strength';
import { focusContents, type FocusLink } from './focusContents';
import { columnId, focusLayout, type PlacedCard, type PlacedColumn } from './focusLayout';
import type { Subject } from '@/server/picture/subject';

/** More lines are a tangle. */
const MOST_LINES = 150;

/** `dependencies`: how many have both ends in the focus. Only those on the way are drawn. */
export function makeFocus(
  subject: Subject,
  hops: number,
  dependencies: number,
  joined: (slots: readonly number[]) => JoinedDependency[],
): Fixed {
  const { graph, selection, starts, input, open } = subject;
  const contents = focusContents(graph, selection, starts, hops, subject.dependents);
  const layout = focusLayout(contents.columns, input, open);
  const members = new Map<string, readonly number[]>();
  /** By hop and node: the id of what stands for it. */
  const standIns = new Map<string, string>();
  const cards = layout.columns.flatMap((column) => drawnColumn(column, members, standIns));
  const lines = layout.isStacked ? [] : linesOf(contents.links, standIns, joined);
  const drawn = lines.reduce((sum, { count }) => sum + count, 0);
  return {
    drawn: {
      grouping: 'application',
      level: 'focus',
      size: layout.size,
      cards,
      headings: layout.columns.map(({ heading, column }) => ({ hop: column.hop, count: column.count, box: heading })),
      boxes: [],
      stacks: [],
      lines,
      omitted: {
        components: cards.reduce((sum, card) => sum + (card.more?.count ?? 0), 0),
        lines: 0,
        dependencies: 0,
        within: Math.max(0, dependencies - drawn),
      },
    },
    members,
  };
}

function drawnColumn(
  { column: { hop }, cards, folded }: PlacedColumn,
  members: Map<string, readonly number[]>,
  standIns: Map<string, string>,
): PictureCard[] {
  const put = (id: string, nodes: readonly number[], isFinest: boolean): void => {
    members.set(id, nodes);
    if (isFinest) for (const node of nodes) standIns.set(`${hop} ${node}`, id);
  };
  const drawn = cards.map((placed) => drawnFocusCard(placed, put));
  if (folded === null) return drawn;
  const nodes = folded.cards.flatMap((card) => card.members.map(({ node }) => node));
  const id = columnId(hop);
  put(id, nodes, true);
  const title = countOf(folded.cards.length, 'more application');
  const frame = { id, group: id, kind: 'none' as const, title, count: nodes.length, isOpen: false, box: folded.box };
  return [...drawn, { ...frame, rows: [], titleHeight: folded.box.height, more: null, shares: null }];
}

function drawnFocusCard(
  { card, rows, box }: PlacedCard,
  put: (id: string, nodes: readonly number[], isFinest: boolean) => void,
): PictureCard {
  const more = card.members.length - rows;
  const content = { content: card, isOpen: false, rows: card.members.slice(0, rows), parts: [], more };
  const drawn = drawnCard(content, box, box.width);
  put(
    card.id,
    card.members.map(({ node }) => node),
    false,
  );
  const named = drawn.rows.map((row, place): PictureRow => {
    // What is on both sides is drawn on both.
    const id = `${row.of} in ${card.id}`;
    put(id, [card.members[place]?.node ?? -1], true);
    return { ...row, id };
  });
  if (more > 0)
    put(
      moreId(card.id),
      card.members.slice(rows).map(({ node }) => node),
      true,
    );
  return { ...drawn, group: card.application, rows: named };
}

/** From row to row, or to what stands for rows without room. */
function linesOf(
  links: readonly FocusLink[],
  standIns: ReadonlyMap<string, string>,
  joined: (slots: readonly number[]) => JoinedDependency[],
): PictureLine[] {
  const ids = [...new Set(standIns.values())];
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const pairs = new Pairs(ids.length);
  for (const { slot, look, fromHop, toHop, source, target } of links) {
    const ends = [standIns.get(`${fromHop} ${source}`), standIns.get(`${toHop} ${target}`)].map((id) => placeOf.get(id ?? ''));
    if (ends[0] !== undefined && ends[1] !== undefined) pairs.add(ends[0], ends[1], slot, look);
  }
  const ranked = pairs.list.map((pair) => ({ ...pair, fromName: ids[pair.from] ?? '', toName: ids[pair.to] ?? '' })).sort(byStrength);
  return ranked.slice(0, MOST_LINES).flatMap(({ fromName: from, toName: to, slots, look }): PictureLine[] => {
    const shown = LOOKS[look];
    if (shown === undefined) return [];
    return [{ id: `${from.length} ${from} ${to}`, from, to, count: slots.length, look: shown, dependencies: joined(slots), points: [] }];
  });
}

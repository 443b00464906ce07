/** How the view changes when something is selected, opened or found. Pure. */
import type { FoundEntity, LandscapeGroupInput } from '@/contract/landscapePicture';
import type { Picture } from '@/contract/picture';
import { cardOfMore, NO_GROUP_KEY } from '@/contract/values/picture';
import { groupedBy, NOTHING_CHOSEN, type LandscapeView, type ViewChange } from './landscapeAddress';

export function viewsFrom(view: LandscapeView, data: Picture | undefined) {
  const cardAt = (id: string) => data?.cards.find((card) => card.id === id);
  const rowAt = (id: string) => data?.cards.flatMap(({ rows }) => rows).find((row) => row.id === id || row.of === id);
  const isStack = (id: string): boolean => data?.stacks.some((stack) => stack.id === id) ?? false;
  const isApplication = (id: string): boolean => rowAt(id)?.kind === 'Application';
  const grouping = view.grouping ?? data?.grouping ?? 'application';

  const within = (id: string, hops: number): ViewChange => ({ ...NOTHING_CHOSEN, focus: [id], hops, open: null, level: null });
  // The number of hops is kept while somebody goes from one thing to the next.
  /** Shows what depends on a component or application, and what it depends on. */
  const neighbours = (id: string): ViewChange => within(id, view.focus.length === 0 || view.hops === 0 ? 1 : view.hops);
  const opened = (id: string): ViewChange => ({
    open: view.open.includes(id) ? view.open.filter((other) => other !== id) : [...view.open, id],
  });
  return {
    /** Selects anything in the picture or the table. */
    choose: (id: string): ViewChange => {
      const card = cardAt(id);
      const left = cardOfMore(id);
      if (data?.level === 'focus' && left !== null) return opened(left);
      if (isStack(id) || card?.kind === 'none') return opened(id);
      const thing = rowAt(id)?.of ?? card?.group ?? id;
      const isGroup = card !== undefined || isApplication(id);
      return { ...NOTHING_CHOSEN, ...(isGroup ? { group: thing } : { component: thing }) };
    },
    /** Double-click or Enter: opens or closes a card or a stack, or shows the neighbours of a component or application. */
    open: (id: string): ViewChange => {
      const card = cardAt(id);
      if (data?.level === 'focus' && card !== undefined) return opened(id);
      if (isApplication(id) || (card === undefined && !isStack(id))) return neighbours(rowAt(id)?.of ?? id);
      // What is in the group, by itself. Without a group only its grouping tells what that is.
      if (data?.level === 'map') return { ...within(id, 0), ...(id === NO_GROUP_KEY ? {} : { grouping: null }) };
      // A card that is open because it holds nearly everything is closed by asking for cards.
      if (card?.isOpen === true && !view.open.includes(id)) return { level: 'cards', open: null };
      return opened(id);
    },
    neighbours,
    find: ({ kind, id }: Pick<FoundEntity, 'kind' | 'id'>): ViewChange => {
      if (kind === 'application') return { ...NOTHING_CHOSEN, ...(rowAt(id) === undefined ? groupedBy(kind) : {}), group: id };
      if (kind !== 'hosting-zone' && kind !== 'capability') return { ...NOTHING_CHOSEN, component: id };
      return { ...NOTHING_CHOSEN, ...(grouping === kind ? {} : groupedBy(kind)), group: id };
    },
    /** The kind of group that a key stands for. */
    kindOf: (key: string | null): LandscapeGroupInput['grouping'] => {
      if (key !== null && isApplication(key)) return 'application';
      return grouping === 'none' ? 'application' : grouping;
    },
  };
}

export type Views = ReturnType<typeof viewsFrom>;

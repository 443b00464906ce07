/** How the view changes when something is selected, opened or found. Pure. */
import type { FoundEntity, Grouping, LandscapeGroupInput } from '@/contract/landscapePicture';
import type { Picture } from '@/contract/picture';
import { REST_CARD } from '@/contract/values/picture';
import { groupedBy, type LandscapeView, type ViewChange } from './landscapeAddress';

export interface Views {
  /** Selects anything in the picture or the table. */
  choose(id: string): ViewChange;
  /** Double-click or Enter: opens or closes a card or a stack, or shows the neighbours of a component. */
  open(id: string): ViewChange;
  /** Shows the neighbours of one component, and adds them to those already in focus. */
  neighbours(id: string): ViewChange;
  find(found: Pick<FoundEntity, 'kind' | 'id'>): ViewChange;
  /** The kind of group that a key stands for. */
  kindOf(key: string | null): LandscapeGroupInput['grouping'];
}

export function viewsFrom(view: LandscapeView, data: Picture | undefined): Views {
  const cardAt = (id: string) => data?.cards.find((card) => card.id === id);
  const isStack = (id: string): boolean => data?.stacks.some((stack) => stack.id === id) ?? false;
  const isApplicationRow = (id: string): boolean =>
    data?.level === 'groups' && data.cards.some(({ rows }) => rows.some((row) => row.id === id));
  const grouping: Grouping = view.grouping ?? data?.grouping ?? 'application';

  const neighbours = (id: string): ViewChange => ({
    focus: [...view.focus.filter((other) => other !== id), id],
    component: id,
    group: null,
    open: null,
    level: null,
    ...(view.focus.length === 0 ? { hops: 1 } : {}),
  });
  return {
    choose: (id) => {
      if (id === REST_CARD) return { view: 'table', component: null, group: null };
      if (isStack(id)) return { open: [...view.open, id] };
      const isGroup = cardAt(id) !== undefined || isApplicationRow(id);
      return { component: isGroup ? null : id, group: isGroup ? id : null };
    },
    open: (id) => {
      const card = cardAt(id);
      if (id === REST_CARD) return { view: 'table', component: null, group: null };
      if (isApplicationRow(id)) return { focus: [id], hops: 0, group: null, level: null, open: null };
      if (card === undefined && !isStack(id)) return neighbours(id);
      if (view.open.includes(id)) return { open: view.open.filter((other) => other !== id) };
      // A card that is open because it holds nearly everything is closed by asking for cards.
      if (card?.isOpen === true) return { level: 'cards', open: null };
      return { open: [...view.open, id] };
    },
    neighbours,
    find: ({ kind, id }) => {
      if (kind !== 'application' && kind !== 'hosting-zone' && kind !== 'capability') return { component: id, group: null };
      return { component: null, ...(grouping === kind ? {} : groupedBy(kind)), group: id };
    },
    kindOf: (key) => {
      if (key !== null && isApplicationRow(key)) return 'application';
      return grouping === 'none' ? 'application' : grouping;
    },
  };
}

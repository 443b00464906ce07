/** What a picture is asked to show: what passes the filters, and that in groups, each way of grouping worked out when it is first needed. */
import type { PictureInput, PictureLevel } from '@/contract/picture';
import { EVERY_COMPONENT_UP_TO, MOST_CARDS, MOST_CARDS_NARROW, NARROW_BELOW } from '@/contract/values/picture';
import type { GroupedBy } from '@/domain/graph/grouping';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { LiveStates } from '@/server/health/liveStates';
import {
  cardsOfApplications,
  cardsOfComponents,
  componentMembers,
  dependentsIn,
  type CardContent,
  type CardContents,
  type Member,
} from './cardContents';
import type { Size } from './layout/layoutPlan';
import { groupNodes } from './landscapeGroups';
import { select, type Selection } from './landscapeSelection';

type Outer = Exclude<GroupedBy, 'application'>;
const OUTER: readonly Outer[] = ['team', 'capability', 'hosting-zone'];

export class Subject {
  readonly selection: Selection;
  readonly dependents: Int32Array;
  readonly open: ReadonlySet<string>;
  readonly mostCards: number;
  /** Pixels. */
  readonly window: Size;
  private readonly ofComponents = new Map<GroupedBy, CardContents>();
  private readonly ofApplications = new Map<Outer, CardContents>();
  private allMembers: Member[] | null = null;
  private coarsest: CardContents | null | undefined;

  /** Must be used up before the next await, as all reading of a graph. */
  constructor(
    readonly graph: LandscapeGraph,
    live: LiveStates,
    readonly input: PictureInput,
  ) {
    const { filters, question, grouping, open, width, height } = input;
    const focus = question === null ? undefined : { ids: question.around, hops: question.hops };
    this.selection = select(graph, live, filters, focus, grouping ?? undefined, Infinity);
    this.dependents = dependentsIn(graph, this.selection);
    this.open = new Set(open);
    this.window = { width, height };
    this.mostCards = width < NARROW_BELOW ? MOST_CARDS_NARROW : MOST_CARDS;
  }

  get count(): number {
    return this.selection.nodes.length;
  }

  /** In their order. */
  get members(): Member[] {
    return (this.allMembers ??= componentMembers(this.graph, this.selection.nodes, this.dependents));
  }

  /** The components of a card, in their order, also where applications are its rows. */
  componentsOf({ nodes }: CardContent): Member[] {
    return componentMembers(this.graph, nodes, this.dependents);
  }

  /** How cards are grouped where components are their rows. */
  get grouping(): GroupedBy {
    const { grouping } = this.input;
    return grouping === null || grouping === 'none' ? 'application' : grouping;
  }

  get isGroupingAsked(): boolean {
    return this.input.grouping !== null && this.input.grouping !== 'none';
  }

  get cards(): CardContents {
    return this.cardsBy(this.grouping);
  }

  /** Null where no grouping puts applications together. */
  get groups(): CardContents | null {
    if (this.coarsest === undefined) this.coarsest = this.findGroups();
    return this.coarsest;
  }

  private findGroups(): CardContents | null {
    const asked = this.grouping;
    if (asked !== 'application') return this.groupsBy(asked);
    const coarser = OUTER.map((by) => this.groupsBy(by)).filter(({ cards }) => cards.length > 1 && cards.length < this.applications);
    const readable = coarser.filter((one) => one.cards.length <= this.mostCards && this.keepsApplicationsTogether(one));
    const [most] = readable.sort((a, b) => b.cards.length - a.cards.length);
    const [fewest] = coarser.sort((a, b) => a.cards.length - b.cards.length);
    return most ?? fewest ?? null;
  }

  /** The levels that may be asked for. */
  get levels(): PictureLevel[] {
    const components: PictureLevel[] = this.count <= EVERY_COMPONENT_UP_TO ? ['components'] : [];
    return [...components, 'cards', ...(this.groups === null || this.applications < 2 ? [] : ['groups' as const])];
  }

  private get applications(): number {
    return this.cardsBy('application').cards.length;
  }

  private cardsBy(by: GroupedBy): CardContents {
    const held = this.ofComponents.get(by) ?? cardsOfComponents(this.graph, this.selection, by, this.dependents);
    this.ofComponents.set(by, held);
    return held;
  }

  private groupsBy(by: Outer): CardContents {
    const held = this.ofApplications.get(by) ?? cardsOfApplications(this.graph, this.selection, this.cardsBy('application'), by);
    this.ofApplications.set(by, held);
    return held;
  }

  /** Components of one application can lie in several zones. */
  private keepsApplicationsTogether({ grouping }: CardContents): boolean {
    if (grouping !== 'hosting-zone') return true;
    const { ofNode } = groupNodes(this.graph, 'hosting-zone', this.selection.nodes);
    return this.cardsBy('application').cards.every(({ nodes }) => nodes.every((node) => ofNode[node] === ofNode[nodes[0] ?? -1]));
  }
}

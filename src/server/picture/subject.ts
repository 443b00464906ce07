/** What a picture is about: the components that match the filters, grouped in every way that one of its levels may need. */
import type { PictureInput, PictureLevel } from '@/contract/picture';
import { EVERY_COMPONENT_UP_TO, MOST_CARDS, MOST_CARDS_NARROW, NARROW_BELOW } from '@/contract/values/picture';
import type { GroupedBy } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { Steps } from '@/plain/steps';
import type { LiveStates } from '@/server/health/liveStates';
import {
  cardsOfApplications,
  cardsOfComponents,
  componentMembers,
  dependents,
  type CardContent,
  type CardContents,
  type Member,
} from './cardContents';
import type { Size } from './layout/layoutPlan';
import { groupNodes, type Groups } from './landscapeGroups';
import { select, type Selection } from './landscapeSelection';

type Outer = Exclude<GroupedBy, 'application'>;
const OUTER: readonly Outer[] = ['team', 'capability', 'hosting-zone'];

export class Subject {
  readonly open: ReadonlySet<string>;
  readonly mostCards: number;
  /** In pixels. */
  readonly window: Size;
  private readonly grouped = new Map<GroupedBy, Groups>();
  private readonly ofComponents = new Map<GroupedBy, CardContents>();
  private readonly ofApplications = new Map<Outer, CardContents>();
  private allMembers: Member[] | null = null;
  private coarsest: CardContents | null | undefined;

  private constructor(
    readonly graph: Landscape,
    readonly input: PictureInput,
    readonly selection: Selection,
    readonly dependents: Int32Array,
  ) {
    const { open, width, height } = input;
    this.open = new Set(open);
    this.window = { width, height };
    this.mostCards = width < NARROW_BELOW ? MOST_CARDS_NARROW : MOST_CARDS;
  }

  /** Reads the graph in steps, and so do the answers of its methods: use both within one question. */
  static *inSteps(graph: Landscape, live: LiveStates, input: PictureInput): Steps<Subject> {
    const { filters, question, grouping } = input;
    const focus = question === null ? undefined : { ids: question.around, hops: question.hops };
    const selection = select(graph, live, filters, focus, grouping ?? undefined, Infinity);
    yield;
    const subject = new Subject(graph, input, selection, yield* dependents(graph, selection));
    yield* subject.group();
    return subject;
  }

  /** Prepares everything for the getters below. */
  private *group(): Steps<void> {
    const outer = OUTER.filter((by) => this.grouping === 'application' || this.grouping === by);
    for (const by of new Set<GroupedBy>(['application', this.grouping, ...outer])) {
      yield;
      this.grouped.set(by, groupNodes(this.graph, by, this.selection.nodes));
    }
    for (const by of new Set<GroupedBy>(['application', this.grouping])) {
      yield;
      this.ofComponents.set(by, yield* cardsOfComponents(this.graph, this.selection, this.groupsOf(by), by, this.dependents));
    }
    const applications = this.cardsBy('application');
    for (const by of outer) {
      yield;
      this.ofApplications.set(by, yield* cardsOfApplications(this.graph, this.selection, this.groupsOf(by), by, applications));
    }
    yield;
  }

  get count(): number {
    return this.selection.nodes.length;
  }

  /** In order. */
  get members(): Member[] {
    return (this.allMembers ??= componentMembers(this.graph, this.selection.nodes, this.dependents));
  }

  /** The components of a card, in order, even if its rows are applications. */
  componentsOf({ nodes }: CardContent): Member[] {
    return componentMembers(this.graph, nodes, this.dependents);
  }

  /** The grouping of cards whose rows are components. */
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

  /** Null if no grouping keeps applications together. */
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

  /** The levels that a user can ask for. */
  get levels(): PictureLevel[] {
    const components: PictureLevel[] = this.count <= EVERY_COMPONENT_UP_TO ? ['components'] : [];
    return [...components, 'cards', ...(this.groups === null || this.applications < 2 ? [] : ['groups' as const])];
  }

  private get applications(): number {
    return this.cardsBy('application').cards.length;
  }

  private cardsBy(by: GroupedBy): CardContents {
    return worked(this.ofComponents.get(by));
  }

  private groupsBy(by: Outer): CardContents {
    return worked(this.ofApplications.get(by));
  }

  private groupsOf(by: GroupedBy): Groups {
    return worked(this.grouped.get(by));
  }

  /** Components of one application can be in several zones. */
  private keepsApplicationsTogether({ grouping }: CardContents): boolean {
    if (grouping !== 'hosting-zone') return true;
    const { ofNode } = this.groupsOf('hosting-zone');
    return this.cardsBy('application').cards.every(({ nodes }) => nodes.every((node) => ofNode[node] === ofNode[nodes[0] ?? -1]));
  }
}

function worked<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This grouping was not prepared.');
  return value;
}

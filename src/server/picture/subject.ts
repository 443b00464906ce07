/** What a picture is about: the components that match the filters, and what may be shown of them. */
import type { PictureInput, PictureLevel } from '@/contract/picture';
import { CARD_GROUPINGS, CARDS_UP_TO, EVERY_COMPONENT_UP_TO } from '@/contract/values/picture';
import type { DomainRule } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { Steps } from '@/plain/steps';
import type { LiveStates } from '@/server/health/liveStates';
import { cardsOf, componentMembers, dependents, type CardContents, type CardGrouping, type Member } from './cardContents';
import { groupNodes } from './landscapeGroups';
import { select, startsOf, type Selection } from './landscapeSelection';

export class Subject {
  readonly open: ReadonlySet<string>;
  private grouped: CardContents | null = null;
  private allMembers: Member[] | null = null;

  private constructor(
    readonly graph: Landscape,
    readonly input: PictureInput,
    readonly selection: Selection,
    readonly dependents: Int32Array,
    /** What the question is around. */
    readonly starts: readonly number[],
    readonly domains: DomainRule,
  ) {
    this.open = new Set(input.open);
  }

  /** Reads the graph in steps, and so do the answers of its methods: use both within one question. */
  static *inSteps(graph: Landscape, live: LiveStates, input: PictureInput, domains: DomainRule): Steps<Subject> {
    const { filters, question, grouping } = input;
    const focus = question === null ? undefined : { ids: question.around, hops: question.hops };
    const selection = select(graph, live, filters, focus, grouping ?? undefined, domains, Infinity);
    yield;
    const starts = question === null ? [] : startsOf(graph, question.around, grouping ?? 'application', domains);
    return new Subject(graph, input, selection, yield* dependents(graph, selection), starts, domains);
  }

  /** How many hops around the starts are shown in columns; 0 for a picture of everything that is selected. */
  get hops(): number {
    return this.starts.length === 0 ? 0 : (this.input.question?.hops ?? 0);
  }

  get count(): number {
    return this.selection.nodes.length;
  }

  /** In order. */
  get members(): Member[] {
    return (this.allMembers ??= componentMembers(this.graph, this.selection.nodes, this.dependents));
  }

  /** The grouping of cards; null if they cannot be grouped as requested, because a component may be in several groups. */
  private get cardGrouping(): CardGrouping | null {
    const { grouping } = this.input;
    if (grouping === null || grouping === 'none') return 'application';
    return CARD_GROUPINGS.find((one) => one === grouping) ?? null;
  }

  /** Null if there are too many components for cards. */
  get cards(): CardContents | null {
    const { cardGrouping: by, graph, selection } = this;
    if (by === null || this.count > CARDS_UP_TO) return null;
    this.grouped ??= cardsOf(graph, selection, groupNodes(graph, by, this.domains, selection.nodes), by, this.dependents);
    return this.grouped;
  }

  /** The levels that a user can ask for. */
  get levels(): PictureLevel[] {
    if (this.hops > 0) return [];
    return [
      ...(this.count <= EVERY_COMPONENT_UP_TO ? ['components' as const] : []),
      ...(this.cards === null ? [] : ['cards' as const]),
      'map',
    ];
  }

  /** The requested level, if it is possible. */
  get level(): PictureLevel | null {
    const { level } = this.input;
    return level !== null && this.levels.includes(level) ? level : null;
  }
}

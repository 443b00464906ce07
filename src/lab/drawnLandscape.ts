/**
 * Reads the landscape as it is drawn, in pixels, and compares each statement with what REST tells: every end of a line, count, name and
 * membership. Shares no code with how pictures are made.
 */
import { drawnShapes, type DrawnShapes } from '@/canvas/model/drawnShapes';
import type { Box, CanvasNode, CanvasPicture, Point } from '@/canvas/model/picture';

/** As REST lists it. */
export interface KnownLandscape {
  components: readonly { id: string; name: string; applicationId: string; hostingZoneIds: readonly string[] }[];
  applications: readonly {
    id: string;
    name: string;
    ownerTeam: string | null;
    criticalityTier: string;
    lifecycleState: string;
    capabilityIds: readonly string[];
  }[];
  dependencies: readonly { id: string; sourceComponentId: string; targetComponentId: string }[];
  capabilities: readonly { id: string; name: string; parentId: string | null }[];
  hostingZones: readonly { id: string; name: string }[];
  /** The components that are worse than Healthy, with their states. */
  affected: ReadonlyMap<string, string>;
}

const EPSILON = 0.6;

/**
 * A sentence for each statement that does not hold; empty for a true picture. `grouping` is what the page says it is grouped by, `around` what it
 * says is in focus: ids of components and applications.
 */
export function falseStatements(drawn: CanvasPicture, known: KnownLandscape, grouping: string, around: readonly string[] = []): string[] {
  const groups = groupsOf(known, grouping);
  const reader = new Reader(drawn, known, ringsOf(known, around));
  return [...wrongGroups(reader, groups), ...wrongColumns(reader), ...wrongNames(reader), ...wrongStates(reader), ...wrongLines(reader)];
}

/** By the key of a group: its name and components. */
type Groups = Map<string, { name: string; components: Set<string> }>;

const NOWHERE = 'none';

function groupsOf({ components, applications, capabilities, hostingZones }: KnownLandscape, grouping: string): Groups {
  const groups: Groups = new Map();
  const application = new Map(applications.map((one) => [one.id, one]));
  const parents = new Map(capabilities.map(({ id, parentId }) => [id, parentId]));
  const names = new Map([...applications, ...capabilities, ...hostingZones].map(({ id, name }) => [id, name]));
  const topOf = (id: string): string => {
    const parent = parents.get(id) ?? null;
    return parent === null ? id : topOf(parent);
  };
  for (const component of components) {
    const own = application.get(component.applicationId);
    if (own === undefined) continue;
    const keys: Record<string, readonly string[]> = {
      application: [own.id],
      team: own.ownerTeam === null || own.ownerTeam === '' ? [] : [`team ${own.ownerTeam}`],
      tier: [own.criticalityTier],
      lifecycle: [own.lifecycleState],
      capability: own.capabilityIds,
      domain: own.capabilityIds.map(topOf),
      'hosting-zone': component.hostingZoneIds,
    };
    const found = new Set(keys[grouping] ?? []);
    for (const key of found.size === 0 ? [NOWHERE] : found) {
      const group = groups.get(key) ?? { name: names.get(key) ?? key.replace(/^team /, ''), components: new Set() };
      group.components.add(component.id);
      groups.set(key, group);
    }
  }
  return groups;
}

function holds(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - EPSILON &&
    inner.y >= outer.y - EPSILON &&
    inner.x + inner.width <= outer.x + outer.width + EPSILON &&
    inner.y + inner.height <= outer.y + outer.height + EPSILON
  );
}

/** What a person sees: cards with their title, what is in them, and what a line touches. */
class Reader {
  readonly cards: CanvasNode[];
  readonly rows: CanvasNode[];
  readonly shapes: DrawnShapes['shapes'];
  private readonly byId: Map<string, KnownLandscape['components'][number]>;

  readonly headings: CanvasNode[];

  constructor(
    readonly drawn: CanvasPicture,
    readonly known: KnownLandscape,
    private readonly rings: (hop: number) => ReadonlySet<string>,
  ) {
    this.headings = drawn.nodes.filter(({ classes }) => classes.includes('heading'));
    this.cards = drawn.nodes.filter(({ layer }) => layer === 'card' || layer === 'frame');
    this.rows = drawn.nodes.filter(({ layer, classes }) => layer === 'row' && !classes.includes('share') && !classes.includes('heading'));
    this.shapes = drawnShapes(drawn).shapes;
    this.byId = new Map(known.components.map((one) => [one.id, one]));
  }

  titleOf(card: CanvasNode): CanvasNode | undefined {
    return this.drawn.nodes.find(({ layer, chooses }) => layer === 'title' && chooses === card.id);
  }

  /** The heading above a card, and what it says: negative for what depends on the thing in focus. */
  headingOf(card: CanvasNode): CanvasNode | undefined {
    const above = this.headings.filter(({ box }) => Math.abs(box.x - card.box.x) < EPSILON && box.y < card.box.y);
    return above.sort((a, b) => b.box.y - a.box.y)[0];
  }

  ringOf(heading: CanvasNode): ReadonlySet<string> {
    const hops = numbersIn(heading.label)[0] ?? 0;
    return this.rings(heading.label.startsWith('Depends on it') ? -hops : hops);
  }

  /** Every component that somebody takes a card to hold, drawn or not. */
  componentsIn(card: CanvasNode): string[] {
    const heading = this.headingOf(card);
    const { components } = this.known;
    if (heading === undefined)
      return components
        .filter((one) => one.applicationId === card.id || teamOf(this.known, one.applicationId) === card.id)
        .map(({ id }) => id);
    const ring = this.ringOf(heading);
    const application = card.id.split(' ')[1] ?? '';
    const inColumn = this.cards.filter((other) => this.headingOf(other) === heading).map(({ id }) => id.split(' ')[1]);
    const isFolded = card.id.startsWith('column');
    const isIn = isFolded ? (id: string) => !inColumn.includes(id) : (id: string) => id === application;
    return components.filter(({ id, applicationId }) => ring.has(id) && isIn(applicationId)).map(({ id }) => id);
  }

  rowsIn(card: CanvasNode): CanvasNode[] {
    return this.rows.filter(({ box }) => holds(card.box, box));
  }

  /** The components that a row stands for, as far as it says which; null for “12 more” and stacks, which only say how many. */
  componentsOf(row: CanvasNode): string[] | null {
    const id = row.id.split(' in ')[0] ?? '';
    if (this.byId.has(id)) return [id];
    const own = this.known.components.filter(({ applicationId }) => applicationId === id).map((one) => one.id);
    return own.length > 0 && !row.classes.includes('more') ? own : null;
  }

  /** The row, box or title whose border, or whose card's border beside it, an end of a line touches. */
  touched(at: Point): CanvasNode[] {
    const beside = (box: Box): boolean => at.y >= box.y - EPSILON && at.y <= box.y + box.height + EPSILON;
    const onSide = ({ x, width }: Box): boolean => Math.abs(at.x - x) < EPSILON || Math.abs(at.x - x - width) < EPSILON;
    const onBorder = (box: Box): boolean =>
      (beside(box) && onSide(box)) ||
      (at.x >= box.x - EPSILON &&
        at.x <= box.x + box.width + EPSILON &&
        (Math.abs(at.y - box.y) < EPSILON || Math.abs(at.y - box.y - box.height) < EPSILON));
    const boxes = this.rows.filter(({ box, classes }) => classes.includes('box') && onBorder(box));
    const inCards = this.cards.flatMap((card) => {
      if (!beside(card.box) || ![card, ...this.rowsIn(card)].some(({ box }) => onSide(box))) return [];
      const title = this.titleOf(card);
      const inside = [...(title === undefined ? [] : [title]), ...this.rowsIn(card).filter(({ classes }) => !classes.includes('box'))];
      return inside.filter(({ box }) => beside(box));
    });
    return [...boxes, ...inCards];
  }
}

function wrongGroups(reader: Reader, groups: Groups): string[] {
  const problems: string[] = [];
  const isMap = reader.cards.some(({ classes }) => classes.includes('group'));
  for (const card of reader.cards) {
    const title = reader.titleOf(card);
    const group = groups.get(card.id);
    if (title === undefined) problems.push(`a card has no title`);
    if (group === undefined || title === undefined) continue;
    if (group.name !== title.label && card.id !== NOWHERE && !isNameOfValue(card.id))
      problems.push(`${title.label} is called ${group.name}`);
    const numbers = numbersIn(title.aside ?? '');
    const said = numbers.at(-1);
    if (said !== group.components.size) problems.push(`${title.label} says ${String(said)}, and ${group.components.size} are in it`);
    const affected = [...group.components].filter((id) => reader.known.affected.has(id)).length;
    if (!isMap && numbers.length === 2 ? numbers[0] !== affected : !isMap && affected > 0)
      problems.push(`${title.label} says ${title.aside ?? 'nothing'}, and ${affected} are affected`);
    problems.push(...wrongRows(reader, card, title.label, group.components, isMap));
  }
  if (reader.cards.length > 0 && reader.headings.length === 0)
    for (const [key, { name }] of groups) if (!reader.cards.some(({ id }) => id === key)) problems.push(`${name} is not drawn`);
  return problems;
}

/** What is under a heading is as far away as it says, and as many as it says. */
function wrongColumns(reader: Reader): string[] {
  return reader.headings.flatMap((heading) => {
    const ring = reader.ringOf(heading);
    const problems: string[] = [];
    const said = numbersIn(heading.aside ?? '')[0] ?? 0;
    if (said !== ring.size) problems.push(`“${heading.label}” says ${said}, and there are ${ring.size}`);
    let shown = 0;
    for (const card of reader.cards.filter((one) => reader.headingOf(one) === heading)) {
      const count = numbersIn(reader.titleOf(card)?.aside ?? '').at(-1) ?? 0;
      if (count !== reader.componentsIn(card).length)
        problems.push(`${reader.titleOf(card)?.label ?? ''} says ${count} under “${heading.label}”`);
      shown += count;
      for (const row of reader.rowsIn(card))
        for (const id of reader.componentsOf(row) ?? []) if (!ring.has(id)) problems.push(`${row.label} is not under “${heading.label}”`);
    }
    return shown === ring.size ? problems : [...problems, `“${heading.label}” shows ${shown} of ${ring.size}`];
  });
}

/** By the number of hops, negative for what depends on it: what is that far from something, and not nearer on that side. */
function ringsOf({ components, dependencies }: KnownLandscape, around: readonly string[]): (hop: number) => ReadonlySet<string> {
  const starts = new Set(
    components.filter(({ id, applicationId }) => around.includes(id) || around.includes(applicationId)).map(({ id }) => id),
  );
  return (hop) => {
    let ring: ReadonlySet<string> = starts;
    const seen = new Set(starts);
    for (let step = 0; step < Math.abs(hop); step++) {
      const next = new Set<string>();
      for (const { sourceComponentId, targetComponentId } of dependencies) {
        const [near, far] = hop > 0 ? [sourceComponentId, targetComponentId] : [targetComponentId, sourceComponentId];
        if (ring.has(near) && !seen.has(far)) next.add(far);
      }
      for (const id of next) seen.add(id);
      ring = next;
    }
    return ring;
  };
}

function wrongRows(reader: Reader, card: CanvasNode, title: string, members: ReadonlySet<string>, isMap: boolean): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  let counted = 0;
  for (const row of reader.rowsIn(card)) {
    const own = reader.componentsOf(row);
    if (own === null) {
      counted += numbersIn(row.label + (row.aside ?? ''))[0] ?? 0;
      continue;
    }
    const inGroup = own.filter((id) => members.has(id));
    if (inGroup.length === 0) problems.push(`${row.label} is not in ${title}`);
    for (const id of inGroup) seen.add(id);
  }
  const shown = seen.size + counted;
  if (reader.rowsIn(card).length > 0 && shown !== members.size)
    problems.push(`${title} shows ${shown} of ${members.size}${isMap ? ' on a map' : ''}`);
  return problems;
}

/** Tiers and lifecycle states are shown in words. */
function isNameOfValue(key: string): boolean {
  return /^[A-Z][A-Za-z]+$/.test(key);
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
}

/** A row or box says its state if that is worse than Healthy, and nothing if it is not. A cause is called one. */
function wrongStates({ rows, known }: Reader): string[] {
  const ids = new Set(known.components.map(({ id }) => id));
  return rows.flatMap(({ id, label, aside = '', classes }) => {
    if (!ids.has(id) || classes.includes('cell')) return [];
    const state = known.affected.get(id) ?? '';
    return aside === state || (aside === 'Cause' && state !== '') ? [] : [`${label} says “${aside}”, and is “${state}”`];
  });
}

function wrongNames({ rows, known }: Reader): string[] {
  const names = new Map([...known.components, ...known.applications].map(({ id, name }) => [id, name]));
  return rows.flatMap((row) => {
    const name = names.get(row.id.split(' in ')[0] ?? '');
    return name === undefined || row.label === '' || row.classes.includes('more') || row.label === name
      ? []
      : [`${row.label} is called ${name}`];
  });
}

/** Each line says how many dependencies there are between what it touches: a row, a title with everything in its card, or “12 more”. */
function wrongLines(reader: Reader): string[] {
  const problems: string[] = [];
  for (const line of reader.drawn.lines) {
    const shape = reader.shapes.get(line.id);
    const [from, to] = [shape?.from, shape?.to].map((at) => (at === undefined ? null : (reader.touched(at)[0] ?? null)));
    if (from == null || to == null) {
      problems.push(`a line from ${line.from} to ${line.to} touches nothing`);
      continue;
    }
    const said = line.label === undefined ? 1 : (numbersIn(line.label)[0] ?? 0);
    const [sources, targets] = [standsFor(reader, from), standsFor(reader, to)];
    const between = reader.known.dependencies.filter(
      ({ sourceComponentId, targetComponentId }) => sources.ids.has(sourceComponentId) && targets.ids.has(targetComponentId),
    ).length;
    const isWrong = sources.isExact && targets.isExact ? between !== said : between < said;
    if (isWrong) problems.push(`a line says ${said} from ${from.label} to ${to.label}, and there are ${between}`);
  }
  return problems;
}

/** What somebody who sees a line end there takes it to be about. A stack does not say which components it stands for. */
function standsFor(reader: Reader, end: CanvasNode): { ids: ReadonlySet<string>; isExact: boolean } {
  const own = end.layer === 'title' ? null : reader.componentsOf(end);
  if (own !== null) return { ids: new Set(own), isExact: true };
  const card = reader.cards.find(({ box }) => holds(box, end.box));
  const { known } = reader;
  const inCard = card === undefined ? known.components.map(({ id }) => id) : reader.componentsIn(card);
  if (end.layer === 'title') return { ids: new Set(inCard), isExact: true };
  const rows = card === undefined ? reader.rows : reader.rowsIn(card);
  const shown = new Set(rows.flatMap((row) => reader.componentsOf(row) ?? []));
  return { ids: new Set(inCard.filter((id) => !shown.has(id))), isExact: !end.classes.includes('stack') };
}

function teamOf({ applications }: KnownLandscape, application: string): string {
  const team = applications.find(({ id }) => id === application)?.ownerTeam ?? '';
  return team === '' ? NOWHERE : `team ${team}`;
}

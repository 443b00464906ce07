/**
 * Reads the landscape as it is drawn, in pixels, and compares each statement with what REST tells: every end of a line, count, name and
 * membership. Shares no code with how pictures are made.
 */
import type { Box, CanvasLine, CanvasNode, CanvasPicture, Point } from '@/canvas/model/picture';

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

/** A sentence for each statement that does not hold; empty for a true picture. `grouping` is what the page says it is grouped by. */
export function falseStatements(drawn: CanvasPicture, known: KnownLandscape, grouping: string): string[] {
  const groups = groupsOf(known, grouping);
  const reader = new Reader(drawn, known);
  return [...wrongGroups(reader, groups), ...wrongNames(reader), ...wrongStates(reader), ...wrongLines(reader)];
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
  private readonly byId: Map<string, KnownLandscape['components'][number]>;

  constructor(
    readonly drawn: CanvasPicture,
    readonly known: KnownLandscape,
  ) {
    this.cards = drawn.nodes.filter(({ layer }) => layer === 'card' || layer === 'frame');
    this.rows = drawn.nodes.filter(({ layer, classes }) => layer === 'row' && !classes.includes('share'));
    this.byId = new Map(known.components.map((one) => [one.id, one]));
  }

  titleOf(card: CanvasNode): CanvasNode | undefined {
    return this.drawn.nodes.find(({ layer, chooses }) => layer === 'title' && chooses === card.id);
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
      if (!onSide(card.box) || !beside(card.box)) return [];
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
  if (reader.cards.length > 0)
    for (const [key, { name }] of groups) if (!reader.cards.some(({ id }) => id === key)) problems.push(`${name} is not drawn`);
  return problems;
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
  return [...text.matchAll(/[\d,]+/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
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

/** Each line says how many dependencies there are between what it touches, and several never end beside a single row. */
function wrongLines(reader: Reader): string[] {
  const problems: string[] = [];
  for (const line of reader.drawn.lines) {
    const [from, to] = [endOf(reader, line, 0), endOf(reader, line, -1)];
    if (from === null || to === null) {
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
    if (said > 1 && [from, to].some(({ classes }) => classes.includes('row') || classes.includes('more')))
      problems.push(`${said} dependencies end beside ${from.label} or ${to.label}`);
  }
  return problems;
}

function endOf(reader: Reader, { points }: CanvasLine, place: 0 | -1): CanvasNode | null {
  const at = points.at(place);
  return (at === undefined ? undefined : reader.touched(at)[0]) ?? null;
}

/** What somebody who sees a line end there takes it to be about. A stack does not say which components it stands for. */
function standsFor(reader: Reader, end: CanvasNode): { ids: ReadonlySet<string>; isExact: boolean } {
  const own = end.layer === 'title' ? null : reader.componentsOf(end);
  if (own !== null) return { ids: new Set(own), isExact: true };
  const card = reader.cards.find(({ box }) => holds(box, end.box));
  const { known } = reader;
  const isIn = ({ applicationId }: KnownLandscape['components'][number]): boolean =>
    card === undefined || applicationId === card.id || teamOf(known, applicationId) === card.id;
  const inCard = known.components.filter(isIn).map(({ id }) => id);
  if (end.layer === 'title') return { ids: new Set(inCard), isExact: true };
  const rows = card === undefined ? reader.rows : reader.rowsIn(card);
  const shown = new Set(rows.flatMap((row) => reader.componentsOf(row) ?? []));
  return { ids: new Set(inCard.filter((id) => !shown.has(id))), isExact: !end.classes.includes('stack') };
}

function teamOf({ applications }: KnownLandscape, application: string): string {
  const team = applications.find(({ id }) => id === application)?.ownerTeam ?? '';
  return team === '' ? NOWHERE : `team ${team}`;
}

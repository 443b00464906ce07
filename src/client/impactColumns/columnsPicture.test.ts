/** What is true of the picture of any answer in any window, with the demo as an example. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Box, CanvasPicture, Point } from '@/canvas/model/picture';
import { roomIn } from '@/canvas/camera/viewport';
import { letterNode } from '@/canvas/model/lettering';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { ColumnPart, ImpactColumns, LiveColumns } from '@/contract/impactColumns';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { COMPONENT_KINDS, CRITICALITY_TIERS, HEALTH_STATES, type Direction, type EntityKind } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { randomRuns } from '@/test/randomRuns';
import { impactBands } from './impactBands';
import { columnsHighlight } from './columnsHighlight';
import { columnsLook } from './columnsLook';
import { columnsPicture } from './columnsPicture';
import { connectedTo, itemOfStop, MOST_LINES, pathLines } from './linesBetween';
import { MOST_CARDS, placeBands, type PlacedBands } from './placeBands';
import { finish } from '@/plain/steps';

const PALETTE = paletteOf('light');
const LEAST_TEXT = 11;
const NOTHING_FAILS = { failingNow: new Set<string>() };

const place = (answer: ImpactColumns | LiveColumns, window: { width: number; height: number }): PlacedBands =>
  placeBands((cardBands) => impactBands(answer, NOTHING_FAILS, cardBands), window);

const name = fc.oneof(
  fc.constantFrom('Checkout', 'Web', 'Product catalogue service', 'payment-gateway-adapter-for-the-european-market', 'A', 'Order to cash'),
  fc.string({ maxLength: 60 }).map((text) => `n${text}`),
);
const state = fc.constantFrom(...HEALTH_STATES);
const die = (sides: number) => fc.noBias(fc.nat(sides - 1));
const many = <Value>(value: fc.Arbitrary<Value>, most: number) => fc.noBias(fc.array(value, { maxLength: most, size: 'max' }));

const rawAnswer = fc.record({
  direction: fc.constantFrom<Direction>('downstream', 'downstream', 'upstream'),
  causes: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 24 })),
  causeRows: fc.nat(12),
  causeName: name,
  cards: many(
    fc.record({
      name,
      state,
      depth: die(9),
      rows: die(13),
      further: die(4),
      reached: die(3),
      extra: fc.oneof(fc.constant(0), fc.nat(10_000)),
    }),
    40,
  ),
  groups: fc
    .oneof(fc.constant(0), fc.constant(60))
    .chain((most) => many(fc.record({ name, state, applications: fc.nat(90), hit: fc.nat(30), perHour: fc.nat(9_000_000) }), most)),
  isOneApplication: fc.boolean(),
  others: fc.oneof(
    fc.constant({ applications: 0, components: 0 }),
    fc.record({ applications: fc.integer({ min: 1, max: 9_000 }), components: fc.integer({ min: 1, max: 10_000 }) }),
  ),
  capabilities: many(fc.record({ name, state, parent: fc.option(die(24)) }), 24),
  processes: many(fc.record({ name, state }), 24),
  audiences: many(fc.record({ name, state, people: fc.option(fc.nat(9_000_000)), perHour: fc.option(fc.nat(9_000_000)) }), 24),
  grounds: many(fc.record({ name, state, kind: fc.constantFrom('hosting-zone' as const, 'technology' as const, 'dataset' as const) }), 12),
  links: many(fc.tuple(die(90), die(90), die(40)), 300),
});

/** Ids say what they name, so that a failing case is readable. */
function answerOf(raw: typeof rawAnswer extends fc.Arbitrary<infer Value> ? Value : never): ImpactColumns {
  const isUpstream = raw.direction === 'upstream';
  const named = (id: string, title: string) => ({ id, technicalName: id, name: title });
  const row = (id: string, title: string, depth: number, at: number) => ({
    ...named(id, title),
    kind: COMPONENT_KINDS[at % COMPONENT_KINDS.length]!,
    depth,
    state: HEALTH_STATES[at % 4]!,
  });
  const causes = Array.from({ length: isUpstream ? 1 : raw.causes }, (_, at) => ({
    ...named(`cause ${at}`, raw.causeName),
    kind: 'component' as const,
    state: HEALTH_STATES[3 - (at % 3)]!,
    componentKind: 'Database' as const,
    applicationName: raw.causeName,
    rows: raw.causes === 1 ? Array.from({ length: raw.causeRows }, (_unused, index) => row(`part ${index}`, raw.causeName, 0, index)) : [],
    componentCount: raw.causeRows,
  }));
  const partOf = (at: number, title: string, depth: number, isAffected: boolean, count: number, extra: number): ColumnPart => ({
    id: `card ${at} ${depth}${isAffected ? '' : ' reached'}`,
    depth,
    isAffected,
    componentCount: count + extra,
    rows: Array.from({ length: count }, (_unused, index) => ({
      ...row(`row ${at}.${depth}.${Number(isAffected)}.${index}`, title, depth, index),
      state: isAffected ? HEALTH_STATES[1 + (index % 3)]! : 'Healthy',
    })),
  });
  const isGrouped = raw.groups.length > 0;
  const cards = (isGrouped ? [] : raw.cards).map(({ name: title, state: own, depth: nearest, rows, further, reached, extra }, at) => {
    const depth = isUpstream ? nearest + 1 : nearest;
    const parts = [
      partOf(at, title, depth, true, Math.max(1, rows), rows === 12 ? extra : 0),
      ...(further > 0 ? [partOf(at, title, depth + further, true, further, 0)] : []),
      ...(reached > 0 ? [partOf(at, title, depth + 1, false, reached, 0)] : []),
    ];
    return {
      ...named(`card ${at}`, title),
      criticalityTier: CRITICALITY_TIERS[0]!,
      ownerTeam: null,
      depth,
      state: own,
      componentCount: parts.reduce((sum, { componentCount }) => sum + componentCount, 0),
      exposure: null,
      parts,
      leadsTo: [at % 5],
    };
  });
  const groups = raw.groups.map(({ name: title, state: own, applications, hit, perHour }, at) => ({
    key: `${title} ${at}`,
    name: at === 0 ? null : title,
    state: own,
    applications: { Outage: applications, Degraded: hit, Warning: 1, Healthy: 2 },
    applicationCount: applications + hit + 30,
    components: { Outage: 2 * applications, Degraded: hit, Warning: 1, Healthy: 0 },
    exposure: { perHour, expectedPerHour: perHour / 2 },
    leadsTo: [at % 7],
  }));
  const capabilities = isUpstream
    ? []
    : raw.capabilities.map(({ name: title, state: own, parent }, at) => ({
        ...named(`capability ${at}`, title),
        state: own,
        parentId: parent === null || parent >= at ? null : `capability ${parent}`,
      }));
  const processes = isUpstream
    ? []
    : raw.processes.map(({ name: title, state: own }, at) => ({ ...named(`process ${at}`, title), state: own }));
  const audiences = isUpstream
    ? []
    : raw.audiences.map(({ name: title, state: own, people, perHour }, at) => ({
        ...named(`audience ${at}`, title),
        state: own,
        audienceType: 'Customers' as const,
        people,
        exposure: perHour === null ? null : { perHour, expectedPerHour: perHour / 2 },
      }));
  const ids = [...causes, ...cards.flatMap(({ parts }) => parts), ...capabilities, ...processes, ...audiences].map(({ id }) => id);
  return {
    direction: raw.direction,
    causes,
    causesOmitted: 0,
    cards,
    others: raw.cards.length === 0 ? { applications: 0, components: 0 } : raw.others,
    isOneApplication: raw.isOneApplication && !isGrouped,
    groupedBy: isGrouped ? 'team' : null,
    groups,
    groupsOmitted: 0,
    group: null,
    groupName: null,
    affectedApplications: cards.length,
    totals: { components: 0, applications: 0, capabilities: 0, audiences: 0, people: 0, exposure: null },
    capabilities,
    processes,
    audiences,
    omitted: { capabilities: 0, processes: 0, audiences: 0 },
    links: raw.links.map(([from, to, count]) => ({
      from: ids[from % ids.length]!,
      to: ids[to % ids.length]!,
      count: count + 1,
      fromRow: null,
      toRow: null,
    })),
    grounds: isUpstream
      ? raw.grounds.map(({ name: title, state: own, kind }, at) => ({ ...named(`ground ${at}`, title), state: own, kind }))
      : [],
    groundsOmitted: 0,
    currency: 'EUR',
    landscapeVersion: 1,
  };
}

const answers = rawAnswer.map(answerOf);
const windows = fc.oneof(
  fc.constantFrom({ width: 820, height: 690 }, { width: 1_170, height: 700 }, { width: 390, height: 640 }, { width: 390, height: 844 }),
  fc.record({ width: fc.integer({ min: 320, max: 2_600 }), height: fc.integer({ min: 420, max: 1_600 }) }),
  fc.record({ width: fc.integer({ min: 600, max: 2_600 }), height: fc.integer({ min: 240, max: 420 }) }),
);

function overlaps(a: Box, b: Box): boolean {
  const noise = 0.01;
  return a.x + noise < b.x + b.width && b.x + noise < a.x + a.width && a.y + noise < b.y + b.height && b.y + noise < a.y + a.height;
}

function overlapping(nodes: CanvasPicture['nodes']): string[] {
  return nodes.flatMap((a, at) => nodes.slice(at + 1).flatMap((b) => (overlaps(a.box, b.box) ? [`${a.id} on ${b.id}`] : [])));
}

function isWithin(inner: Box, outer: Box): boolean {
  const noise = 0.01;
  return (
    inner.x >= outer.x - noise &&
    inner.y >= outer.y - noise &&
    inner.x + inner.width <= outer.x + outer.width + noise &&
    inner.y + inner.height <= outer.y + outer.height + noise
  );
}

/** Points along a line, close enough together that no card fits between two of them. */
function placesOn(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap((end, at) => {
    const start = points[at]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / 3));
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: start.x + ((end.x - start.x) * step) / steps,
      y: start.y + ((end.y - start.y) * step) / steps,
    }));
  });
}

/** Cards and headings that a line crosses without connecting them. */
function crossed({ items, headings }: PlacedBands, lines: CanvasPicture['lines']): string[] {
  const border = 0.5;
  return lines.flatMap(({ from, to, points }) => {
    const places = placesOn(points);
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const around = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const isCrossed = ({ x, y, width, height }: Box): boolean => {
      if (around.left >= x + width || around.right <= x || around.top >= y + height || around.bottom <= y) return false;
      return places.some((at) => at.x > x + border && at.x < x + width - border && at.y > y + border && at.y < y + height - border);
    };
    return [
      ...items.flatMap(({ item, box }) =>
        item.id !== from && item.id !== to && isCrossed(box) ? [`${from} > ${to} over ${item.id}`] : [],
      ),
      ...headings.flatMap(({ text, box }) => (isCrossed(box) ? [`${from} > ${to} over the heading ${text}`] : [])),
    ];
  });
}

describe('of any answer in any window', () => {
  test('the picture fits with every text of 11 px and more, and nothing overlaps', () => {
    fc.assert(
      fc.property(answers, windows, (answer, window) => {
        const placed = place(answer, window);
        const picture = columnsPicture(placed, PALETTE);
        const room = roomIn(window);
        expect(placed.size.width).toBeLessThanOrEqual(room.width);
        expect(placed.size.height).toBeLessThanOrEqual(room.height);
        const look = columnsLook(PALETTE);
        for (const node of picture.nodes) {
          if (node.label === '') continue;
          expect(look.node(node).size).toBeGreaterThanOrEqual(LEAST_TEXT);
          expect(letterNode(node, look.node(node)).lines.join('').length).toBeGreaterThan(0);
        }
        const cards = picture.nodes.filter(({ layer }) => layer === 'card');
        const solid = [...cards, ...picture.nodes.filter(({ classes }) => classes.includes('heading'))];
        expect(overlapping(solid)).toEqual([]);
        for (const { box } of picture.nodes) expect(isWithin(box, { x: 0, y: 0, ...placed.size })).toBe(true);
        const texts = picture.nodes.filter(({ label, layer }) => label !== '' && (layer === 'row' || layer === 'title'));
        expect(overlapping(texts)).toEqual([]);
        expect(new Set(picture.nodes.map(({ id }) => id)).size).toBe(picture.nodes.length);
      }),
      randomRuns(150),
    );
  });

  test('no more cards and lines than can be read, and no line over a card that it does not join', () => {
    fc.assert(
      fc.property(answers, windows, die(200), (answer, window, chosen) => {
        const placed = place(answer, window);
        const { lines } = columnsPicture(placed, PALETTE);
        const cards = placed.items.filter(({ item }) => ['card', 'component', 'group'].includes(item.kind));
        expect(cards.length).toBeLessThanOrEqual(window.width < 600 ? MOST_CARDS.narrow : MOST_CARDS.wide);
        expect(lines.length).toBeLessThanOrEqual(Math.max(MOST_LINES, placed.items.length));
        expect(crossed(placed, lines)).toEqual([]);
        const { item } = placed.items[chosen % placed.items.length]!;
        expect(crossed(placed, connectedTo(placed, item.id, true).lines)).toEqual([]);
      }),
      randomRuns(60),
    );
  });

  test('every component is in a row or counted, once', () => {
    fc.assert(
      fc.property(answers, windows, (answer, window) => {
        const { items, whole } = place(answer, window);
        const kinds = whole.bands.filter(({ heading }) => heading !== '').map(({ kind }) => kind);
        const numberIn = (title = ''): number => Number(title.split(' ')[0]?.replaceAll(',', '') ?? 0);
        const folded = (kind: string): number =>
          items
            .filter(({ item, band }) => item.kind === 'more' && item.id !== 'others' && kinds[band] === kind)
            .reduce((sum, { item }) => sum + numberIn(item.title), 0);
        const counted = items
          .filter(({ item }) => ['card', 'component', 'more'].includes(item.kind))
          .filter(({ band }) => kinds[band] === 'cards')
          .reduce((sum, { item }) => sum + item.rowCount, 0);
        const hasGroups = answer.groups.length > 0;
        // What is only reached is counted beside groups where there is room.
        if (!hasGroups)
          expect(counted).toBe(answer.cards.reduce((sum, { componentCount }) => sum + componentCount, answer.others.components));
        for (const { item, rows, hiddenRows, aside, moreHeight } of items) {
          if (item.kind !== 'card') continue;
          expect(rows.length + hiddenRows).toBe(item.rowCount);
          if (hiddenRows > 0) expect(moreHeight > 0 || aside === hiddenRows.toLocaleString('en')).toBe(true);
        }
        const told = (ids: readonly { id: string }[]): number => ids.filter(({ id }) => items.some(({ item }) => item.id === id)).length;
        expect(told([...answer.capabilities, ...answer.processes]) + folded('outcomes')).toBe(
          answer.capabilities.length + answer.processes.length,
        );
        expect(told(answer.audiences) + folded('audiences')).toBe(answer.audiences.length);
        expect(told(answer.causes) + folded('causes')).toBe(answer.causes.length);
        if (hasGroups) expect(items.filter(({ item }) => item.kind === 'group').length + folded('cards')).toBe(answer.groups.length);
      }),
      randomRuns(150),
    );
  });

  test('the path to any component is highlighted without crossing other cards', () => {
    fc.assert(
      fc.property(answers, windows, fc.array(die(24), { minLength: 1, maxLength: 6 }), (answer, window, way) => {
        fc.pre(answer.cards.length > 0);
        const placed = place(answer, window);
        const stops = [
          { componentId: 'cause 0', itemId: 'cause 0' },
          ...way.map((at) => ({
            componentId: answer.cards[at % answer.cards.length]!.parts[0]!.rows[0]!.id,
            itemId: `card ${at % answer.cards.length}`,
          })),
        ];
        expect(crossed(placed, pathLines(placed, stops))).toEqual([]);
        const lit = columnsHighlight(placed, stops.at(-1)!.componentId, stops);
        expect(lit).not.toBeNull();
        for (const stop of stops) expect(lit!.ids.has(itemOfStop(placed, stop)!.item.id)).toBe(true);
      }),
      randomRuns(60),
    );
  });
});

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));

function demo(entityType: EntityKind, technicalName: string, direction: Direction = 'downstream'): ImpactColumns {
  const columns = finish(
    blastColumns(
      graph,
      { entityType, entityId: technicalName, direction, requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null },
      true,
    ),
  );
  return { ...columns!, currency: 'EUR' };
}

const columns = (placed: PlacedBands): (string | string[])[][] =>
  placed.headings.map(({ text, box }) => [
    text,
    placed.items.filter((item) => item.box.x >= box.x && item.box.x < box.x + box.width).map(({ item }) => item.title),
  ]);

describe('the demo', () => {
  test('reads from the astronomy database to shoppers and money', () => {
    const placed = place(demo('component', 'astronomy-db'), { width: 1_170, height: 700 });
    expect(columns(placed)).toEqual([
      ['Fails', ['Astronomy database']],
      ['Affected: 1 hop', ['Catalogue', 'Fulfilment']],
      ['Affected: 2 hops', ['Storefront', 'Ordering']],
      ['Affected: 3 hops', ['Storefront, further']],
      ['Affected: 4 hops', ['Load test']],
      ['Capabilities and processes', ['Online sales', 'Place an order', 'Browse the catalogue', 'Fulfil an order', 'Order to cash']],
      ['Who it affects, and what it costs', ['Shoppers']],
    ]);
    const shoppers = placed.items.find(({ item }) => item.title === 'Shoppers');
    expect(shoppers?.facts.map(({ text }) => text)).toEqual(['€2,000/h', '240,000 people']);
  });

  test('leaves the border of each card visible around its filled rows, also where its corners are round', () => {
    const look = columnsLook(PALETTE);
    const { nodes } = columnsPicture(place(demo('component', 'astronomy-db'), { width: 1_170, height: 700 }), PALETTE);
    const filled = nodes.filter((node) => node.layer === 'row' && look.node(node).fill !== null);
    expect(filled.length).toBeGreaterThan(4);
    for (const { box: row } of filled) {
      const card = nodes.find(({ layer, box }) => layer === 'card' && isWithin(row, box))!;
      const { radius, strokeWidth } = look.node(card);
      const [left, below] = [row.x - card.box.x, card.box.y + card.box.height - row.y - row.height];
      expect(left).toBeGreaterThanOrEqual(strokeWidth);
      expect(Math.hypot(Math.max(0, radius - left), Math.max(0, radius - below))).toBeLessThanOrEqual(radius - strokeWidth);
    }
  });

  test('on a phone runs downwards, cause first', () => {
    const placed = place(demo('component', 'astronomy-db'), { width: 390, height: 640 });
    expect(placed.runsDown).toBe(true);
    expect(placed.items[0]?.item.title).toBe('Astronomy database');
    expect(placed.items.at(-1)?.item.title).toBe('Shoppers');
    expect(placed.headings.map(({ text }) => text).slice(0, 2)).toEqual(['Fails', 'Affected: 1 hop']);
  });

  test('upstream ends at what would fail, and shows its zone before that', () => {
    const placed = place(demo('component', 'astronomy-db', 'upstream'), { width: 820, height: 690 });
    const all = columns(placed);
    expect(all.map(([heading]) => heading)).toEqual(['Could be caused by', 'What would fail']);
    expect(all[0]?.[1]).toEqual(['Infrastructure and data']);
    expect(columnsPicture(placed, PALETTE).lines.every(({ to }) => to === demo('component', 'astronomy-db').causes[0]?.id)).toBe(true);
  });

  test('a zone comes first, and everything in it fails with it', () => {
    const placed = place(demo('hosting-zone', 'eu-central-a'), { width: 1_170, height: 700 });
    expect(placed.headings.slice(0, 2).map(({ text }) => text)).toEqual(['Fails', 'Runs in it']);
    expect(placed.items[0]?.facts.map(({ text }) => text)).toEqual(['Outage', 'Hosting zone', expect.stringMatching(/^\d+ components$/)]);
  });
});

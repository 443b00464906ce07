/**
 * What every picture guarantees: nothing overlaps, no line runs behind a card, all names are readable, and the counts are those of the
 * landscape.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { packPicture, unpackPicture } from '@/contract/values/packPicture';
import type { Picture, PictureInput } from '@/contract/picture';
import { CARDS_UP_TO, GROUPINGS, PICTURE_LEVELS } from '@/contract/values/picture';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { randomLandscape } from '@/lab/bench/graphRandom';
import type { LiveStates } from '@/server/health/liveStates';
import { readLandscape } from '@/test/graphFromManifest';
import { applicationId, componentId, sketchGraph } from '@/test/graphSketch';
import { pictureLandscape } from '@/test/pictureLandscapes';
import { problemsOf } from '@/test/pictureOracle';
import { randomRuns } from '@/test/randomRuns';
import { plainInput } from './keptPictures';
import { firstLegible } from './layout/firstLegible';
import { atOnce, makePicture } from './makePicture';
import { estimatedWidth } from '@/plain/estimatedWidth';
import { TITLE_FONT } from './nameLines';
import { finish } from '@/plain/steps';

// ELK has to be loaded, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const QUIET: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};
const WHOLE: PictureInput = { grouping: null, level: null, open: [], filters: {}, question: null, width: 1120, height: 640 };
const WINDOWS = [
  [1120, 640],
  [1280, 800],
  [320, 640],
] as const;

const graphOf = (facts: LandscapeFacts): LandscapeGraph => finish(new LandscapeGraphBuilder().addAll(facts).seal(1));

async function pictureOf(graph: LandscapeGraph, asked: Partial<PictureInput> = {}): Promise<Picture> {
  const input = plainInput({ ...WHOLE, ...asked });
  return (await makePicture({ graph, live: QUIET, input }, firstLegible, atOnce)).picture;
}

async function problems(graph: LandscapeGraph, asked: Partial<PictureInput> = {}): Promise<string[]> {
  const input = plainInput({ ...WHOLE, ...asked });
  return problemsOf(await pictureOf(graph, asked), input);
}

describe('every picture', () => {
  const facts = fc
    .record({
      components: fc.oneof(fc.integer({ min: 1, max: CARDS_UP_TO }), fc.noBias(fc.integer({ min: CARDS_UP_TO, max: 400 }))),
      density: fc.integer({ min: 0, max: 4 }),
      applications: fc.integer({ min: 1, max: 40 }),
      seed: fc.nat(),
    })
    .map(({ components, density, applications, seed }) => pictureLandscape(components, density * components, applications, seed));
  const inputs = fc.record({
    grouping: fc.constantFrom(null, null, ...GROUPINGS),
    level: fc.constantFrom(null, null, null, ...PICTURE_LEVELS),
    width: fc.integer({ min: 160, max: 2_000 }),
    height: fc.integer({ min: 160, max: 1_200 }),
  });

  it('is legible, free of overlaps and of lines behind cards, and adds up', async () => {
    await fc.assert(
      fc.asyncProperty(facts, inputs, fc.nat(), async (landscape, input, pick) => {
        const graph = graphOf(landscape);
        const closed = await pictureOf(graph, input);
        expect(problemsOf(closed, plainInput({ ...WHOLE, ...input }))).toEqual([]);
        // And again with some cards open.
        const things = [...closed.cards, ...closed.stacks].map(({ id }) => id);
        const open = things.filter((_, place) => (pick >> (place % 20)) % 2 === 1);
        const opened = await pictureOf(graph, { ...input, open });
        expect(problemsOf(opened, plainInput({ ...WHOLE, ...input, open }))).toEqual([]);
        expect(unpackPicture(packPicture(opened))).toEqual(opened);
      }),
      randomRuns(24),
    );
  });

  it('is the same for the same landscape, whatever the order in which it was read', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (landscape) => {
        const turned: LandscapeFacts = { ...landscape };
        for (const kind of Object.keys(landscape) as (keyof LandscapeFacts)[])
          Object.assign(turned, { [kind]: [...landscape[kind]].reverse() });
        expect(await pictureOf(graphOf(turned))).toEqual(await pictureOf(graphOf(landscape)));
      }),
      randomRuns(8),
    );
  });
});

describe('at first fit', () => {
  const landscapes: [string, () => LandscapeGraph][] = [
    ['the 33 components of the demo', () => graphOf(readLandscape('opentelemetry-demo'))],
    ['57 components of one application', () => graphOf(readLandscape('sentry-self-hosted'))],
    ['400 components', () => randomLandscape(400, 1_200, 0, 5).graph],
    ['1,000 components', () => randomLandscape(1_000, 3_000, 0, 5).graph],
    ['10,000 components', () => randomLandscape(10_000, 30_000, 0, 5).graph],
  ];
  it.each(landscapes)('%s can be read in every window', async (_name, make) => {
    const graph = make();
    for (const [width, height] of WINDOWS) expect(await problems(graph, { width, height })).toEqual([]);
  });

  it.each([
    [160, 160],
    [160, 8_000],
    [8_000, 160],
    [8_000, 8_000],
  ])('a window of %i by %i is enough for 1,000 components', async (width, height) => {
    expect(await problems(randomLandscape(1_000, 3_000, 0, 5).graph, { width, height })).toEqual([]);
  });

  it('the demo shows all its applications as cards with all their components, and every line', async () => {
    const { level, grouping, cards, omitted } = await pictureOf(graphOf(readLandscape('opentelemetry-demo')));
    expect([level, grouping, cards.length, omitted.components, omitted.lines]).toEqual(['cards', 'application', 7, 0, 0]);
  });

  it('a card with nearly everything in it is open, with similar components in stacks, until cards are requested', async () => {
    const graph = graphOf(readLandscape('sentry-self-hosted'));
    const { cards, boxes, stacks } = await pictureOf(graph);
    expect(cards.map(({ isOpen, count }) => [isOpen, count])).toEqual([[true, 57]]);
    expect(boxes.length + stacks.reduce((sum, { count }) => sum + count, 0)).toBe(57);
    expect(stacks.map(({ count }) => count).sort((a, b) => b - a)[0]).toBe(18);
    expect((await pictureOf(graph, { level: 'cards' })).cards.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  it('a stack opens into its boxes, which name the stack', async () => {
    const graph = graphOf(readLandscape('sentry-self-hosted'));
    const window = { width: 1920, height: 1120, level: 'cards' as const };
    const [card] = (await pictureOf(graph, window)).cards;
    const before = await pictureOf(graph, { ...window, open: [card!.id] });
    const [stack] = [...before.stacks].sort((a, b) => a.count - b.count);
    const after = await pictureOf(graph, { ...window, open: [card!.id, stack!.id] });
    expect(
      after.boxes
        .filter(({ stackId }) => stackId === stack!.id)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...stack!.memberIds].sort());
    expect(after.stacks.map(({ id }) => id)).not.toContain(stack!.id);
  });

  it('a stack opens within a card that opened automatically', async () => {
    const graph = graphOf(readLandscape('sentry-self-hosted'));
    const [stack] = [...(await pictureOf(graph)).stacks].sort((a, b) => a.count - b.count);
    const { cards, boxes } = await pictureOf(graph, { open: [stack!.id] });
    expect(cards.map(({ isOpen }) => isOpen)).toEqual([true]);
    expect(boxes.filter(({ stackId }) => stackId === stack!.id)).toHaveLength(stack!.count);
  });

  it('more than 60 components are a map by domain, or by team where few applications support a capability', async () => {
    const graph = randomLandscape(1_000, 3_000, 0, 5).graph;
    const map = await pictureOf(graph);
    expect([map.level, map.levels, map.lines]).toEqual(['map', ['map'], []]);
    expect(map.cards.every(({ kind }) => kind === map.grouping)).toBe(true);
    expect((await pictureOf(graph, { level: 'cards' })).level).toBe('map');
  });

  it('at 10,000 components at least 20 groups have their whole title and their count', async () => {
    const landscape = pictureLandscape(10_000, 30_000, 1_000, 5);
    landscape.applications.forEach((one, place) => (one.ownerTeam = `Order and payment team ${place % 50}`));
    const { cards, size } = await pictureOf(graphOf(landscape), { grouping: 'team' });
    expect(cards.length).toBeGreaterThanOrEqual(20);
    expect(size.height).toBeLessThanOrEqual(640);
    for (const { title, count, box } of cards) expect(estimatedWidth(`${title} ${count}`, TITLE_FONT) / 2, title).toBeLessThan(box.width);
  });
});

describe('the work on a large landscape', () => {
  it('is done in many steps, none of which visits everything', async () => {
    const { graph } = randomLandscape(20_000, 60_000, 0, 5);
    const { dependencies } = graph.edges;
    let read = 0;
    const starts = new Proxy(dependencies.starts, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    vi.spyOn(dependencies, 'starts', 'get').mockReturnValue(starts);
    const largest: number[] = [];
    await makePicture({ graph, live: QUIET, input: plainInput(WHOLE) }, firstLegible, async (work) => {
      const steps = work();
      let most = 0;
      for (;;) {
        read = 0;
        const { done, value } = steps.next();
        most = Math.max(most, read);
        if (done !== true) continue;
        largest.push(most);
        return value;
      }
    });
    expect(largest[0]).toBeGreaterThan(0);
    expect(largest[0]).toBeLessThan(20_000 / 4);
  });
});

describe('a map', () => {
  const graph = graphOf(pictureLandscape(400, 1_200, 40, 5));

  it('counts what is in several groups in each, and shows it there', async () => {
    const { cards, matching } = await pictureOf(
      sketchGraph({
        edges: ['shop.web -> shop.db'],
        alone: ['bank.core'],
        zones: { 'shop.web': ['eu.a', 'eu.b'], 'shop.db': ['eu.a'] },
      }),
      { grouping: 'hosting-zone' },
    );
    expect(matching.components).toBe(3);
    expect(cards.map(({ title, count, rows }) => [title, count, ...rows.map(({ name }) => name)])).toEqual([
      ['eu.a', 2, 'shop.db', 'shop.web'],
      ['eu.b', 1, 'shop.web'],
      ['No hosting zone', 1, 'bank.core'],
    ]);
    const [inA, inB] = cards.flatMap(({ rows }) => rows.filter(({ name }) => name === 'shop.web'));
    expect(inA?.of).toBe(inB?.of);
    expect(inA?.id).not.toBe(inB?.id);
  });

  it('names at most 150 cells where not all names fit, also of what has a cell in many groups', async () => {
    const zones = Array.from({ length: 20 }, (_, zone) => `eu.${zone}`);
    const alone = Array.from({ length: 100 }, (_, app) => `app${app}.web`);
    const everywhere = sketchGraph({ edges: [], alone, zones: Object.fromEntries(alone.map((one) => [one, zones])) });
    const { cards } = await pictureOf(everywhere, { grouping: 'hosting-zone', width: 1_600, height: 1_600 });
    const cells = cards.flatMap(({ rows }) => rows);
    expect(cells).toHaveLength(2_000);
    const named = cells.filter(({ isNamed }) => isNamed);
    expect(named.length).toBeLessThanOrEqual(150);
    // What is named in one zone is named in all.
    expect(new Set(named.map(({ of }) => of)).size * zones.length).toBe(named.length);
  });

  it('has applications as cells, or every component where that is requested', async () => {
    const kindsOf = async (asked: Partial<PictureInput>) =>
      new Set(
        (await pictureOf(graph, { grouping: 'tier', ...asked })).cards.flatMap(({ rows }) =>
          rows.map(({ kind }) => kind === 'Application'),
        ),
      );
    expect(await kindsOf({})).toEqual(new Set([true]));
    expect(await kindsOf({ level: 'components' })).toEqual(new Set([false]));
  });

  it('by application, has the components of each where all can be shown, and else the applications themselves', async () => {
    const byApplication = async (of: LandscapeGraph) => {
      const { grouping, cards } = await pictureOf(of, { grouping: 'application' });
      return [grouping, cards.length, new Set(cards.flatMap(({ rows }) => rows.map(({ kind }) => kind === 'Application')))];
    };
    expect(await byApplication(graph)).toEqual(['application', 40, new Set([false])]);
    expect(await byApplication(graphOf(pictureLandscape(401, 1_200, 40, 5)))).toEqual(['none', 1, new Set([true])]);
  });

  it('can be narrowed to a group, whatever the grouping', async () => {
    for (const grouping of ['team', 'tier', 'lifecycle', 'application'] as const) {
      const { cards } = await pictureOf(graph, { grouping });
      const { matching } = await pictureOf(graph, { question: { around: [cards[0]!.id], hops: 0 } });
      expect(matching.components, grouping).toBe(cards[0]!.count);
    }
  });

  it('keeps its groups in place when something fails', async () => {
    const input = plainInput({ ...WHOLE });
    const failing = { ...QUIET, impacted: new Map([...graph.nodes()].map((node) => [graph.components.idOf(node), 'Outage' as const])) };
    const after = await makePicture({ graph, live: failing, input }, firstLegible, atOnce);
    expect(after.picture).toEqual(await pictureOf(graph));
  });
});

describe('rows and cards', () => {
  const sketch = (): LandscapeGraph =>
    sketchGraph({ edges: ['a.x -> b.y', 'a.z -> b.y', 'a.z -> b.w Soft', 'c.u -> a.x', 'c.u -> b.w', 'c.u -> b.y Reads'], alone: ['a.q'] });

  it('are in the order of tier, dependents and technicalName', async () => {
    const { cards } = await pictureOf(sketch(), { level: 'cards' });
    expect(cards.map(({ title, rows }) => [title, ...rows.map(({ technicalName }) => technicalName)])).toEqual([
      ['b', 'b.y', 'b.w'],
      ['a', 'a.x', 'a.q', 'a.z'],
      ['c', 'c.u'],
    ]);
  });

  it('are joined by one line for each pair and direction, with its number and the style of the strongest dependency', async () => {
    const { lines } = await pictureOf(sketch(), { level: 'cards' });
    expect(lines.map(({ from, to, count, look }) => [from, to, count, look.mode, look.dependencyType])).toEqual([
      [applicationId('a'), applicationId('b'), 3, 'Hard', 'Calls'],
      [applicationId('c'), applicationId('b'), 2, 'Hard', 'Calls'],
      [applicationId('c'), applicationId('a'), 1, 'Hard', 'Calls'],
    ]);
  });

  it('keep their order and selection when a component is added', async () => {
    const landscape = readLandscape('opentelemetry-demo');
    const [first] = landscape.components;
    const more = { ...first!, id: 'ffffffff-0000-4000-8000-000000000001', technicalName: 'zz-new', name: 'New', ordinal: 999 };
    const before = await pictureOf(graphOf(landscape));
    const after = await pictureOf(graphOf({ ...landscape, components: [...landscape.components, more] }));
    const rowsOf = ({ cards }: Picture): string[] => cards.flatMap(({ rows }) => rows.map(({ technicalName }) => technicalName));
    expect(rowsOf(after).filter((name) => name !== 'zz-new')).toEqual(rowsOf(before));
    const columns = ({ cards }: Picture): Map<string, number> => new Map(cards.map(({ id, box }) => [id, box.x]));
    const [old, now] = [columns(before), columns(after)];
    expect([...old].filter(([id, x]) => Math.abs((now.get(id) ?? Infinity) - x) < 20).length).toBeGreaterThanOrEqual(5);
  });
});

describe('the question', () => {
  const asked: [string, () => LandscapeGraph, Partial<PictureInput>, (picture: Picture) => unknown, unknown][] = [
    ['nothing at all', () => sketchGraph({ edges: [] }), {}, ({ cards, boxes, lines }) => [cards, boxes, lines], [[], [], []]],
    ['one component', () => sketchGraph({ edges: [], alone: ['x'] }), {}, ({ level, boxes }) => [level, boxes.length], ['components', 1]],
    ['two components that depend on each other', () => sketchGraph({ edges: ['x -> y', 'y -> x'] }), {}, ({ lines }) => lines.length, 2],
    [
      'filters that nothing passes',
      () => sketchGraph({ edges: ['x -> y'] }),
      { filters: { kinds: ['Queue'] } },
      ({ cards, matching }) => [cards, matching.components],
      [[], 0],
    ],
    [
      '100 unknown things to open',
      () => sketchGraph({ edges: ['a.x -> b.y'] }),
      { open: Array.from({ length: 100 }, (_, place) => `nothing ${place}`) },
      ({ cards, boxes }) => [cards.length, boxes.length],
      [0, 2],
    ],
    [
      'the neighbours of nothing',
      () => sketchGraph({ edges: ['x -> y'] }),
      { question: { around: ['nowhere'], hops: 6 } },
      ({ matching }) => matching.components,
      0,
    ],
    [
      'the neighbours of a component, one hop away',
      () => sketchGraph({ edges: ['x -> y', 'y -> z', 'z -> w'] }),
      { question: { around: [componentId('y')], hops: 1 } },
      ({ matching }) => matching.components,
      3,
    ],
    [
      'every component, of 1,000',
      () => randomLandscape(1_000, 3_000, 0, 5).graph,
      { level: 'components' },
      ({ level, levels }) => [level, levels],
      ['map', ['map']],
    ],
    [
      'every component, of 400',
      () => randomLandscape(400, 1_200, 0, 5).graph,
      { level: 'components' },
      ({ level, cards }) => [level, cards.flatMap(({ rows }) => rows).length],
      ['map', 400],
    ],
  ];
  it.each(asked)('%s', async (_name, make, input, read, expected) => {
    const graph = make();
    expect(read(await pictureOf(graph, input))).toEqual(expected);
    expect(await problems(graph, input)).toEqual([]);
  });
});

/** Pictures of impact say nothing that is not so: those of whole landscapes of several sizes, and of random ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { columnsPicture } from '@/client/impactColumns/columnsPicture';
import { impactBands } from '@/client/impactColumns/impactBands';
import { placeBands } from '@/client/impactColumns/placeBands';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { Landscape } from '@/domain/graph/landscape/views';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { DIRECTIONS, type Direction, type EntityKind } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import { falseStatements } from './columnsOracle';
import { truthOf, type ColumnsTruth } from './columnsTruth';
import { landscapes, queryFor, questions } from './graphArbitrary';
import { readLandscape } from './graphFromManifest';
import { landscapeRead } from './landscapeRead';
import { pictureLandscape } from './pictureLandscapes';
import { randomRuns } from './randomRuns';

const PALETTE = paletteOf('light');
const WIDE = { width: 880, height: 690 };
const NARROW = { width: 390, height: 660 };
const UNLIMITED = { requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null };

type Question = Parameters<typeof blastColumns>[1];

function graphOf(facts: LandscapeFacts): Landscape {
  return finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
}

function drawn(
  graph: Landscape,
  facts: LandscapeFacts,
  question: Question,
  window: typeof WIDE,
  group?: string,
): { picture: CanvasPicture; truth: ColumnsTruth } {
  const answer = finish(blastRadius(graph, { ...question, componentLimit: null, canSeeRevenue: true, currency: 'EUR' }))!;
  const columns = finish(blastColumns(graph, question, true, group))!;
  const placed = placeBands((cardBands) => impactBands({ ...columns, currency: 'EUR' }, { failingNow: new Set() }, cardBands), window);
  return { picture: columnsPicture(placed, PALETTE), truth: truthOf(answer, landscapeRead(facts)) };
}

/** What is false in the pictures of some entities, with the question before each sentence. */
function falseIn(facts: LandscapeFacts, asked: readonly { kind: EntityKind; id: string }[]): string[] {
  const graph = graphOf(facts);
  return asked.flatMap(({ kind, id }) =>
    DIRECTIONS.flatMap((direction: Direction) =>
      [WIDE, NARROW].flatMap((window) => {
        const { picture, truth } = drawn(graph, facts, { entityType: kind, entityId: id, direction, ...UNLIMITED }, window);
        return falseStatements(picture, truth).map((problem) => `${kind} ${id} ${direction} ${window.width}: ${problem}`);
      }),
    ),
  );
}

const everyPart = (count: number, facts: LandscapeFacts): { kind: EntityKind; id: string }[] => {
  const all = [
    ...facts.hostingZones.map(({ id }) => ({ kind: 'hosting-zone' as const, id })),
    ...facts.technologies.map(({ id }) => ({ kind: 'technology' as const, id })),
    ...facts.applications.map(({ id }) => ({ kind: 'application' as const, id })),
    ...facts.capabilities.map(({ id }) => ({ kind: 'capability' as const, id })),
    ...facts.components.map(({ id }) => ({ kind: 'component' as const, id })),
  ];
  return all.filter((_, at) => at % Math.ceil(all.length / count) === 0);
};

test.each(['opentelemetry-demo', 'sentry-self-hosted'])('nothing false about anything that can fail in %s', (name) => {
  const facts = readLandscape(name);
  expect(falseIn(facts, everyPart(200, facts))).toEqual([]);
});

const LONG = { tags: ['long'] };

for (const [components, dependencies, applications, parts, details] of [
  [60, 130, 8, 60, {}],
  [60, 200, 1, 60, LONG],
  [60, 90, 40, 60, LONG],
  [400, 900, 60, 12, LONG],
  [1_000, 2_600, 150, 12, LONG],
  [10_000, 26_000, 1_200, 12, LONG],
] as const)
  test(`nothing false about ${components} components with ${dependencies} dependencies in ${applications} applications`, details, () => {
    const facts = pictureLandscape(components, dependencies, applications, 7);
    expect(falseIn(facts, everyPart(parts, facts))).toEqual([]);
  });

test('nothing false about the applications of one group', LONG, () => {
  const facts = pictureLandscape(1_000, 2_600, 150, 7);
  const graph = graphOf(facts);
  const question = {
    entityType: 'hosting-zone' as const,
    entityId: facts.hostingZones[0]!.id,
    direction: 'downstream' as const,
    ...UNLIMITED,
  };
  const { groups, groupedBy } = finish(blastColumns(graph, question, true))!;
  expect(groupedBy).toBe('team');
  for (const { key } of groups) {
    const { picture, truth } = drawn(graph, facts, question, WIDE, key);
    expect(falseStatements(picture, truth)).toEqual([]);
  }
});

test('nothing false about any question to any landscape', () => {
  fc.assert(
    fc.property(landscapes, questions, fc.constantFrom(WIDE, NARROW), (facts, asked, window) => {
      const question = queryFor(facts, asked);
      fc.pre(question !== null);
      const graph = graphOf(facts);
      const { componentLimit: _limit, canSeeRevenue: _revenue, ...rest } = question;
      const { picture, truth } = drawn(graph, facts, rest, window);
      expect(falseStatements(picture, truth)).toEqual([]);
    }),
    randomRuns(300),
  );
});

describe('a statement that is not so is found', () => {
  const facts = readLandscape('opentelemetry-demo');
  const graph = graphOf(facts);
  const { picture, truth } = drawn(
    graph,
    facts,
    { entityType: 'component', entityId: 'astronomy-db', direction: 'downstream', ...UNLIMITED },
    { width: 1_170, height: 700 },
  );
  const changed = (change: (node: CanvasNode) => CanvasNode): CanvasPicture => ({ ...picture, nodes: picture.nodes.map(change) });
  const isRow = ({ classes }: CanvasNode): boolean => classes.includes('row');

  test.each<[string, CanvasPicture, RegExp]>([
    [
      'a heading',
      changed((node) => (node.label === 'Affected: 2 hops' ? { ...node, label: 'Affected: 1 hop' } : node)),
      /below "Affected: 1 hop"/,
    ],
    ['a name', changed((node) => (isRow(node) ? { ...node, label: 'Elsewhere' } : node)), /is called Elsewhere/],
    ['a state', changed((node) => (isRow(node) ? { ...node, classes: ['row', 'state-Warning'] } : node)), /is Outage, not Warning/],
    [
      'a count',
      changed((node) => (isRow(node) && node.label === 'Recommendations' ? { ...node, layer: 'mark', classes: [] } : node)),
      /counts \d components of/,
    ],
    ['a missing line', { ...picture, lines: picture.lines.filter(({ to }) => to !== truth.applications.get(to)?.id) }, /has no line/],
    [
      'the end of a line',
      {
        ...picture,
        lines: picture.lines.map((line) => ({
          ...line,
          points: line.points.map((at, place) => (place === 0 ? at : { ...at, y: at.y + 19 })),
        })),
      },
      /no such dependency|neither beside/,
    ],
    ['people', changed((node) => ({ ...node, label: node.label.replace(/^[\d,]+ people$/, '7 people') })), /: 7 people, not/],
    ['money', changed((node) => ({ ...node, label: node.label.replace(/^€[\d,.]+\/h$/, '€7/h') })), /: €7\/h, not/],
    [
      'a capability that is neither there nor counted',
      { ...picture, nodes: picture.nodes.filter(({ id }) => id !== picture.nodes.find(({ classes }) => classes.includes('outcome'))?.id) },
      /shows and counts \d of/,
    ],
  ])('%s', (_what, wrong, problem) => {
    expect(falseStatements(picture, truth)).toEqual([]);
    expect(falseStatements(wrong, truth).join('\n')).toMatch(problem);
  });
});

test.each<[string, (node: CanvasNode) => CanvasNode, RegExp]>([
  [
    'share',
    (node) => ({ ...node, ...(node.aside === undefined ? {} : { aside: node.aside.replace(/^\d+ of/, '999 of') }) }),
    /says 999 of/,
  ],
  [
    'number of components',
    (node) => ({ ...node, label: node.label.replace(/, [\d,]+ components?$/, ', 7 components') }),
    /says .*, 7 components/,
  ],
  ['bar', (node) => (node.classes.includes('bar') ? { ...node, box: { ...node.box, width: 20 } } : node), /is 20 of/],
])('of a group, a %s that is not so is found', (_what, change, problem) => {
  const facts = pictureLandscape(400, 1_100, 100, 7);
  const graph = graphOf(facts);
  const question = {
    entityType: 'hosting-zone' as const,
    entityId: facts.hostingZones[0]!.id,
    direction: 'downstream' as const,
    ...UNLIMITED,
  };
  const { picture, truth } = drawn(graph, facts, question, { width: 1_170, height: 700 });
  expect(picture.nodes.some(({ classes }) => classes.includes('bar'))).toBe(true);
  expect(falseStatements(picture, truth)).toEqual([]);
  expect(falseStatements({ ...picture, nodes: picture.nodes.map(change) }, truth).join('\n')).toMatch(problem);
});

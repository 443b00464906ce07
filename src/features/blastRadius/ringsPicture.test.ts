import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { randomRuns } from '@/test/randomRuns';
import { passesThrough } from './aroundChips';
import { MOST_IN_RINGS, NAME_SIZE, ringsHighlight, ringsPicture } from './ringsPicture';

const PALETTE = paletteOf('light');
const WINDOW = { width: 846, height: 640 };

interface Reached {
  depth: number;
  application: number;
  from: number;
}

/** Each is reached from the start, or from a component listed before it. */
function answerOf(reached: readonly Reached[], omitted = 0): BlastRadiusAnswer {
  const components = reached.map(({ depth, application, from }, at) => ({
    id: `c${at}`,
    technicalName: `c${at}`,
    name: `Component ${at}`,
    kind: 'WebAPI' as const,
    applicationId: `a${application}`,
    isExternal: false,
    depth,
    expectedState: HEALTH_STATES[at % 4]!,
    via: { dependencyId: `d${at}`, componentId: at === 0 ? 'start' : `c${from % at}` },
  }));
  return {
    entity: { id: 'start', type: 'component', technicalName: 'start', name: 'Start' },
    direction: 'downstream',
    state: 'Outage',
    components,
    applications: [...new Set(components.map(({ applicationId }) => applicationId))].map((id) => ({ id, name: `Application ${id}` })),
    completeness: { componentsOmitted: omitted },
  } as unknown as BlastRadiusAnswer;
}

const number = fc.noBias(fc.nat(1_000));
const reached = fc.array(fc.record({ depth: fc.noBias(fc.integer({ min: 1, max: 5 })), application: fc.noBias(fc.nat(7)), from: number }), {
  maxLength: MOST_IN_RINGS,
  size: 'max',
});

describe('rings', () => {
  test('when shown, every name is readable, nothing overlaps, and nothing is missing', () => {
    fc.assert(
      fc.property(reached, (components) => {
        const picture = ringsPicture(answerOf(components), WINDOW, PALETTE);
        if (picture === null) return;
        const zoom = Math.min((WINDOW.width - 32) / picture.size.width, (WINDOW.height - 32) / picture.size.height);
        expect(NAME_SIZE * zoom).toBeGreaterThanOrEqual(11);
        expect(picture.nodes.filter(({ classes }) => classes.includes('component'))).toHaveLength(components.length);
        const chips = picture.nodes.filter(({ classes }) => !classes.includes('ring'));
        const overlapping = chips.flatMap(({ id, box: a }, at) =>
          chips
            .slice(at + 1)
            .flatMap(({ id: other, box: b }) =>
              a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height ? [`${id} on ${other}`] : [],
            ),
        );
        expect(overlapping).toEqual([]);
        const crossed = picture.lines.flatMap(({ id, from, to, points }) => {
          expect(points.length).toBeGreaterThanOrEqual(2);
          const others = chips.filter((chip) => chip.id !== from && chip.id !== to);
          return others
            .filter(({ box }) => points.slice(1).some((end, at) => passesThrough(points[at]!, end, box)))
            .map((chip) => `${id} over ${chip.id}`);
        });
        expect(crossed).toEqual([]);
      }),
      randomRuns(25),
    );
  });

  test('fit sixty components in six applications on a desktop screen', () => {
    const sixty = Array.from({ length: MOST_IN_RINGS }, (_, at) => ({ depth: 1 + (at % 4), application: at % 6, from: at }));
    expect(ringsPicture(answerOf(sixty), { width: 846, height: 640 }, PALETTE)).not.toBeNull();
  });

  test('are not shown if they would be too close together to tell apart', () => {
    const far = answerOf([1, 2, 3, 4].map((depth) => ({ depth, application: depth, from: depth - 1 })));
    expect(ringsPicture(far, WINDOW, PALETTE)).not.toBeNull();
    expect(ringsPicture(far, { width: 390, height: 600 }, PALETTE)).toBeNull();
  });

  test('are not shown for more than sixty components', () => {
    expect(ringsPicture(answerOf([{ depth: 1, application: 0, from: 0 }], MOST_IN_RINGS), WINDOW, PALETTE)).toBeNull();
  });

  test('surround one another, one ring for each hop', () => {
    const picture = ringsPicture(answerOf([1, 2, 3].map((depth) => ({ depth, application: depth, from: 0 }))), WINDOW, PALETTE)!;
    const rings = picture.nodes.filter(({ classes }) => classes.includes('ring')).map(({ box }) => box);
    expect(rings).toHaveLength(3);
    for (const [at, ring] of rings.entries()) {
      expect(ring.x + ring.width / 2).toBeCloseTo(rings[0]!.x + rings[0]!.width / 2);
      expect(ring.width).toBeGreaterThan(rings[at - 1]?.width ?? 0);
    }
  });

  test('give each application its own labeled sector', () => {
    const picture = ringsPicture(
      answerOf([0, 0, 0, 0, 1, 1, 1, 1].map((application) => ({ depth: 1, application, from: 0 }))),
      WINDOW,
      PALETTE,
    )!;
    const middle = picture.nodes.find(({ id }) => id === 'start')!.box;
    const side = (id: string): number => Math.sign(picture.nodes.find((node) => node.id === id)!.box.x + 1 - middle.x);
    expect([side('a0'), side('a1')]).toEqual([1, -1]);
    expect(picture.nodes.filter(({ classes }) => classes.includes('sector')).map(({ label }) => label)).toEqual([
      'Application a0',
      'Application a1',
    ]);
  });

  test('highlight the path to the selected component', () => {
    const picture = ringsPicture(answerOf([0, 0].map((application, at) => ({ depth: at + 1, application, from: 0 }))), WINDOW, PALETTE)!;
    const lit = ringsHighlight(picture, ['c1', 'c0', 'start'])!;
    expect(lit.lines.map(({ from, to }) => [from, to])).toEqual([
      ['start', 'c0'],
      ['c0', 'c1'],
    ]);
    expect(ringsHighlight(picture, [])).toBeNull();
  });
});

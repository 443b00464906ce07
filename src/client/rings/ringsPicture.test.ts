import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { randomRuns } from '@/test/randomRuns';
import { passesThrough } from './aroundChips';
import type { Rings } from './rings';
import { MOST_IN_MIDDLE, MOST_IN_RINGS, NAME_SIZE, ringsHighlight, ringsPicture } from './ringsPicture';

const PALETTE = paletteOf('light');
const WINDOW = { width: 846, height: 640 };

interface Reached {
  depth: number;
  application: number;
  from: number;
}

/** Each component is reached from the start, or from a component listed before it. */
function ringsOf(reached: readonly Reached[], { omitted = 0, failures = 1, groups = 0 } = {}): Rings {
  const middle = Array.from({ length: failures }, (_, at) => ({
    id: at === 0 ? 'start' : `start ${at}`,
    name: `Start ${at}`,
    state: 'Outage' as const,
  }));
  const components = reached.map(({ depth, application, from }, at) => ({
    id: `c${at}`,
    name: `Component ${at}`,
    applicationId: `a${application}`,
    depth,
    expectedState: HEALTH_STATES[at % 4]!,
    fromId: at === 0 ? 'start' : `c${from % at}`,
    isOnlyTogether: at % 3 === 0,
  }));
  return {
    middle,
    components,
    omitted,
    applications: [...new Set(components.map(({ applicationId }) => applicationId))].map((id) => ({ id, name: `Application ${id}` })),
    groups: components.slice(0, groups).map(({ id }) => ({ id: `group ${id}`, componentId: id, label: '“stores”: 0 of 2', sentence: '' })),
    isUpstream: false,
  };
}

const number = fc.noBias(fc.nat(1_000));
const reached = fc.array(fc.record({ depth: fc.noBias(fc.integer({ min: 1, max: 5 })), application: fc.noBias(fc.nat(7)), from: number }), {
  maxLength: MOST_IN_RINGS,
  size: 'max',
});

describe('rings', () => {
  test('when shown, every name is readable, nothing overlaps, and nothing is missing', () => {
    fc.assert(
      fc.property(reached, fc.integer({ min: 1, max: MOST_IN_MIDDLE }), fc.nat(3), (components, failures, groups) => {
        const picture = ringsPicture(ringsOf(components, { failures, groups }), WINDOW, PALETTE);
        if (picture === null) return;
        const zoom = Math.min((WINDOW.width - 32) / picture.size.width, (WINDOW.height - 32) / picture.size.height);
        expect(NAME_SIZE * zoom).toBeGreaterThanOrEqual(11);
        expect(picture.nodes.filter(({ classes }) => classes.includes('component'))).toHaveLength(components.length);
        expect(picture.nodes.filter(({ classes }) => classes.includes('start'))).toHaveLength(failures);
        expect(picture.nodes.filter(({ classes }) => classes.includes('group'))).toHaveLength(Math.min(groups, components.length));
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
    expect(ringsPicture(ringsOf(sixty), { width: 846, height: 640 }, PALETTE)).not.toBeNull();
  });

  test('are not shown if they would be too close together to tell apart', () => {
    const far = ringsOf([1, 2, 3, 4].map((depth) => ({ depth, application: depth, from: depth - 1 })));
    expect(ringsPicture(far, WINDOW, PALETTE)).not.toBeNull();
    expect(ringsPicture(far, { width: 390, height: 600 }, PALETTE)).toBeNull();
  });

  test('are not shown for more than sixty components', () => {
    expect(ringsPicture(ringsOf([{ depth: 1, application: 0, from: 0 }], { omitted: MOST_IN_RINGS }), WINDOW, PALETTE)).toBeNull();
  });

  test('are not shown for more failures than fit in the middle', () => {
    const one = [{ depth: 1, application: 0, from: 0 }];
    expect(ringsPicture(ringsOf(one, { failures: MOST_IN_MIDDLE }), WINDOW, PALETTE)).not.toBeNull();
    expect(ringsPicture(ringsOf(one, { failures: MOST_IN_MIDDLE + 1 }), WINDOW, PALETTE)).toBeNull();
  });

  test('show what fails together in the middle, and a failed redundancy group beside what depends on it', () => {
    const eight = Array.from({ length: 8 }, (_, at) => ({ depth: 1 + (at % 2), application: at % 2, from: at }));
    const picture = ringsPicture(ringsOf(eight, { failures: 3, groups: 1 }), WINDOW, PALETTE)!;
    const boxOf = (id: string) => picture.nodes.find((node) => node.id === id)!.box;
    const ring = boxOf('ring 1');
    for (const { box } of picture.nodes.filter(({ classes }) => classes.includes('start'))) {
      expect(box.y).toBeGreaterThan(ring.y);
      expect(box.y + box.height).toBeLessThan(ring.y + ring.height);
    }
    const group = picture.nodes.find(({ classes }) => classes.includes('group'))!;
    expect(group.chooses).toBe('c0');
    expect(Math.abs(group.box.y - boxOf('c0').y)).toBeLessThan(80);
    expect(picture.lines.filter(({ classes }) => classes.includes('beside')).map(({ from, to }) => [from, to])).toEqual([
      ['c0', 'group c0'],
    ]);
    expect(
      picture.nodes
        .filter(({ classes }) => classes.includes('together'))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['c0', 'c3', 'c6']);
    const lit = ringsHighlight(picture, ['c0', 'start'])!;
    expect(lit.ids.has('group c0')).toBe(true);
    expect(ringsHighlight(picture, ['c1', 'start'])!.ids.has('group c0')).toBe(false);
  });

  test('are nested, one for each hop', () => {
    const picture = ringsPicture(ringsOf([1, 2, 3].map((depth) => ({ depth, application: depth, from: 0 }))), WINDOW, PALETTE)!;
    const rings = picture.nodes.filter(({ classes }) => classes.includes('ring')).map(({ box }) => box);
    expect(rings).toHaveLength(3);
    for (const [at, ring] of rings.entries()) {
      expect(ring.x + ring.width / 2).toBeCloseTo(rings[0]!.x + rings[0]!.width / 2);
      expect(ring.width).toBeGreaterThan(rings[at - 1]?.width ?? 0);
    }
  });

  test('give each application its own labeled sector', () => {
    const picture = ringsPicture(
      ringsOf([0, 0, 0, 0, 1, 1, 1, 1].map((application) => ({ depth: 1, application, from: 0 }))),
      WINDOW,
      PALETTE,
    )!;
    const middle = picture.nodes.find(({ id }) => id === 'start')!.box;
    const side = (id: string): number => Math.sign(picture.nodes.find((node) => node.id === id)!.box.x + 1 - middle.x);
    expect([side('sector a0'), side('sector a1')]).toEqual([1, -1]);
    expect(picture.nodes.filter(({ classes }) => classes.includes('sector')).map(({ label }) => label)).toEqual([
      'Application a0',
      'Application a1',
    ]);
  });

  test('highlight the path to the selected component', () => {
    const picture = ringsPicture(ringsOf([0, 0].map((application, at) => ({ depth: at + 1, application, from: 0 }))), WINDOW, PALETTE)!;
    const lit = ringsHighlight(picture, ['c1', 'c0', 'start'])!;
    expect(lit.lines.map(({ from, to }) => [from, to])).toEqual([
      ['start', 'c0'],
      ['c0', 'c1'],
    ]);
    expect(ringsHighlight(picture, [])).toBeNull();
  });
});

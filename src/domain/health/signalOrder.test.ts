/** For given current health, the incidents are the same in whatever order, and in whatever portions, the signals arrived. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { landscapes } from '@/test/graphArbitrary';
import { IncidentWorld } from '@/test/incidentWorld';
import { toldLive } from '@/test/liveOracle';
import { randomRuns } from '@/test/randomRuns';

interface Signal {
  componentId: string;
  observedAt: number;
  state: HealthState;
}

interface Story {
  facts: LandscapeFacts;
  signals: Signal[];
  /** Two orders of the same signals, each as positions in `signals`, and where they are split into portions. */
  orders: { positions: number[]; portions: number[]; acknowledges: boolean }[];
  /** Component ids that are under maintenance throughout. */
  maintained: string[];
  delays: { openAfterSeconds: number; recoveryGraceSeconds: number };
}

const index = fc.noBias(fc.nat(0xffff));
const report = fc.record({ component: index, state: fc.constantFrom(...HEALTH_STATES, 'Outage' as const) });

const stories: fc.Arbitrary<Story> = fc
  .tuple(
    landscapes.filter(({ components }) => components.length > 0),
    fc.noBias(fc.array(report, { minLength: 4, maxLength: 40, size: 'max' })),
    fc.option(index, { freq: 2 }),
  )
  .chain(([facts, raw, maintained]) => {
    const idAt = (position: number): string => facts.components[position % facts.components.length]?.id ?? '';
    const signals = raw.map(({ component, state }, observedAt) => ({ componentId: idAt(component), observedAt, state }));
    const order = fc.record({
      positions: fc.shuffledSubarray(
        signals.map((_, position) => position),
        { minLength: signals.length },
      ),
      portions: fc.noBias(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: signals.length, maxLength: signals.length })),
      acknowledges: fc.boolean(),
    });
    const delays = fc.constant({ openAfterSeconds: 0, recoveryGraceSeconds: 0 });
    return fc.tuple(order, order, delays).map(([one, other, waits]) => ({
      facts,
      signals,
      orders: [one, other],
      maintained: maintained === null ? [] : [idAt(maintained)],
      delays: waits,
    }));
  });

/** The same if incidents open late, by more or less than it takes until all signals have arrived. */
const delayedStories: fc.Arbitrary<Story> = fc
  .tuple(stories, fc.record({ openAfterSeconds: fc.constantFrom(0, 3, 15, 600), recoveryGraceSeconds: fc.constantFrom(0, 5, 60) }))
  .map(([story, delays]) => ({ ...story, delays }));

const LONG_AFTER = 100_000;
/** Many random landscapes on a busy machine. */
const PATIENCE_MS = 60_000;

/** Takes the signals in by portions, one second apart. For each component the last observation counts; late ones only go to the history. */
function live(
  { facts, signals, maintained, delays }: Story,
  { positions, portions, acknowledges }: Story['orders'][number],
): IncidentWorld {
  const world = Object.assign(new IncidentWorld(facts), delays);
  world.windows = maintained.map((entityId) => ({ id: entityId, kind: 'component', entityId, startsAt: 0, endsAt: 1e12 }));
  const latest = new Map<string, number>();
  let seconds = 0;
  for (let position = 0, portion = 0; position < positions.length; position += portions[portion++] ?? 1) {
    for (const which of positions.slice(position, position + (portions[portion] ?? 1))) {
      const { componentId, observedAt, state } = signals[which] ?? { componentId: '', observedAt: 0, state: 'Healthy' };
      if (observedAt > (latest.get(componentId) ?? -1)) {
        latest.set(componentId, observedAt);
        world.report(componentId, state, observedAt);
      }
    }
    world.step(++seconds);
    const open = [...world.incidents.values()].find(({ state }) => state === 'Open');
    if (acknowledges && open !== undefined) world.act(seconds, 'acknowledge', Number(open.id.slice(1)));
  }
  return world;
}

/** Advances whenever something is due, until nothing is. */
function settle(world: IncidentWorld): void {
  let seconds = 0;
  for (let steps = 0; world.nextDueAt !== null; steps++) {
    expect(steps).toBeLessThan(1_000);
    expect(world.nextDueAt).toBeGreaterThan(seconds);
    seconds = world.nextDueAt;
    world.step(seconds);
  }
}

/** The incidents that follow from what each component last reported, according to an oracle. */
function toldOf({ facts, signals }: Story): string[] {
  const last = new Map(signals.map(({ componentId, state }) => [componentId, HEALTH_STATES.indexOf(state)]));
  const own = new Map([...last].filter(([, severity]) => severity > 0));
  const { incidents } = toldLive(facts, own, HEALTH_STATES.indexOf('Degraded'));
  return incidents
    .map(({ cause, symptoms }) =>
      [cause + (symptoms.length === 0 ? '' : ':'), ...symptoms.map(({ technicalName }) => technicalName)].join(' '),
    )
    .sort();
}

const inOnePortion = (story: Story): IncidentWorld =>
  live(story, {
    positions: story.signals.map((_, position) => position),
    portions: story.signals.map(() => story.signals.length),
    acknowledges: false,
  });

test(
  'the order of signals does not change which incidents are Open or Acknowledged, nor, after the quiet time, which are unresolved',
  () => {
    fc.assert(
      fc.property(stories, (story) => {
        const expected = inOnePortion(story);
        const worlds = story.orders.map((order) => live(story, order));
        // The incident of a flapping cause stays as it is until the flapping is over.
        for (const world of worlds.filter(({ incidents }) => ![...incidents.values()].some(({ isFlapping }) => isFlapping)))
          expect(world.subjects('Open', 'Acknowledged')).toEqual(expected.subjects('Open', 'Acknowledged'));
        for (const world of [expected, ...worlds]) {
          settle(world);
          world.step(LONG_AFTER);
        }
        for (const world of worlds)
          expect(world.subjects('Open', 'Acknowledged', 'Monitoring')).toEqual(expected.subjects('Open', 'Acknowledged', 'Monitoring'));
      }),
      randomRuns(150),
    );
  },
  PATIENCE_MS,
);

test(
  'a second step without news changes nothing, and no cause has two unresolved incidents',
  () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const order of story.orders) {
          const world = live(story, order);
          const before = world.all();
          expect(world.step(story.signals.length)).toEqual([]);
          expect(world.all()).toEqual(before);
          const ongoing = [...world.incidents.values()].filter(({ state }) => state === 'Open' || state === 'Acknowledged');
          const causes = ongoing.map(({ cause }) => cause.componentId);
          expect(new Set(causes).size).toBe(causes.length);
        }
      }),
      randomRuns(100),
    );
  },
  PATIENCE_MS,
);

test('with an opening delay, the incidents are the same once nothing is due any more', () => {
  fc.assert(
    fc.property(delayedStories, (story) => {
      const worlds = [inOnePortion(story), ...story.orders.map((order) => live(story, order))];
      for (const world of worlds) settle(world);
      const [expected, ...others] = worlds.map((world) => world.subjects('Open', 'Acknowledged', 'Monitoring'));
      for (const found of others) expect(found).toEqual(expected);
      if (story.maintained.length === 0) for (const world of worlds) expect(world.subjects('Open', 'Acknowledged')).toEqual(toldOf(story));
    }),
    randomRuns(50),
  );
});

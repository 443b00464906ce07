/** The checker passes a correct history, and finds each planted defect under the promise that it breaks. */
import { expect, it } from 'vitest';
import { checkHistory } from './checkHistory';
import { change, event, delivery, rightWorld, signal, type World } from './rightWorld';
import type { PromiseName } from './violation';

const brokenPromises = ({ history, ending }: World): PromiseName[] => [
  ...new Set(checkHistory(history, ending).map(({ promise }) => promise)),
];

it('accepts a correct history', () => {
  const { history, ending } = rightWorld();
  expect(checkHistory(history, ending)).toEqual([]);
});

it('accepts an incident whose cause changed to that of an incident already resolved', () => {
  const { history, ending } = rightWorld();
  const [first, second] = ending.incidents;
  Object.assign(first!, { resolvedAt: '2026-11-01T00:05:00Z', causeChanges: [{ at: '2026-11-01T00:04:00Z', from: 'a' }] });
  Object.assign(second!, { state: 'Resolved', resolvedAt: '2026-11-01T00:03:00Z' });
  expect(checkHistory(history, ending)).toEqual([]);
});

it('accepts a history in which a write of unknown outcome did not happen', () => {
  const world = rightWorld();
  world.ending.changes[3] = { ...change(4, 'update', 'b', 'of somebody else') };
  world.ending.entities[0]!.description = 'of somebody else';
  expect(brokenPromises(world)).toEqual([]);
});

const without = <Item>(items: Item[], index: number): Item[] => items.filter((_, at) => at !== index);

it('accepts the state of either of two signals of one request', () => {
  const { history, ending } = rightWorld();
  const at = { observedAt: '2026-11-01T00:00:03Z', acceptedAt: '2026-11-01T00:00:03Z' };
  ending.signals.push(signal('s5', 'five', 'Superseded', { ...at, state: 'Degraded' }), signal('s6', 'six', 'Applied', at));
  ending.unhealthy = [{ technicalName: 'name-b', state: 'Outage' }];
  expect(checkHistory(history, ending)).toEqual([]);
});

/** Each row plants one defect in a correct history. */
const DEFECTS: [string, PromiseName[], (world: World) => void][] = [
  [
    'a component that shows an older report',
    ['newest'],
    ({ ending }) => {
      ending.unhealthy = [{ technicalName: 'name-b', state: 'Outage' }];
    },
  ],
  [
    'a component that shows what was accepted earlier of two reports observed at once',
    ['newest'],
    ({ ending }) => {
      const observedAt = '2026-11-01T00:00:02Z';
      ending.signals.push(signal('s5', 'five', 'Applied', { observedAt, acceptedAt: '2026-11-01T00:00:04Z' }));
    },
  ],
  [
    'a creation that was acknowledged but is stored nowhere',
    ['kept', 'versions'],
    ({ ending }) => {
      ending.changes = without(ending.changes, 1);
      ending.entities = [];
    },
  ],
  [
    'a change that was acknowledged but lost',
    ['kept', 'fresh'],
    ({ ending }) => {
      ending.changes[2] = change(3, 'update', 'a', 'something else');
    },
  ],
  [
    'a deletion that was acknowledged but did not happen',
    ['kept', 'fresh'],
    ({ ending }) => {
      ending.changes[4] = change(5, 'update', 'b', 'later');
      ending.entities = [
        { id: 'a', technicalName: 'name-a', description: 'second' },
        { id: 'b', technicalName: 'name-b', description: 'later' },
      ];
    },
  ],
  [
    'an entity that disappeared without a deletion',
    ['kept'],
    ({ ending }) => {
      ending.entities = [];
    },
  ],
  [
    'an entity with the description of an older change',
    ['kept'],
    ({ ending }) => {
      ending.entities[0]!.description = 'name-b';
    },
  ],
  [
    'an answer with a different id from the one that is stored',
    ['kept'],
    ({ history }) => {
      history.writes[1]!.entityId = 'other';
    },
  ],
  [
    'a creation that happened twice',
    ['once', 'kept'],
    ({ ending }) => {
      ending.changes.push({ ...change(6, 'create', 'b2', 'name-b'), technicalName: 'name-b' });
      ending.landscapeVersion = 6;
      const told = event(8, 'landscape.changed', { landscapeVersion: 6 });
      ending.feed.push(told);
      ending.deliveries.push(delivery(told));
    },
  ],
  [
    'two entities with the same name',
    ['once'],
    ({ ending }) => {
      ending.entities.push({ ...ending.entities[0]! });
    },
  ],
  [
    'a creation that was refused but happened',
    ['once'],
    ({ history }) => {
      history.writes[4]!.token = 'name-b';
    },
  ],
  [
    'a signal that was accepted but lost',
    ['kept'],
    ({ ending }) => {
      ending.signals = without(ending.signals, 1);
    },
  ],
  [
    'a signal that was processed twice',
    ['once'],
    ({ ending }) => {
      ending.signals.push(signal('s3', 'one', 'Applied'));
    },
  ],
  [
    'a signal that was refused but processed',
    ['once'],
    ({ ending }) => {
      ending.signals.push(signal('s4', 'four', 'Applied'));
    },
  ],
  [
    'a signal that was set aside',
    ['kept'],
    ({ ending }) => {
      ending.signals[1]!.status = 'SetAside';
    },
  ],
  [
    'a version that two changes made',
    ['versions'],
    ({ ending }) => {
      ending.changes.push({ ...change(3, 'update', 'x', 'y'), changeSetId: 'another' });
    },
  ],
  [
    'a version that no change made',
    ['versions'],
    ({ ending }) => {
      ending.landscapeVersion = 6;
    },
  ],
  [
    'an answer that misses an acknowledged change',
    ['fresh'],
    ({ history }) => {
      history.versionReads[1]!.landscapeVersion = 2;
    },
  ],
  [
    'an answer that is older than an earlier answer',
    ['fresh'],
    ({ history }) => {
      history.versionReads.push(
        { replica: 0, askedAt: 37, answeredAt: 39, landscapeVersion: 4 },
        { replica: 1, askedAt: 42, answeredAt: 43, landscapeVersion: 3 },
      );
    },
  ],
  [
    'an answer for a version that never existed',
    ['fresh'],
    ({ history }) => {
      history.versionReads[2]!.landscapeVersion = 9;
    },
  ],
  [
    'an entity that is read in its state before an acknowledged change',
    ['fresh'],
    ({ history }) => {
      history.entityReads[2]!.description = 'name-a';
    },
  ],
  [
    'an entity that is not found after its creation was acknowledged',
    ['fresh'],
    ({ history }) => {
      history.entityReads[1]!.description = null;
    },
  ],
  [
    'an entity that is found after its deletion was acknowledged',
    ['fresh'],
    ({ history }) => {
      history.entityReads[3]!.description = 'second';
    },
  ],
  [
    'an entity that is read in a state that nobody had asked for yet',
    ['fresh'],
    ({ history }) => {
      history.entityReads[1]!.description = 'second';
    },
  ],
  [
    'an entity that is read in a state that it never had',
    ['fresh'],
    ({ history }) => {
      history.entityReads[1]!.description = 'never';
    },
  ],
  [
    'an event that the feed left out',
    ['sequences', 'incidents'],
    ({ ending }) => {
      ending.feed = without(ending.feed, 2);
    },
  ],
  [
    'an event that the feed sent twice',
    ['sequences'],
    ({ ending }) => {
      ending.feed.splice(2, 0, ending.feed[1]!);
    },
  ],
  [
    'a change without an event',
    ['sequences'],
    ({ ending }) => {
      ending.feed[3]!.landscapeVersion = 2;
    },
  ],
  [
    'two unresolved incidents with one cause',
    ['incidents'],
    ({ ending }) => {
      ending.incidents[0]!.state = 'Open';
      ending.incidents[0]!.resolvedAt = null;
    },
  ],
  [
    'an incident that opened while another with the same cause was open',
    ['incidents'],
    ({ ending }) => {
      ending.incidents[0]!.resolvedAt = '2026-11-01T00:03:00Z';
    },
  ],
  [
    'an incident whose cause changed to that of another open incident',
    ['incidents'],
    ({ ending }) => {
      ending.incidents[0]!.resolvedAt = '2026-11-01T00:04:00Z';
      ending.incidents[0]!.causeChanges = [{ at: '2026-11-01T00:03:00Z', from: 'a' }];
    },
  ],
  [
    'an incident with two opening events',
    ['incidents'],
    ({ ending }) => {
      ending.feed[6]!.incidentId = 'i1';
    },
  ],
  [
    'an incident without an opening event',
    ['incidents'],
    ({ ending }) => {
      ending.incidents.push({ id: 'i3', cause: 'c', state: 'Open', openedAt: '2026-11-01T00:00:00Z', resolvedAt: null, causeChanges: [] });
    },
  ],
  [
    'an event that was never delivered',
    ['webhooks'],
    ({ ending }) => {
      ending.deliveries = ending.deliveries.filter(({ event: { sequence } }) => sequence !== 4);
    },
  ],
  [
    'a webhook id with two bodies',
    ['webhooks'],
    ({ ending }) => {
      ending.deliveries[3] = { ...ending.deliveries[3]!, body: 'another' };
    },
  ],
  [
    'an event that is sent again under a different id',
    ['webhooks'],
    ({ ending }) => {
      ending.deliveries[3] = { ...ending.deliveries[3]!, webhookId: 'another' };
    },
  ],
  [
    'a webhook without a valid signature',
    ['webhooks'],
    ({ ending }) => {
      ending.deliveries[0] = { ...ending.deliveries[0]!, isSigned: false };
    },
  ],
  [
    'an answer that nobody should get',
    ['answers'],
    ({ history }) => {
      history.odd.push({ replica: 0, askedAt: 1, answeredAt: 2, what: 'GET / answered 500' });
    },
  ],
  [
    'a connection that broke although its replica was not killed',
    ['answers'],
    ({ history }) => {
      history.broken.push({
        replica: 0,
        askedAt: 40,
        answeredAt: null,
        brokenAt: 42,
        what: 'socket hang up',
        hasBegun: true,
        token: 'in doubt',
      });
    },
  ],
  [
    'a connection that broke before its replica was killed',
    ['answers'],
    ({ history }) => {
      history.broken[0]!.brokenAt = 40;
    },
  ],
  [
    'a change that a replica made after it was told to stop, without answering',
    ['answers'],
    ({ history }) => {
      history.downtimes[0]!.isStop = true;
      history.broken[0]!.hasBegun = false;
    },
  ],
  [
    'an answer that was cut off when its replica was told to stop',
    ['answers'],
    ({ history }) => {
      history.downtimes[0]!.isStop = true;
      history.broken[0]!.token = null;
    },
  ],
  [
    'a process that exited by itself',
    ['recovery'],
    ({ ending }) => {
      ending.endedByThemselves.push('replica 2');
    },
  ],
];

it.each(DEFECTS)('finds %s', (_, promises, plant) => {
  const world = rightWorld();
  plant(world);
  expect(brokenPromises(world).sort()).toEqual([...promises].sort());
});

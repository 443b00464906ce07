/** A history in which every promise was kept, for tests that break one promise each. */
import {
  type ClientHistory,
  emptyHistory,
  type Ending,
  type FinalSignal,
  type LoggedChange,
  type SeenDelivery,
  type SeenEvent,
} from './history';

export interface World {
  history: ClientHistory;
  ending: Ending;
}

export const change = (landscapeVersion: number, op: string, entityId: string, description: string | null): LoggedChange => ({
  changeSetId: `set-${landscapeVersion}`,
  landscapeVersion,
  op,
  kind: 'component',
  entityId,
  technicalName: `name-${entityId}`,
  description,
});

export const event = (sequence: number, type: string, more: Partial<SeenEvent> = {}): SeenEvent => ({
  id: `event-${sequence}`,
  sequence,
  type,
  incidentId: null,
  landscapeVersion: null,
  ...more,
});

export const delivery = (of: SeenEvent): SeenDelivery => ({ webhookId: of.id, body: `body of ${of.sequence}`, isSigned: true, event: of });

export const signal = (signalId: string, message: string, status: string, more: Partial<FinalSignal> = {}): FinalSignal => ({
  signalId,
  component: 'name-b',
  state: 'Outage',
  observedAt: '2026-11-01T00:00:01Z',
  acceptedAt: '2026-11-01T00:00:01Z',
  message,
  status,
  ...more,
});

/** Two components, the first one changed and later deleted; two signals that open and resolve an incident; a write and a signal in doubt, and one of each refused. */
export function rightWorld(): World {
  const span = (replica: number, askedAt: number) => ({ replica, askedAt, answeredAt: askedAt + 5 });
  const history: ClientHistory = {
    ...emptyHistory(),
    writes: [
      { ...span(0, 10), op: 'create', token: 'name-a', entityId: 'a', result: 'acknowledged' },
      { ...span(1, 20), op: 'create', token: 'name-b', entityId: 'b', result: 'acknowledged' },
      { ...span(2, 30), op: 'update', token: 'second', entityId: 'a', result: 'acknowledged' },
      { replica: 1, askedAt: 40, answeredAt: null, op: 'update', token: 'in doubt', entityId: 'b', result: 'unknown' },
      { ...span(0, 50), op: 'create', token: 'name-taken', entityId: null, result: 'refused' },
      { ...span(0, 60), op: 'delete', token: '', entityId: 'a', result: 'acknowledged' },
    ],
    pushes: [
      { ...span(0, 15), token: 'one', signalId: 's1', result: 'acknowledged' },
      { ...span(1, 25), token: 'two', signalId: 's2', result: 'acknowledged' },
      { replica: 2, askedAt: 41, answeredAt: null, token: 'three', signalId: null, result: 'unknown' },
      { ...span(2, 45), token: 'four', signalId: null, result: 'refused' },
    ],
    versionReads: [
      { ...span(2, 16), landscapeVersion: 1 },
      { ...span(0, 36), landscapeVersion: 3 },
      { ...span(1, 70), landscapeVersion: 5 },
    ],
    entityReads: [
      { ...span(1, 2), entityId: 'a', description: null },
      { ...span(1, 17), entityId: 'a', description: 'name-a' },
      { ...span(2, 36), entityId: 'a', description: 'second' },
      { ...span(2, 66), entityId: 'a', description: null },
    ],
    broken: [{ replica: 1, askedAt: 40, answeredAt: null, brokenAt: 42, what: 'socket hang up', hasBegun: true, token: 'in doubt' }],
    downtimes: [{ replica: 1, from: 41, to: 48 }],
  };
  const feed = [
    event(1, 'landscape.changed', { landscapeVersion: 1 }),
    event(2, 'landscape.changed', { landscapeVersion: 2 }),
    event(3, 'incident.opened', { incidentId: 'i1' }),
    event(4, 'landscape.changed', { landscapeVersion: 3 }),
    event(5, 'landscape.changed', { landscapeVersion: 4 }),
    event(6, 'landscape.changed', { landscapeVersion: 5 }),
    event(7, 'incident.opened', { incidentId: 'i2' }),
  ];
  return {
    history,
    ending: {
      landscapeVersion: 5,
      changes: [
        change(1, 'create', 'a', 'name-a'),
        change(2, 'create', 'b', 'name-b'),
        change(3, 'update', 'a', 'second'),
        change(4, 'update', 'b', 'in doubt'),
        change(5, 'delete', 'a', null),
      ],
      entities: [{ id: 'b', technicalName: 'name-b', description: 'in doubt' }],
      signals: [
        signal('s1', 'one', 'Applied', { state: 'Healthy', observedAt: '2026-11-01T00:00:02Z' }),
        signal('s2', 'two', 'Superseded'),
      ],
      unhealthy: [],
      incidents: [
        { id: 'i1', cause: 'b', state: 'Resolved', openedAt: '2026-11-01T00:00:00Z', resolvedAt: '2026-11-01T00:01:00Z', causeChanges: [] },
        { id: 'i2', cause: 'b', state: 'Open', openedAt: '2026-11-01T00:02:00Z', resolvedAt: null, causeChanges: [] },
      ],
      feed,
      // The third event is delivered twice, and the last two in reverse order.
      deliveries: [0, 1, 2, 2, 3, 4, 6, 5].map((index) => delivery(feed[index]!)),
      endedByThemselves: [],
    },
  };
}

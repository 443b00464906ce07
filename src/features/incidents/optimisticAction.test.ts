import { describe, expect, test } from 'vitest';
import type { Incident } from '@/contract/incidents';
import { INCIDENT_STATES } from '@/domain/vocabulary';
import { actionsFor, withAction } from './optimisticAction';

const AT = '2026-11-21T12:00:00.000Z';
const incident: Incident = {
  id: 'i1',
  number: 1,
  state: 'Open',
  severity: 'Outage',
  cause: 'db',
  causeId: 'c1',
  symptoms: ['cart'],
  symptomDetails: [],
  explainedInPart: null,
  contributesToCauses: [],
  impactedNotMonitored: [],
  impactedNotMonitoredCount: 0,
  situationId: null,
  situation: null,
  counts: { components: 2, applications: 1 },
  jointlyWith: [],
  startedAt: AT,
  openedAt: AT,
  endedAt: null,
  closedAfterSeconds: null,
  isStale: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  healthySince: null,
  resolvedAt: null,
  isFlapping: false,
  mergedIntoId: null,
  isDismissed: false,
  isUnderMaintenance: false,
  version: 1,
  updatedAt: AT,
  symptomHistory: [],
  timeline: [{ sequence: 4, at: AT, kind: 'Opened', actor: null, text: null, facts: {} }],
};

describe('an incident before the server has answered', () => {
  test('gets the same changes as on the server from each action, and a timeline entry', () => {
    const you = { type: 'person', id: '', name: 'You' };
    const taken = withAction(incident, { kind: 'Acknowledged', text: null }, AT);
    expect(taken).toMatchObject({ state: 'Acknowledged', acknowledgedBy: 'You', acknowledgedAt: AT });
    expect(taken.timeline.at(-1)).toEqual({ sequence: 5, at: AT, kind: 'Acknowledged', actor: you, text: null, facts: {} });
    const done = withAction(taken, { kind: 'Resolved', text: 'Replaced the disk' }, AT);
    expect(done).toMatchObject({ state: 'Resolved', resolvedAt: AT, endedAt: AT, closedAfterSeconds: 0, symptoms: [] });
    expect(done.timeline.at(-1)).toEqual({
      sequence: 6,
      at: AT,
      kind: 'Resolved',
      actor: you,
      text: 'Replaced the disk',
      facts: { reason: 'ByPerson' },
    });
    expect(withAction(incident, { kind: 'Commented', text: 'Looking' }, AT)).toMatchObject({
      state: 'Open',
      timeline: [{ kind: 'Opened' }, { kind: 'Commented', text: 'Looking' }],
    });
  });

  test('allows only the actions of its state', () => {
    const allowed = INCIDENT_STATES.map((state) =>
      Object.entries(actionsFor({ state }))
        .filter(([, may]) => may)
        .map(([name]) => name),
    );
    expect(allowed).toEqual([
      ['mayAcknowledge', 'mayResolve', 'mayComment'],
      ['mayResolve', 'mayComment'],
      ['mayResolve', 'mayComment'],
      ['mayComment'],
      [],
      ['mayComment'],
    ]);
  });
});

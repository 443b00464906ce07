import { expect, it } from 'vitest';
import type { IncidentSummary } from '@/contract/incidents';
import { incidentRow } from './incidents';

const incident = {
  number: 5,
  state: 'Open',
  severity: 'Outage',
  cause: 'db',
  startedAt: '2026-11-29T08:13:49.000Z',
  endedAt: null,
  team: 'Catalogue',
  isFlapping: false,
  isStale: false,
  isUnderMaintenance: false,
} as IncidentSummary;

it.each([
  [{}, 'since 2026-11-29T08:13:49Z'],
  [{ isFlapping: true }, 'since 2026-11-29T08:13:49Z, flapping'],
  [{ isStale: true, isUnderMaintenance: true }, 'since 2026-11-29T08:13:49Z, stale, under maintenance'],
  [{ endedAt: '2026-11-29T08:15:00.000Z' }, 'since 2026-11-29T08:13:49Z, until 2026-11-29T08:15:00Z'],
])('an incident with %o says since when, and why it stays as it is', (more, said) => {
  expect(incidentRow({ ...incident, ...more })).toEqual(['#5', 'Open', 'Outage', 'db', said, 'Catalogue', '']);
});

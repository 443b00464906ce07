import { expect, it } from 'vitest';
import { openTerminal } from '@/cli/terminal';
import type { World } from '@/cli/world';
import { causeLines, ShownCauses } from './causesText';

const stream = { write: () => true };
const world = { env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World;
const plain = openTerminal(world, { color: false }).colours;
const row = (technicalName: string, effectiveState: string, alone: string, jointlyWith: string[] = []) => ({
  technicalName,
  effectiveState,
  alone,
  jointlyWith,
});
const cause = {
  technicalName: 'r1',
  name: 'r1',
  state: 'Outage',
  since: '2026-11-20T09:30:00.000Z',
  incident: { id: 'i', state: 'Acknowledged' },
  incidentOpensAt: null,
  components: [row('web', 'Outage', 'Healthy', ['r2']), row('cache', 'Degraded', 'Degraded')],
  componentsOmitted: 3,
  applications: [row('shop', 'Outage', 'Healthy', ['r2', 'r3', 'r4', 'r5', 'r6']), row('reached', 'Healthy', 'Healthy')],
  capabilities: [],
  processes: [],
  audiences: [],
  revenueExposure: { currency: 'EUR', expectedPerHour: 0 },
  contributed: { expectedPerHour: 900, perHour: 1000 },
};
const answer = { computedAt: 'now', pendingSignals: 2, causes: [cause], causesOmitted: 0 };
const lines = (more: object) => causeLines(ShownCauses.parse({ ...answer, ...more }), plain);

it('shows what each cause does, its exposure, and what several causes do only together', () => {
  expect(lines({}).join('\n')).toBe(`Updated now, 2 signals not processed yet

Outage  r1  since 2026-11-20T09:30:00.000Z, incident Acknowledged
  Expected cost per hour: 900 EUR (1,000 EUR at risk)
  Components (5)
    Outage    web  jointly with r2; Healthy alone
    Degraded  cache
    … and 3 more
  Applications (1)
    Outage    shop  jointly with r2, r3, r4 and 2 more; Healthy alone`);
});

it('says when an incident will open, what is flapping and under maintenance, and how many causes are left out', () => {
  const quiet = { ...cause, components: [], componentsOmitted: 0, applications: [], contributed: undefined, incident: null };
  const marked = {
    ...quiet,
    name: 'First replica',
    incidentOpensAt: '2026-11-20T09:30:15.000Z',
    isFlapping: true,
    isUnderMaintenance: true,
  };
  expect(lines({ causes: [quiet, marked], causesOmitted: 7 }).slice(1)).toEqual([
    '',
    'Outage  r1  since 2026-11-20T09:30:00.000Z, no incident',
    '',
    'Outage  r1 (First replica)  since 2026-11-20T09:30:00.000Z, opens an incident at 2026-11-20T09:30:15.000Z, flapping, under maintenance',
    '',
    '… and 7 more causes',
  ]);
});

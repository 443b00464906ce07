import { expect, it } from 'vitest';
import { openTerminal } from '@/cli/terminal';
import type { World } from '@/cli/world';
import { quietWords, ShownSnapshot, snapshotLines } from './snapshotText';

const stream = { write: () => true };
const world = { env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World;
const plain = openTerminal(world, { color: false }).colours;

it('names everything that is affected, counts causes openly, and marks maintenance and what is not in service', () => {
  const outage = (technicalName: string) => ({ technicalName, effectiveState: 'Outage' });
  const counts = { components: 1, applications: 2, capabilities: 0, processes: 1, audiences: 0, people: 0 };
  const snapshot = ShownSnapshot.parse({
    computedAt: 'now',
    pendingSignals: 0,
    unhealthy: [{ technicalName: 'db', state: 'Outage', since: 'then', isUnderMaintenance: true }],
    impacted: [{ ...outage('db'), causes: ['db'] }],
    situations: [{ causes: [{ technicalName: 'db' }], counts }],
    applications: [outage('shop'), { ...outage('load-test'), lifecycleState: 'Development' }],
    capabilities: [],
    processes: [outage('billing')],
    audiences: [],
  });
  expect(snapshotLines(snapshot, plain).join('\n')).toBe(`Updated now

Situations (1)
  db
    affected, causes included: 1 component, 2 applications, 1 process

Unhealthy (1)
  Outage    db  since then, under maintenance

Impacted (1)
  Outage    db

Applications (2)
  Outage    shop
  Outage    load-test  not in service

Processes (1)
  Outage    billing`);
});

it('does not leave out what a failure costs because nobody recorded it', () => {
  const counts = { components: 1, applications: 0, capabilities: 0, processes: 0, audiences: 0, people: 0 };
  const exposure = { currency: 'EUR', expectedPerHour: 0, perHour: 0 };
  const snapshot = ShownSnapshot.parse({
    computedAt: 'now',
    pendingSignals: 0,
    unhealthy: [{ technicalName: 'db', state: 'Outage', since: 'then' }],
    impacted: [],
    situations: [{ causes: [{ technicalName: 'db' }], counts, exposure, notRecorded: ['revenue'] }],
    applications: [],
    capabilities: [],
    audiences: [],
  });
  expect(snapshotLines(snapshot, plain)).toContain('    affected, causes included: 1 component; expected cost per hour not recorded');
});

it.each([
  [0, 'Nothing is affected.', 'nothing is affected: 2 components healthy'],
  [1, 'Nothing is known to be affected.', 'nothing is known to be affected: 2 components healthy, 1 not reported'],
])('claims that nothing is affected only if everything reports (%i not reported)', (unreported, sentence, words) => {
  const states = { Healthy: 2, Warning: 0, Degraded: 0, Outage: 0, unreported };
  const nothing = { unhealthy: [], impacted: [], situations: [], applications: [], capabilities: [], audiences: [] };
  const snapshot = ShownSnapshot.parse({ computedAt: 'now', pendingSignals: 0, states, ...nothing });
  expect(snapshotLines(snapshot, plain)[0]).toBe(`${sentence} Updated now`);
  expect(quietWords(snapshot)).toBe(words);
});

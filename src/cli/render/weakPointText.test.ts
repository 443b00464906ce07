import { expect, it } from 'vitest';
import { openTerminal } from '@/cli/terminal';
import type { World } from '@/cli/world';
import type { WeakPoints } from '@/contract/weakPoints';
import { weakPointLines } from './weakPointText';

const stream = { write: () => true };
const world = { env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World;
const plain = openTerminal(world, { color: false }).colours;

function lines(perHour: number | null, state = 'Outage', more: object = {}): string {
  const named = (technicalName: string) => ({ id: technicalName, technicalName, name: technicalName });
  const answer = {
    entity: { ...named('pay'), type: 'capability' },
    state,
    currency: 'EUR',
    singlePoints: [{ ...named('ledger'), isOwn: true, perHour }],
    cutSets: [],
    margins: [],
    fixes: [
      {
        kind: 'makeSofter',
        source: named('till'),
        target: named('ledger'),
        redundancyGroup: null,
        from: 'Hard',
        to: 'Degraded',
        removesSinglePoints: 1,
        removesPerHour: perHour,
      },
    ],
    completeness: { order: 2, isComplete: true, omitted: 0 },
    ...more,
  } as unknown as WeakPoints;
  return weakPointLines(answer, plain, []).join('\n');
}

it('says what an hour costs', () => {
  expect(lines(20)).toBe(`What takes pay (capability, pay) to Outage

Alone (1)
  ledger (its own)  20 EUR an hour

Only together: nothing

Redundancy: nothing

What to change (1)
  make till → ledger Degraded (is Hard): 1 single point fewer; an hour without it costs 20 EUR less`);
});

it.each([0, null])('leaves out a cost of %s, as where nobody recorded revenue', (perHour) => {
  expect(lines(perHour)).not.toContain('EUR');
  expect(lines(perHour)).toContain('  make till → ledger Degraded (is Hard): 1 single point fewer');
});

it('says “or worse” of a state that has a worse one', () => {
  expect(lines(20, 'Degraded')).toContain('What takes pay (capability, pay) to Degraded or worse\n');
});

const named = (technicalName: string) => ({ id: technicalName, technicalName, name: technicalName });

it('does not say that there are no sets of several where none were looked for', () => {
  const told = lines(20, 'Outage', { completeness: { order: 1, isComplete: true, omitted: 0 } });
  expect(told).toContain('\nOnly together: not looked for; --order 2 does\n');
});

it('says that nothing is known of what has no components, instead of nothing', () => {
  const nothing = { singlePoints: [], fixes: [] };
  expect(lines(null, 'Outage', { ...nothing, ownComponents: 0 })).toBe(
    'What takes pay (capability, pay) to Outage\n\nNothing is known, because no component in service is recorded for pay.',
  );
  expect(lines(null, 'Outage', nothing)).toContain('Alone: nothing');
});

it('says that no change was found, not that there is nothing to change', () => {
  expect(lines(20, 'Outage', { fixes: [] })).toContain(
    'What to change: no small change was found that removes a single point or a shared zone',
  );
});

it('says of a group which causes it leaves out, and which targets are not in service', () => {
  const causes = ['a', 'b', 'c', 'd'].map((name) => ({ ...named(name), entityType: 'component', takes: 2 }));
  const margin = { source: named('till'), redundancyGroup: 'stores', targets: 2, failuresLeft: 1, sharedCauses: causes };
  expect(lines(20, 'Outage', { margins: [{ ...margin, sharedCausesOmitted: 3, notInService: [named('spare')] }] })).toContain(
    '  till: stores, 1 of 2 may still fail, but a alone takes down 2, b alone takes down 2, c alone takes down 2, and 4 more like that, spare is not in service',
  );
});

it('does not say that the costs of several single points are saved at once', () => {
  const softer = { kind: 'makeSofter', source: named('till'), target: named('ledger'), redundancyGroup: null, from: 'Hard', to: 'Soft' };
  expect(lines(20, 'Outage', { fixes: [{ ...softer, removesSinglePoints: 2, removesPerHour: 40 }] })).toContain(
    ': 2 single points fewer; an hour without each costs 40 EUR less, added up',
  );
});

it('counts zones, not single points, where a member moves', () => {
  const move = { kind: 'separate', source: named('till'), target: named('b'), redundancyGroup: 'stores', from: 'eu-a', to: null };
  expect(lines(20, 'Outage', { fixes: [{ ...move, removesSinglePoints: 1, removesPerHour: 0 }] })).toContain(
    '  move b out of eu-a to a separate zone: 1 shared zone fewer',
  );
});

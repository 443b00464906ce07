import { expect, it } from 'vitest';
import { openTerminal } from '@/cli/terminal';
import type { World } from '@/cli/world';
import type { WeakPoints } from '@/contract/weakPoints';
import { weakPointLines } from './weakPointText';

const stream = { write: () => true };
const world = { env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World;
const plain = openTerminal(world, { color: false }).colours;

function lines(perHour: number | null, state = 'Outage'): string {
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
    completeness: { isComplete: true, omitted: 0 },
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
  make till → ledger Degraded (is Hard): 1 single point fewer, 20 EUR an hour less at stake`);
});

it.each([0, null])('leaves out a cost of %s, as where nobody recorded revenue', (perHour) => {
  expect(lines(perHour)).not.toContain('EUR');
  expect(lines(perHour)).toContain('  make till → ledger Degraded (is Hard): 1 single point fewer');
});

it('says “or worse” of a state that has a worse one', () => {
  expect(lines(20, 'Degraded')).toContain('What takes pay (capability, pay) to Degraded or worse\n');
});

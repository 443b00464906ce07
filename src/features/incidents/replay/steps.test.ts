import { expect, it } from 'vitest';
import type { IncidentReplay } from '@/contract/replay';
import { firstPosition, instantAt, lastPosition, nextChange, positionOf } from './steps';

const signal = (at: string) => ({ signalId: at, at, componentId: 'a', name: 'a', state: 'Outage' as const, message: null, source: null });
const replay: IncidentReplay = {
  number: 1,
  cause: 'Database',
  causeId: 'a',
  stepSeconds: 60,
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T10:10:00.000Z',
  keptSince: '2026-09-01T00:00:00.000Z',
  signals: [signal('2026-11-20T10:02:20.000Z'), signal('2026-11-20T10:02:40.000Z'), signal('2026-11-20T10:05:00.000Z')],
  signalsOmitted: 0,
};

it('a minute shows what came in up to it, so a signal belongs to the next full minute', () => {
  expect(positionOf(replay, '2026-11-20T10:02:20.000Z')).toBe(3);
  expect(instantAt(replay, 3)).toBe('2026-11-20T10:03:00.000Z');
  expect(positionOf(replay, '2026-11-20T10:05:00.000Z')).toBe(5);
});

it('steps lead from the first signal from change to change to the end', () => {
  expect([firstPosition(replay), nextChange(replay, 0), nextChange(replay, 3), nextChange(replay, 5), lastPosition(replay)]).toEqual([
    3,
    3,
    5,
    null,
    10,
  ]);
  expect(firstPosition({ ...replay, signals: [] })).toBe(0);
});

it.each(['1999-01-01T00:00:00Z', 'nonsense'])('a URL with an earlier or invalid time (%s) opens the first minute', (at) => {
  expect(positionOf(replay, at)).toBe(0);
});

it('a URL with a later time opens the last minute', () => {
  expect(positionOf(replay, '2999-01-01T00:00:00Z')).toBe(10);
});

it('a short incident has steps of seconds, and starts when its own cause fails', () => {
  const short = { ...replay, stepSeconds: 2, from: '2026-11-20T10:02:00.000Z', to: '2026-11-20T10:03:00.000Z' };
  const earlier = { ...signal('2026-11-20T10:02:04.000Z'), componentId: 'b' };
  expect([firstPosition({ ...short, signals: [earlier, ...short.signals] }), lastPosition(short), instantAt(short, 3)]).toEqual([
    10,
    30,
    '2026-11-20T10:02:06.000Z',
  ]);
});

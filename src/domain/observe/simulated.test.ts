/** Callers of every sort, simulated: what is measured is what a permanent outage of the target would do. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '@/lab/randomFrom';
import { randomFactor } from '@/test/randomRuns';
import { span, tableOf, type SaidSpan } from '@/test/spans';
import { observeSpans } from './fromSpans';
import { modeOf, type MeasuredMode } from './mode';

/** How one call ends: its HTTP status, or the status of gRPC for one that was given up. */
type End = '200' | '404' | '500' | 'cancelled';
interface Unit {
  isError: boolean;
  calls: [target: string, end: End][];
}
type Random = () => number;

/** One unit of work after the other; what an outage of the target would do is known. */
interface Caller {
  permanent: 'Hard' | 'Soft';
  /** Whether enough failures are seen to measure it. */
  isMeasured: boolean;
  work(random: Random): () => Unit;
}

const fails = (random: Random): End => (random() < 0.25 ? '500' : '200');
const plain = (isHard: boolean) => (random: Random) => () => {
  const end = fails(random);
  return { isError: isHard && end === '500', calls: [['target', end]] } satisfies Unit;
};

/** Tries up to three times; of a failing quarter, nearly all is saved. */
function retrying(random: Random, hasFallback: boolean): () => Unit {
  return () => {
    const calls: Unit['calls'] = [];
    do calls.push(['target', random() < 0.4 ? '500' : '200']);
    while (calls.at(-1)![1] === '500' && calls.length < 3);
    return { isError: !hasFallback && calls.at(-1)![1] === '500', calls };
  };
}

/** Opens after three failures in a row, and then calls nothing for ten units. */
function breaking(random: Random, hasFallback: boolean): () => Unit {
  let [row, open] = [0, 0];
  return () => {
    if (open > 0) {
      open -= 1;
      return { isError: !hasFallback, calls: [] };
    }
    const end = fails(random);
    row = end === '500' ? row + 1 : 0;
    if (row === 3) [row, open] = [0, 10];
    return { isError: !hasFallback && end === '500', calls: [['target', end]] };
  };
}

/** Another target fails whenever this one does, or alone; it is this one's neighbour that the work needs. */
function twoAtOnce(random: Random, isHard: boolean): () => Unit {
  return () => {
    const both = random() < 0.3;
    const [own, other] = both ? (['500', '500'] as const) : [fails(random), '200' as End];
    return {
      isError: other === '500' || (isHard && own === '500'),
      calls: [
        ['target', own],
        ['neighbour', other],
      ],
    };
  };
}

const CALLERS: Readonly<Record<string, Caller>> = {
  'that lets failures through': { permanent: 'Hard', isMeasured: true, work: plain(true) },
  'with a fallback': { permanent: 'Soft', isMeasured: true, work: plain(false) },
  'that tries again': { permanent: 'Hard', isMeasured: true, work: (random) => retrying(random, false) },
  'that tries again and has a fallback': { permanent: 'Soft', isMeasured: true, work: (random) => retrying(random, true) },
  'with a circuit breaker': { permanent: 'Hard', isMeasured: true, work: (random) => breaking(random, false) },
  'with a circuit breaker and a fallback': { permanent: 'Soft', isMeasured: true, work: (random) => breaking(random, true) },
  'with two targets that fail at once, both needed': { permanent: 'Hard', isMeasured: true, work: (random) => twoAtOnce(random, true) },
  'with two targets that fail at once, one needed': { permanent: 'Soft', isMeasured: true, work: (random) => twoAtOnce(random, false) },
  'whose requests are refused as wrong': {
    permanent: 'Hard',
    isMeasured: false,
    work: (random) => () => ({ isError: false, calls: [['target', random() < 0.3 ? '404' : '200']] }),
  },
  'that gives its calls up': {
    permanent: 'Hard',
    isMeasured: false,
    work: (random) => () => ({ isError: random() < 0.1, calls: [['target', random() < 0.3 ? 'cancelled' : '200']] }),
  },
};

function saidBy({ isError, calls }: Unit, at: number): SaidSpan[] {
  return [
    { service: 'caller', kind: 'SERVER', id: `w${at}`, isError },
    ...calls.map(([target, end], index): SaidSpan => ({
      ...{ service: 'caller', kind: 'CLIENT', id: `c${at}.${index}`, parent: `w${at}`, isError: end !== '200' },
      attributes: {
        'server.address': target,
        ...(end === 'cancelled' ? { 'rpc.grpc.status_code': '1' } : { 'http.response.status_code': end }),
      },
    })),
  ];
}

function measured({ work }: Caller, seed: number): MeasuredMode {
  const unit = work(randomFrom(seed));
  const said = Array.from({ length: 400 }, (_, at) => saidBy(unit(), at)).flat();
  const edge = observeSpans(tableOf(said.map(span))).edges.find(({ target }) => target === 'peer target')!;
  return modeOf(edge, edge.dependencyType, 'WebAPI');
}

describe.each(Object.entries(CALLERS))('a caller %s', (_, caller) => {
  const seeds = Array.from({ length: randomFactor() > 1 ? 100 : 20 }, (__, at) => at + 1);

  it('is measured as a permanent outage would hit it, in 99 of 100 cases, and never as the opposite', () => {
    const modes = seeds.map((seed) => measured(caller, seed));
    const opposite = caller.permanent === 'Hard' ? 'Soft' : 'Hard';
    expect(modes.filter(({ mode, basis }) => basis === 'measured' && mode === opposite)).toEqual([]);
    if (!caller.isMeasured) expect(modes.every(({ basis }) => basis === 'assumed')).toBe(true);
    else {
      const told = modes.filter(({ basis }) => basis === 'measured');
      expect(told.length).toBeGreaterThan(seeds.length / 2);
      expect(told.filter(({ mode }) => mode === caller.permanent).length).toBeGreaterThanOrEqual(told.length * 0.99);
    }
  });
});

/** How incidents are placed in situations, and what is said when situations merge and split. */
import { describe, expect, test } from 'vitest';
import type { Situation } from './situation';
import { changesOf, endedSituation, withMembers, type MemberIncident } from './situationIds';

/** A situation of a live pass with these causes, which are named by their ids. */
const found = (...causes: string[]): Situation => ({
  ...endedSituation(null),
  causes: causes.map((componentId) => ({
    componentId,
    technicalName: componentId,
    name: componentId,
    state: 'Outage',
    isUnderMaintenance: false,
    incidentId: null,
    part: { perHour: 0, expectedPerHour: 0 },
    jointlyWith: [],
    explainedInPart: null,
    contributesToCauses: [],
  })),
});

/** `i1 a` is the first incident, about a; `i1 a recovered of i3` has recovered and was last in the situation i3. */
function incident(words: string): MemberIncident {
  const [id = '', causeId = '', ...rest] = words.split(' ');
  const situationId = rest.at(-2) === 'of' ? (rest.at(-1) ?? null) : null;
  return { id, number: Number(id.slice(1)), causeId, isRecovered: rest[0] === 'recovered', situationId };
}

const placed = (situations: Situation[], ...incidents: string[]): Situation[] => withMembers(situations, incidents.map(incident));
const inWords = (situations: readonly Situation[]): string[] =>
  situations.map(({ id, incidents, causes }) =>
    [`${id}:`, ...incidents, '/', ...causes.map(({ technicalName }) => technicalName)].join(' '),
  );

describe('the id of a situation', () => {
  test('is that of its oldest incident, and null while it has none', () => {
    const situations = placed([found('a', 'b', 'c'), found('d')], 'i2 b', 'i1 c');
    expect(inWords(situations)).toEqual(['i1: i1 i2 / a b c', 'null: / d']);
    expect(situations[0]?.causes.map(({ incidentId }) => incidentId)).toEqual([null, 'i2', 'i1']);
  });

  test('of each part after a split is that of its own oldest; what has recovered stays with the older part', () => {
    const situations = placed([found('c'), found('b')], 'i1 a recovered of i1', 'i2 b of i1', 'i3 c of i1');
    expect(inWords(situations)).toEqual(['i3: i3 / c', 'i1: i1 i2 / b']);
  });

  test('of what has recovered altogether is that of the oldest left, without causes', () => {
    expect(inWords(placed([found('c')], 'i2 b recovered of i1', 'i3 a recovered of i1', 'i4 c'))).toEqual(['i4: i4 / c', 'i2: i2 i3 /']);
  });

  test('of an incident that recovered before situations were known is its own', () => {
    expect(inWords(placed([], 'i2 b recovered', 'i3 a recovered'))).toEqual(['i2: i2 /', 'i3: i3 /']);
  });
});

describe('a change of situations', () => {
  const changes = (before: readonly Situation[], after: readonly Situation[]) =>
    changesOf(before, after).map(({ situation, ...change }) => ({ id: situation.id, ...change }));
  const quiet = { joined: [], left: [], mergedFrom: [], splitFrom: null };

  test('is told when causes join or leave, and not otherwise', () => {
    const before = placed([found('a'), found('d')], 'i1 a', 'i4 d of i4');
    expect(changes([], before)).toEqual([
      { ...quiet, id: 'i1', joined: ['a'] },
      { ...quiet, id: 'i4', joined: ['d'] },
    ]);
    expect(changes(before, placed([found('a', 'b'), found('d')], 'i1 a of i1', 'i4 d of i4'))).toEqual([
      { ...quiet, id: 'i1', joined: ['b'] },
    ]);
    expect(changes(before, placed([found('d')], 'i1 a recovered of i1', 'i4 d of i4'))).toEqual([{ ...quiet, id: 'i1', left: ['a'] }]);
    expect(changes(before, before)).toEqual([]);
  });

  test('names the situations that are part of it now', () => {
    const before = placed([found('a'), found('b'), found('c')], 'i1 a', 'i2 b', 'i3 c');
    const after = placed([found('a', 'b', 'c')], 'i1 a of i1', 'i2 b of i2', 'i3 c of i3');
    expect(changes(before, after)).toEqual([{ ...quiet, id: 'i1', joined: ['b', 'c'], mergedFrom: ['i2', 'i3'] }]);
  });

  test('names the situation from which it was split off', () => {
    const before = placed([found('a', 'b')], 'i1 a', 'i2 b');
    const after = placed([found('a'), found('b')], 'i1 a of i1', 'i2 b of i1');
    expect(changes(before, after)).toEqual([
      { ...quiet, id: 'i1', left: ['b'] },
      { ...quiet, id: 'i2', joined: ['b'], splitFrom: 'i1' },
    ]);
  });

  test('names the former id of a situation whose oldest incident is over', () => {
    const before = placed([found('a', 'b')], 'i1 a', 'i2 b');
    expect(changes(before, placed([found('b')], 'i2 b of i1'))).toEqual([{ ...quiet, id: 'i2', left: ['a'], mergedFrom: ['i1'] }]);
    const both = placed([found('b'), found('c')], 'i2 b of i1', 'i3 c of i1');
    expect(changes(placed([found('a', 'b', 'c')], 'i1 a', 'i2 b', 'i3 c'), both).map(({ id, splitFrom }) => [id, splitFrom])).toEqual([
      ['i2', 'i1'],
      ['i3', 'i1'],
      ['i1', null],
    ]);
  });

  test('says of a situation that is gone which causes left it', () => {
    expect(changes(placed([found('a')], 'i1 a'), [])).toEqual([{ ...quiet, id: 'i1', left: ['a'] }]);
  });
});

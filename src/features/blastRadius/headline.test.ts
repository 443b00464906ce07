import { describe, expect, test } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { affectedCount, affectedWords } from '@/client/labels/affectedWords';
import { applicationNote, byStateAndTier, figuresOf } from './headline';
import { nothingSentence } from './impactWords';

const application = (technicalName: string, more: object = {}) =>
  ({
    id: technicalName,
    technicalName,
    expectedState: 'Outage',
    criticalityTier: 'BusinessCritical',
    lifecycleState: 'Production',
    componentCount: 1,
    affectedComponentCount: 1,
    downComponentCount: 1,
    ...more,
  }) as BlastRadiusAnswer['applications'][number];

const none = { components: 0, applications: 0 };

function answer(more: object = {}): BlastRadiusAnswer {
  return {
    entity: { id: 'db', type: 'component', name: 'Database' },
    direction: 'downstream',
    origin: [{ id: 'db', applicationId: 'data', expectedState: 'Outage' }],
    applications: [
      application('data', { componentCount: 3, affectedComponentCount: 3 }),
      application('shop', { criticalityTier: 'MissionCritical', componentCount: 5, affectedComponentCount: 5 }),
    ],
    audiences: [
      { people: 12, expectedState: 'Outage' },
      { people: null, expectedState: 'Outage' },
    ],
    counts: { components: 7, applications: 2 },
    affectedCounts: { components: 7, applications: 2, capabilities: 3 },
    completeness: { notRecorded: [], notInService: none },
    revenueExposure: { currency: 'EUR', perHour: 2_000, expectedPerHour: 1_000, perYear: 17_520_000, byAudience: [{}] },
    ...more,
  } as unknown as BlastRadiusAnswer;
}

const told = (given: BlastRadiusAnswer, columns?: Partial<ImpactColumns>) =>
  figuresOf(given, columns as ImpactColumns | undefined).map(({ label, value, note }) => [label, value, note]);
const revenue = (given: object) =>
  told(answer(given))
    .find(([label]) => label === 'Expected cost per hour')
    ?.slice(1);

describe('figures', () => {
  test('show components, applications, people, and the expected loss beside the revenue at risk', () => {
    expect(told(answer())).toEqual([
      ['Affected', '7 components', ''],
      ['In', '2 applications', '1 mission critical'],
      ['Capabilities', '3', 'affected'],
      ['People', '12', 'people in 2 audiences; how many in one is not recorded'],
      ['Expected cost per hour', '€1,000', '€2,000 at risk'],
    ]);
  });

  test('counts the components in a failed zone as affected, and names them separately', () => {
    const zone = answer({
      entity: { id: 'zone', type: 'hosting-zone', name: 'Zone A' },
      origin: [{ expectedState: 'Outage' }, { expectedState: 'Outage' }],
    });
    expect(told(zone)[0]).toEqual(['Affected', '9 components', '2 in it, 7 beyond']);
    expect(affectedWords(zone)).toBe('9 components affected, 2 applications');
  });

  test('no amount is claimed if no revenue is recorded', () => {
    const none = { currency: 'EUR', perHour: 0, expectedPerHour: 0, perYear: 0, byAudience: [] };
    const notRecorded = (...parts: string[]) => ({ completeness: { notRecorded: parts, notInService: none } });
    expect(revenue({ revenueExposure: none })).toEqual(['None', 'No audience that brings revenue is affected']);
    expect(revenue({ revenueExposure: none, ...notRecorded('revenue') })).toEqual([
      'Not recorded',
      'Give segments an annual revenue and each of their capabilities a share',
    ]);
    expect(revenue({ revenueExposure: undefined })).toBeUndefined();
  });

  test('nobody is not the same as not recorded', () => {
    const people = (given: object) => told(answer({ audiences: [], ...given })).find(([label]) => label === 'People');
    expect(people({})).toEqual(['People', 'Nobody', 'No audience is affected']);
    expect(people({ completeness: { notRecorded: ['audiences', 'revenue'], notInService: none } })).toEqual([
      'People',
      'Not recorded',
      'Link segments to the capabilities',
    ]);
  });

  test('what is only reached is counted apart, and its people are not', () => {
    const mild = answer({
      counts: { components: 10, applications: 4 },
      audiences: [
        { people: 12, expectedState: 'Outage' },
        { people: 900, expectedState: 'Healthy' },
      ],
    });
    expect(affectedWords(mild)).toBe('7 components affected, 2 applications; 3 more components reached, not affected');
    expect(told(mild).slice(0, 4)).toEqual([
      ['Affected', '7 components', '3 more reached, not affected'],
      ['In', '2 applications', '1 mission critical'],
      ['Capabilities', '3', 'affected'],
      ['People', '12', 'people in 1 audience'],
    ]);
  });

  test('upstream counts the own components of an application among its causes', () => {
    const shop = answer({ direction: 'upstream', entity: { id: 'shop', type: 'application', name: 'Shop' } });
    expect(told(shop)[0]).toEqual(['Could cause it', '8 components', '1 of these its own']);
    expect(affectedWords(shop)).toBe('8 components could cause it, 2 other applications involved');
  });

  test('upstream, counts zones, technologies and datasets separately', () => {
    expect(told(answer({ direction: 'upstream' }), { grounds: [{}, {}] as never, groundsOmitted: 0 })).toEqual([
      ['Could cause it', '8 components', 'and 2 zones, technologies and datasets'],
      ['Involved', '2 applications', '1 mission critical'],
    ]);
  });

  test('what is not in service stands apart, and its row says so', () => {
    const given = answer({
      affectedCounts: { components: 7, applications: 2, capabilities: 3 },
      applications: [application('data'), application('old', { lifecycleState: 'Retired' })],
      completeness: { notRecorded: [], notInService: { components: 2, applications: 1 } },
    });
    expect(affectedWords(given)).toBe('5 components affected, and 2 not in service, 1 application');
    expect(
      figuresOf(given, undefined)
        .slice(0, 2)
        .map(({ value, note }) => [value, note]),
    ).toEqual([
      ['5 components', 'and 2 not in service'],
      ['1 application', '1 business critical, and 1 not in service'],
    ]);
    expect(given.applications.map((one) => applicationNote(given, one))).toEqual([
      'only what fails',
      'Retired, not in service: 1 component',
    ]);
  });

  test('the parts of applications add up to what is affected', () => {
    const given = answer();
    expect(given.applications.map((one) => applicationNote(given, one))).toEqual(['2 components', '5 components']);
    expect(affectedCount(given)).toBe(7);
    expect(applicationNote(given, application('data'))).toBe('only what fails');
    const healthy = { expectedState: 'Healthy' };
    expect(applicationNote(given, application('shop', healthy))).toBe('1 component down, but no outermost one');
    expect(applicationNote(given, application('shop', { ...healthy, affectedComponentCount: 0, downComponentCount: 0 }))).toBe(
      '1 component reached',
    );
  });
});

test('within a state, the most critical application comes first', () => {
  const rows = [
    application('b'),
    application('a'),
    application('mission', { criticalityTier: 'MissionCritical' }),
    application('large', { componentCount: 9 }),
    application('mild', { expectedState: 'Warning', criticalityTier: 'MissionCritical' }),
  ];
  expect(byStateAndTier(rows).map(({ technicalName }) => technicalName)).toEqual(['mission', 'large', 'a', 'b', 'mild']);
});

describe('the sentence when nothing is affected', () => {
  const nothing = { counts: none, affectedCounts: none };
  const ground = { grounds: [{}] } as unknown as ImpactColumns;
  test('says that nothing can make it fail only if it uses no zone, technology or dataset either', () => {
    const upstream = answer({ ...nothing, direction: 'upstream' });
    expect(nothingSentence(upstream, { grounds: [] })).toBe('Nothing else can make Database fail within this depth and these filters.');
    expect(nothingSentence(upstream, ground)).toBe(
      'Database depends on no other component within this depth and these filters. The zones, technologies and datasets it uses can still make it fail.',
    );
  });
  test('does not say that nothing breaks where its application does', () => {
    expect(nothingSentence(answer({ counts: none, affectedCounts: { ...none, applications: 1 } }), { grounds: [] })).toBe(
      'No other component breaks with Database within this depth and these filters.',
    );
  });
  test('says that nothing is known of what has no component', () => {
    const empty = { ...nothing, origin: [], entity: { type: 'capability', name: 'Selling' } };
    const unknown = 'Nothing is known, because no component in service is recorded for Selling.';
    expect(nothingSentence(answer(empty), { grounds: [] })).toBe(unknown);
    expect(nothingSentence(answer({ ...empty, direction: 'upstream' }), { grounds: [] })).toBe(unknown);
  });
  test('is absent, downstream, for a zone whose contents fail with it', () => {
    expect(nothingSentence(answer(nothing), { grounds: [] })).toBe('Nothing breaks with Database within this depth and these filters.');
    expect(nothingSentence(answer({ ...nothing, entity: { type: 'hosting-zone', name: 'Zone' } }), { grounds: [] })).toBeNull();
    expect(nothingSentence(answer(), { grounds: [] })).toBeNull();
    expect(nothingSentence(answer({ affectedCounts: none }), { grounds: [] })).toBe(
      'Nothing breaks with Database within this depth and these filters. It reaches 7 components, without harm.',
    );
  });
});

import { expect, it } from 'vitest';
import type { ManifestImpact } from '@/contract/manifest/plan';
import { impactGroups } from './planImpactWords';

const nothing = { added: [], removed: [], addedOmitted: 0, removedOmitted: 0 };
const none: ManifestImpact = {
  dependencyCycles: nothing,
  tierInversions: nothing,
  singlePointsOfFailure: nothing,
  rollUps: [],
  impactOmitted: 0,
  currency: 'EUR',
  withheld: [],
};

it('says nothing if nothing changes', () => {
  expect(impactGroups(none)).toEqual([]);
});

it('says what gets worse first, what gets better next, then what moves', () => {
  const inversion = {
    dependency: 'shop-web → ads (Calls)',
    source: 'shop',
    sourceTier: 'MissionCritical',
    target: 'ads',
    targetTier: 'BusinessOperational',
  };
  const groups = impactGroups({
    ...none,
    dependencyCycles: { ...nothing, added: [{ components: ['a', 'b', 'c'] }], removed: [{ components: ['d'] }] },
    tierInversions: { ...nothing, added: [inversion] },
    singlePointsOfFailure: {
      ...nothing,
      removed: [{ capability: 'selling', component: 'db', perHour: 40, perHourChange: -30 }],
      addedOmitted: 3,
    },
    rollUps: [
      {
        component: 'db',
        applications: [{ technicalName: 'shop', from: 'Degraded', to: 'Outage' }],
        capabilities: [{ technicalName: 'selling', from: null, to: 'Warning' }],
        audiences: [{ technicalName: 'buyers', from: 'Outage', to: null }],
      },
    ],
    impactOmitted: 2,
  });
  expect(groups).toEqual([
    { title: 'New dependency cycles', effect: 'worse', sentences: ['a, b and c now depend on each other in a circle.'], omitted: 0 },
    {
      title: 'New tier inversions',
      effect: 'worse',
      sentences: ['shop (mission critical) now depends Hard on ads (business operational).'],
      omitted: 0,
    },
    { title: 'New single points of failure', effect: 'worse', sentences: [], omitted: 3 },
    { title: 'Removed cycles', effect: 'better', sentences: ['d no longer depend on each other in a circle.'], omitted: 0 },
    {
      title: 'Removed single points of failure',
      effect: 'better',
      sentences: ['db alone can no longer bring selling down, expected to cost €40 an hour (now: €10).'],
      omitted: 0,
    },
    {
      title: 'What an outage of a changed component affects differently',
      effect: 'other',
      sentences: [
        'If db is down: application shop goes from Degraded to Outage; capability selling is newly affected (Warning); audience buyers is no longer affected (was Outage).',
      ],
      omitted: 2,
      unexamined: 'changed component',
    },
  ]);
});

it('shortens a long cycle and says how much is left out', () => {
  const [cycle] = impactGroups({
    ...none,
    dependencyCycles: { ...nothing, added: [{ components: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }] },
  });
  expect(cycle?.sentences).toEqual(['a, b, c, d, e, f and 2 other components now depend on each other in a circle.']);
});

it('says once what changes in the same way', () => {
  const gone = (technicalName: string) => ({ technicalName, from: 'Outage' as const, to: null });
  const applications = [
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(gone),
    { technicalName: 'z', from: 'Outage' as const, to: 'Warning' as const },
  ];
  const [group] = impactGroups({
    ...none,
    rollUps: [{ component: 'db', applications, capabilities: [gone('pay'), gone('sell')], audiences: [] }],
  });
  expect(group?.sentences).toEqual([
    'If db is down: applications a, b, c, d, e, f and 2 others are no longer affected (were Outage); application z goes from Outage to Warning; capabilities pay and sell are no longer affected (were Outage).',
  ]);
});

it('says which scenarios end worse, better or differently, with amounts if the reader may see them', () => {
  const excess = { from: 0, to: 0 };
  const scenarios = [
    {
      technicalName: 'both-stores',
      verdicts: [
        { capability: 'pay', from: 'Met' as const, to: 'Breached' as const },
        { capability: 'browse', from: 'Met' as const, to: 'Met' as const },
      ],
      newlyExcess: [
        { entityType: 'component' as const, technicalName: 'checkout', expectedState: 'Outage' as const, alone: 'Healthy' as const },
      ],
      excess: { from: 0, to: 1 },
      expectedPerHour: { from: 1_000, to: 1_600 },
      omitted: 2,
    },
    {
      technicalName: 'zone-lost',
      verdicts: [{ capability: 'pay', from: 'Breached' as const, to: null }],
      newlyExcess: [],
      excess: { from: 3, to: 1 },
      expectedPerHour: { from: 1_000, to: 999.9 },
      omitted: 0,
    },
    {
      technicalName: 'new-one',
      verdicts: [],
      newlyExcess: [],
      excess,
      expectedPerHour: { from: null, to: 40 },
      omitted: 0,
    },
    { technicalName: 'nothing-recorded', verdicts: [], newlyExcess: [], excess, expectedPerHour: { from: null, to: 0 }, omitted: 0 },
    { technicalName: 'first-recorded', verdicts: [], newlyExcess: [], excess, expectedPerHour: { from: 0, to: 7 }, omitted: 0 },
    { technicalName: 'as-before', verdicts: [], newlyExcess: [], excess, expectedPerHour: { from: 5, to: 5 }, omitted: 0 },
  ];
  const told = (seen: object) =>
    impactGroups({ ...none, scenarios, scenariosOmitted: 4, ...seen }).map(({ title, sentences, omitted }) => [title, sentences, omitted]);
  expect(told({})).toEqual([
    [
      'Scenarios with a worse result',
      [
        'both-stores: capability pay was within tolerance and is down too long; component checkout is now Outage because they fail together (Healthy with any one of them); expected to cost €1,600 an hour instead of €1,000; and 2 more.',
        'first-recorded: expected to cost €7 an hour.',
      ],
      0,
    ],
    [
      'Scenarios with a better result',
      ['zone-lost: capability pay was down too long and is not affected; only together: 1 instead of 3.'],
      0,
    ],
    ['Scenarios with a different result', ['new-one: expected to cost €40 an hour.'], 4],
  ]);
  const unseen = told({ currency: null, scenarios: scenarios.map((one) => ({ ...one, expectedPerHour: null })) });
  expect(JSON.stringify(unseen)).not.toMatch(/€|cost/);
  expect(unseen.map(([title]) => title)).toEqual([
    'Scenarios with a worse result',
    'Scenarios with a better result',
    'Scenarios with a different result',
  ]);
});

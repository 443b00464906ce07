import { describe, expect, it } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { Colours } from '@/cli/terminal';
import { blastLines } from './blastText';

const same = (text: string): string => text;
const plain: Colours = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
const [db, catalog, frontend] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const component = (id: string, technicalName: string, name: string) => ({
  id,
  technicalName,
  name,
  kind: 'WebAPI' as const,
  applicationId: db,
  isExternal: false,
});

const ANSWER: BlastRadiusAnswer = {
  entity: { id: db, type: 'component', technicalName: 'astronomy-db', name: 'Astronomy database' },
  direction: 'downstream',
  state: 'Outage',
  depth: { requested: 9, applied: 8, planMaximum: 8 },
  filters: { modes: ['Hard', 'Soft'], types: null },
  origin: [{ ...component(db, 'astronomy-db', 'Astronomy database'), expectedState: 'Outage' }],
  components: [
    {
      ...component(catalog, 'product-catalog', 'Product catalogue'),
      depth: 1,
      expectedState: 'Outage',
      via: { dependencyId: db, componentId: db },
    },
    {
      ...component(frontend, 'frontend', 'Frontend'),
      depth: 2,
      expectedState: 'Degraded',
      via: { dependencyId: db, componentId: catalog },
    },
  ],
  applications: [
    {
      id: db,
      technicalName: 'storefront',
      name: 'Storefront',
      depth: 0,
      expectedState: 'Outage',
      criticalityTier: 'MissionCritical',
      ownerTeam: 'Web',
      lifecycleState: 'Production',
      componentCount: 2,
      affectedComponentCount: 2,
      downComponentCount: 1,
    },
  ],
  capabilities: [{ id: db, technicalName: 'place-order', name: 'Place an order', depth: 1, expectedState: 'Outage' }],
  processes: [],
  audiences: [
    { id: db, technicalName: 'shoppers', name: 'Shoppers', depth: 1, expectedState: 'Outage', audienceType: 'Customers', people: 240000 },
  ],
  revenueExposure: { currency: 'EUR', perYear: 17520000, perHour: 2000, expectedPerHour: 1800, byAudience: [] },
  counts: { components: 2, applications: 1, capabilities: 1, processes: 0, audiences: 1 },
  affectedCounts: { components: 2, applications: 1, capabilities: 1, processes: 0, audiences: 1 },
  completeness: {
    beyondDepth: 1,
    stoppedByFilter: 2,
    stoppedByPropagates: 0,
    componentsOmitted: 0,
    notRecorded: [],
    notInService: { components: 0, applications: 0 },
    withheld: [],
  },
  landscapeVersion: 12,
};

describe('a blast radius on a terminal', () => {
  it('shows the roll-up, the rings, the path and what was not examined', () => {
    expect(blastLines(ANSWER, plain, false).join('\n')).toBe(`What breaks when astronomy-db (component, Astronomy database) goes to Outage
looked up to 8 hops away (asked for 9; the plan allows 8) · only modes Hard, Soft

  affects 2 components, 1 application, 1 capability, 0 processes, 1 audience
  expected cost per hour: 1,800 EUR (2,000 EUR at risk, 17,520,000 EUR a year)

Directly (1)
  Outage    product-catalog  Product catalogue  ← uses astronomy-db

2 hops away (1)
  Degraded  frontend  Frontend  ← uses product-catalog

Applications (1)
  Outage    storefront  Storefront  MissionCritical, team Web

Capabilities (1)
  Outage    place-order  Place an order

Audiences (1)
  Outage    shoppers  Shoppers  Customers, 240,000 people

  1 more component one hop beyond depth 8
  2 dependencies not followed because of the filters`);
  });

  it('distinguishes "nothing depends on it" from "nothing was examined"', () => {
    const none = { ...ANSWER, components: [], applications: [], capabilities: [], audiences: [], revenueExposure: undefined };
    const complete = {
      beyondDepth: 0,
      stoppedByFilter: 0,
      stoppedByPropagates: 0,
      componentsOmitted: 0,
      notRecorded: [],
      notInService: { components: 0, applications: 0 },
      withheld: ['revenueExposure'],
    };
    const lines = blastLines({ ...none, completeness: complete }, plain, false);
    expect(lines).toContain('  No other component is reached, and nothing was left out.');
    expect(lines).toContain('  expected cost withheld: this key may not see revenue');
    expect(blastLines({ ...none, completeness: { ...complete, stoppedByPropagates: 1 } }, plain, false).at(-1)).toBe(
      '  1 dependency not followed because they do not propagate failures',
    );
  });

  it('lists what is only reached apart from what is affected, and says what a healthy application has inside', () => {
    const [product, front] = ANSWER.components as [ComponentRow, ComponentRow];
    const [shop] = ANSWER.applications as [ApplicationRow];
    const lines = blastLines(
      {
        ...ANSWER,
        components: [product, { ...front, expectedState: 'Healthy' }],
        applications: [{ ...shop, expectedState: 'Healthy', affectedComponentCount: 1, downComponentCount: 1 }],
        affectedCounts: { components: 1, applications: 0, capabilities: 1, processes: 0, audiences: 1 },
      },
      plain,
      false,
    );
    expect(lines).toContain('  affects 1 component, 0 applications, 1 capability, 0 processes, 1 audience');
    expect(lines).toContain('  reaches 2 components, 1 application, 1 capability, 0 processes, 1 audience');
    expect(after(lines, 'Components reached, not affected (1)')).toBe('  Healthy   frontend  Frontend  ← uses product-catalog');
    expect(after(lines, 'Applications reached, not affected (1)')).toBe(
      '  Healthy   storefront  Storefront  MissionCritical, team Web, 1 component down, but no outermost one',
    );
    expect(lines).not.toContain('Applications (1)');
  });

  it('shows upstream its own components first, in three groups by how much each would hurt', () => {
    const [product, front] = ANSWER.components as [ComponentRow, ComponentRow];
    const [own] = ANSWER.origin as [OriginRow];
    const nothing = { capabilities: [], processes: [], audiences: [], applications: [], revenueExposure: undefined };
    const components = [
      { ...front, expectedState: 'Warning' as const },
      { ...product, technicalName: 'log', expectedState: 'Healthy' as const },
    ];
    const upstream = { ...ANSWER, ...nothing, direction: 'upstream' as const, origin: [own], components };
    const lines = blastLines(upstream, plain, false);
    expect(lines[3]).toBe('  1 component could take it down, 1 could degrade it, 1 reach it without harm (own components included: 1)');
    expect(after(lines, 'Could take it down (1)')).toBe('  Outage    astronomy-db  Astronomy database  its own');
    expect(after(lines, 'Could degrade it (1)')).toContain('frontend');
    expect(after(lines, 'Reaches it without harm (1)')).toContain('log');
  });

  it('never says that nothing brings down what its own components bring down', () => {
    const complete = { ...ANSWER.completeness, beyondDepth: 0, stoppedByFilter: 0 };
    const lines = blastLines({ ...ANSWER, direction: 'upstream', components: [], completeness: complete }, plain, false);
    expect(lines.at(-1)).toBe('  It depends on no other component, and nothing was left out.');
    expect(lines).toContain('Could take it down (1)');
  });

  it('says that nothing is known of what has no components', () => {
    const complete = { ...ANSWER.completeness, beyondDepth: 0, stoppedByFilter: 0 };
    for (const direction of ['upstream', 'downstream'] as const)
      expect(blastLines({ ...ANSWER, direction, origin: [], components: [], completeness: complete }, plain, false).at(-1)).toBe(
        `  Nothing is known, because no component in service is recorded for ${ANSWER.entity.name}.`,
      );
  });

  it('says what is not recorded and what to link, instead of nobody', () => {
    const notRecorded: ('capabilities' | 'audiences' | 'revenue')[] = ['capabilities', 'audiences', 'revenue'];
    const empty = {
      capabilities: [],
      audiences: [],
      revenueExposure: { ...ANSWER.revenueExposure!, perYear: 0, perHour: 0, expectedPerHour: 0 },
    };
    const lines = blastLines({ ...ANSWER, ...empty, completeness: { ...ANSWER.completeness, notRecorded } }, plain, false);
    expect(lines).toContain('  expected cost per hour: not recorded');
    expect(lines).toContain(
      '  not recorded: capabilities, audiences, revenue; link the applications to the capabilities that they support',
    );
  });
});

type ComponentRow = BlastRadiusAnswer['components'][number];
type ApplicationRow = BlastRadiusAnswer['applications'][number];
type OriginRow = BlastRadiusAnswer['origin'][number];

const after = (lines: readonly string[], title: string): string => lines[lines.indexOf(title) + 1] ?? '';

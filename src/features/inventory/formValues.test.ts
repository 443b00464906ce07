import { describe, expect, it } from 'vitest';
import { cellText } from './cellText';
import { fieldsOf, filtersOf } from './fields';
import { issuesOf } from './formIssues';
import { conflictsOf, creationOf, errorOf, patchOf, valuesOf } from './formValues';
import { technicalNameFrom } from '@/client/technicalNameFrom';
import { INVENTORY_KINDS } from '@/contract/values/inventory';

const specs = fieldsOf('application');

describe('the fields of a kind', () => {
  it('are those of its schema, with their initial values', () => {
    expect(fieldsOf('component').map(({ name, input, isRequired, initial, target }) => [name, input, isRequired, initial, target])).toEqual(
      [
        ['name', 'text', true, null, null],
        ['technicalName', 'text', true, null, null],
        ['description', 'longText', false, null, null],
        ['applicationId', 'link', true, null, 'application'],
        ['kind', 'select', false, 'Other', null],
        ['runtime', 'select', false, 'Containers', null],
        ['isExternal', 'switch', false, false, null],
        ['staleAfterMinutes', 'number', false, null, null],
        ['contact', 'text', false, null, null],
        ['references', 'references', false, [], null],
        ['hostingZoneIds', 'links', false, [], 'hosting-zone'],
        ['technologyIds', 'links', false, [], 'technology'],
        ['datasetIds', 'links', false, [], 'dataset'],
      ],
    );
    expect(fieldsOf('technology').find(({ name }) => name === 'endOfSupport')?.input).toBe('date');
    expect(
      fieldsOf('segment')
        .map(({ name, input }) => [name, input])
        .slice(3),
    ).toEqual([
      ['audienceType', 'select'],
      ['people', 'number'],
      ['annualRevenue', 'number'],
      ['capabilities', 'shares'],
    ]);
    expect(
      fieldsOf('dependency')
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name),
    ).toEqual(['sourceComponentId', 'targetComponentId', 'dependencyType']);
  });

  it('show revenue, and only revenue, in the currency of the tenant', () => {
    const unitsOf = (currency: string | null) =>
      fieldsOf('segment', currency).flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit]]));
    expect(unitsOf('CHF')).toEqual([
      ['people', 'people'],
      ['annualRevenue', 'CHF'],
    ]);
    expect(unitsOf(null)).toEqual([['people', 'people']]);
    const revenue = fieldsOf('segment', 'CHF').find(({ name }) => name === 'annualRevenue');
    expect(revenue !== undefined && cellText(revenue, 1_250_000, new Map())).toBe('CHF\u00a01,250,000');
  });

  it('use the singular for one', () => {
    const people = fieldsOf('segment').find(({ name }) => name === 'people');
    expect([0, 1, 240_000].map((value) => people !== undefined && cellText(people, value, new Map()))).toEqual([
      '0 people',
      '1 person',
      '240,000 people',
    ]);
  });

  it('name the kind to which every filter by id leads', () => {
    const filters = INVENTORY_KINDS.flatMap((kind) =>
      filtersOf(kind).map((filter) => [`${kind} ${filter.name}`, filter.input, filter.target] as const),
    );
    expect(filters.filter(([name]) => name.endsWith('Id')).filter(([, input, target]) => input !== 'link' || target === null)).toEqual([]);
    expect(filters.find(([name]) => name === 'segment capabilityId')).toEqual(['segment capabilityId', 'link', 'capability']);
    expect(filters.filter(([, input]) => input === 'text').map(([name]) => name)).toEqual([
      'application ownerTeam',
      'capability ownerTeam',
      'process ownerTeam',
    ]);
  });
});

describe('what a form sends', () => {
  it('leaves out empty fields of a new entity, and unchanged fields of a change', () => {
    const empty = valuesOf(specs, {});
    expect(creationOf(specs, { ...empty, name: 'Shop', technicalName: 'shop', ownerTeam: '' })).toEqual({
      name: 'Shop',
      technicalName: 'shop',
      lifecycleState: 'Production',
      criticalityTier: 'BusinessOperational',
    });
    const base = { ...empty, name: 'Shop', ownerTeam: 'web', capabilityIds: ['a', 'b'] };
    expect(patchOf(specs, base, { ...base, ownerTeam: '', capabilityIds: ['b', 'a'] })).toEqual({ ownerTeam: null });
    expect(patchOf(specs, base, { ...base, name: '' })).toEqual({ name: '' });
  });

  it('is checked against the schema, with messages that say what is needed', () => {
    expect(issuesOf('application', specs, { technicalName: 'no blanks' }, true).map(({ path }) => path)).toEqual(['name', 'technicalName']);
    expect(issuesOf('application', specs, {}, true)[0]).toEqual({ path: 'name', message: 'Name is required.' });
    expect(issuesOf('application', specs, { ownerTeam: null }, false)).toEqual([]);
    expect(issuesOf('application', specs, { name: '' }, false)).toEqual([{ path: 'name', message: 'Name is required.' }]);
    expect(errorOf([{ path: 'capabilities[1].revenueShare', message: 'is too much' }], 'capabilities[1]', 'The share')).toBe(
      'The share is too much.',
    );
    expect(
      errorOf(
        [
          { path: 'name', message: 'Name is required.' },
          { path: 'name', message: 'is taken' },
        ],
        'name',
        'Name',
      ),
    ).toBe('Name is required. Name is taken.');
    expect(errorOf([{ path: 'capabilities[1].revenueShare', message: 'is too much' }], 'capabilities[0]', 'The share')).toBeNull();
  });
});

it.each([
  ['Astronomy database', 'astronomy-database'],
  ['  Größe & Café  ', 'grosse-and-cafe'],
  ['Order / v2.0', 'order-v2-0'],
  ['***', ''],
])('the name %j suggests the technicalName %j', (name, expected) => {
  expect(technicalNameFrom(name)).toBe(expected);
});

it('a conflict names who changed what, but not what both changed in the same way', () => {
  const base = { ...valuesOf(specs, {}), name: 'Shop', ownerTeam: 'web' };
  const mine = { ...base, name: 'Store', ownerTeam: 'mine', lifecycleState: 'Sunset' };
  const theirs = { ...base, ownerTeam: 'theirs', lifecycleState: 'Sunset', description: 'new' };
  expect(
    conflictsOf(specs, base, mine, theirs).map(({ spec, changedBy, mine: own, theirs: other }) => [spec.name, changedBy, own, other]),
  ).toEqual([
    ['name', 'me', 'Store', 'Shop'],
    ['description', 'them', null, 'new'],
    ['ownerTeam', 'both', 'mine', 'theirs'],
  ]);
});

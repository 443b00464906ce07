/** Which dependencies are evidence, which are gaps, and how completeness is counted. */
import { describe, expect, it } from 'vitest';
import {
  compareEntries,
  completenessOf,
  registerEntry,
  type KnownEnd,
  type RegisterApplication,
  type RegisterDependency,
} from './registerEntry';
import { selectEntries } from './registerSelection';

const shop: RegisterApplication = { id: 'shop-id', technicalName: 'shop', name: 'Shop', criticalityTier: 'MissionCritical' };
const books: RegisterApplication = { id: 'books-id', technicalName: 'books', name: 'Books', criticalityTier: 'Administrative' };
const end = (technicalName: string, application = shop, more: Partial<KnownEnd> = {}): KnownEnd => ({
  componentId: `${technicalName}-id`,
  technicalName,
  name: technicalName.toUpperCase(),
  isExternal: false,
  application,
  usesPersonalData: false,
  dataClass: null,
  ...more,
});
const dependency = (more: Partial<RegisterDependency> = {}): RegisterDependency => ({
  id: 'd',
  sourceComponentId: 's',
  targetComponentId: 't',
  dependencyType: 'Calls',
  mode: 'Hard',
  protocol: 'HTTPS',
  transportEncryption: 'TLS 1.3',
  endpointAuthMethod: 'mTLS',
  ...more,
});

describe('an entry', () => {
  it.each([
    [{}, 'registered', []],
    [{ protocol: null }, 'gap', ['protocol']],
    [{ protocol: '' }, 'gap', ['protocol']],
    [{ transportEncryption: ' \t\u00a0' }, 'gap', ['transportEncryption']],
    [{ endpointAuthMethod: '\u200b\ufeff' }, 'gap', ['endpointAuthMethod']],
    [{ endpointAuthMethod: 'none' }, 'registered', []],
    [
      { protocol: null, transportEncryption: null, endpointAuthMethod: null },
      'gap',
      ['protocol', 'transportEncryption', 'endpointAuthMethod'],
    ],
  ])('with %j is %s, lacking %j', (fields, status, missing) => {
    expect(registerEntry(dependency(fields), end('a'), end('b'))).toMatchObject({ status, missing });
  });

  it.each([
    [{}, {}, false, false],
    [{ isExternal: true }, {}, true, false],
    [{}, { isExternal: true }, true, false],
    [{ usesPersonalData: true }, {}, false, true],
    [{}, { usesPersonalData: true }, false, true],
    [{ isExternal: true }, { isExternal: true, usesPersonalData: true }, true, true],
  ])('from %j to %j is external: %s, personal data: %s', (source, target, isExternal, personalData) => {
    const entry = registerEntry(dependency(), end('a', shop, source), end('b', shop, target));
    expect([entry.isExternal, entry.personalData]).toEqual([isExternal, personalData]);
    expect(entry.source).not.toHaveProperty('usesPersonalData');
    expect(entry.target).not.toHaveProperty('dataClass');
  });
});

describe('an unprotected entry', () => {
  it.each([
    [{ transportEncryption: 'none' }, true],
    [{ transportEncryption: ' PlainText\t' }, true],
    [{ endpointAuthMethod: 'No' }, true],
    [{ endpointAuthMethod: 'N/A' }, true],
    [{ endpointAuthMethod: '-' }, true],
    [{ endpointAuthMethod: 'none', protocol: null }, true],
    [{ protocol: 'none' }, false],
    [{ transportEncryption: 'none of your business' }, false],
    [{ transportEncryption: '' }, false],
    [{}, false],
  ])('is one with %j: %s', (fields, isUnprotected) => {
    expect(registerEntry(dependency(fields), end('a'), end('b')).isUnprotected).toBe(isUnprotected);
  });
});

const entries = [
  registerEntry(dependency({ id: '1' }), end('web'), end('db')),
  registerEntry(dependency({ id: '2', protocol: null }), end('web'), end('ledger', books)),
  registerEntry(
    dependency({ id: '3', dependencyType: 'Reads' }),
    end('ledger', books),
    end('archive', books, { isExternal: true, usesPersonalData: true }),
  ),
];
const idsOf = (selected: readonly { dependencyId: string }[]): string[] => selected.map(({ dependencyId }) => dependencyId);

describe('a selection', () => {
  it.each([
    [{}, ['1', '2', '3']],
    [{ status: 'gap' }, ['2']],
    [{ status: 'registered' }, ['1', '3']],
    [{ applicationId: 'shop-id' }, ['1', '2']],
    [{ applicationId: 'books-id' }, ['2', '3']],
    [{ criticalityTier: ['Administrative'] }, ['2', '3']],
    [{ criticalityTier: ['Administrative', 'MissionCritical'] }, ['1', '2', '3']],
    [{ isExternal: true }, ['3']],
    [{ isExternal: false }, ['1', '2']],
    [{ personalData: true }, ['3']],
    [{ dependencyType: ['Reads'] }, ['3']],
    [{ search: 'LEDG' }, ['2', '3']],
    [{ search: 'web', status: 'gap' }, ['2']],
  ] as const)('by %j is %j', (filters, ids) => {
    expect(idsOf(selectEntries(entries, filters))).toEqual(ids);
  });
});

describe('the order', () => {
  it('is by source, target and type, by code unit, with unprotected entries first', () => {
    const [a, b, c, d] = [
      registerEntry(dependency({ id: 'a' }), end('B'), end('x')),
      registerEntry(dependency({ id: 'b' }), end('a'), end('X')),
      registerEntry(dependency({ id: 'c' }), end('a'), end('x')),
      registerEntry(dependency({ id: 'd', dependencyType: 'Writes' }), end('a'), end('x')),
    ];
    const open = registerEntry(dependency({ id: 'open', transportEncryption: 'none' }), end('z'), end('z'));
    expect(idsOf([d, c, b, a, open].sort(compareEntries))).toEqual(['open', 'a', 'b', 'c', 'd']);
  });
});

describe('completeness', () => {
  it('counts a dependency for both applications and both tiers, once each', () => {
    expect(completenessOf(entries)).toEqual({
      overall: { registered: 2, total: 3, percent: 66.6, unprotected: 0 },
      byApplication: [
        { ...books, registered: 1, total: 2, percent: 50, unprotected: 0 },
        { ...shop, registered: 1, total: 2, percent: 50, unprotected: 0 },
      ],
      byCriticalityTier: [
        { criticalityTier: 'MissionCritical', registered: 1, total: 2, percent: 50, unprotected: 0 },
        { criticalityTier: 'BusinessCritical', registered: 0, total: 0, percent: null, unprotected: 0 },
        { criticalityTier: 'BusinessOperational', registered: 0, total: 0, percent: null, unprotected: 0 },
        { criticalityTier: 'Administrative', registered: 1, total: 2, percent: 50, unprotected: 0 },
      ],
    });
  });

  it('says 100 only if every dependency is complete', () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      registerEntry(dependency(index === 0 ? { protocol: null } : {}), end('a'), end('b')),
    );
    expect(completenessOf(many).overall).toEqual({ registered: 1_999, total: 2_000, percent: 99.9, unprotected: 0 });
    expect(completenessOf(many.slice(1)).overall.percent).toBe(100);
    expect(completenessOf([]).overall).toEqual({ registered: 0, total: 0, percent: null, unprotected: 0 });
  });
});

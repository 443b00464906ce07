/** What a dependency proves, in which order, and how the shares add up. */
import { describe, expect, it } from 'vitest';
import { isKnown } from './knownWords';
import { registerEntry, type KnownEnd, type RegisterApplication, type RegisterDependency } from './registerEntry';
import { selectEntries } from './registerSelection';
import { sharesOf, verdictOf, worstFirst } from './registerShares';

const SECURED = { protocol: 'HTTPS', transportEncryption: 'TLS 1.3', endpointAuthMethod: 'mTLS' };
const app = (criticalityTier: RegisterApplication['criticalityTier']): RegisterApplication => ({
  id: criticalityTier,
  technicalName: criticalityTier,
  name: criticalityTier,
  criticalityTier,
});
const end = (technicalName: string, more: Partial<KnownEnd> = {}): KnownEnd => ({
  componentId: technicalName,
  technicalName,
  name: technicalName,
  isExternal: false,
  application: app('BusinessOperational'),
  usesPersonalData: false,
  dataClass: null,
  ...more,
});
const entry = (id: string, fields: Partial<RegisterDependency> = {}, source: Partial<KnownEnd> = {}, target: Partial<KnownEnd> = {}) =>
  registerEntry(
    { id, sourceComponentId: 's', targetComponentId: 't', dependencyType: 'Calls', mode: 'Hard', ...SECURED, ...fields },
    end(id, source),
    end('target', target),
  );

describe('a verdict', () => {
  it.each([
    [{}, 'secured', []],
    [{ protocol: 'x' }, 'unclear', ['protocol']],
    [{ transportEncryption: 'yes', endpointAuthMethod: 'internal' }, 'unclear', ['transportEncryption', 'endpointAuthMethod']],
    [{ protocol: 'none' }, 'unclear', ['protocol']],
    [{ protocol: null }, 'gap', []],
    [{ protocol: null, endpointAuthMethod: 'x' }, 'gap', ['endpointAuthMethod']],
    [{ transportEncryption: 'None' }, 'unprotected', []],
    [{ transportEncryption: 'None', protocol: null }, 'unprotected', []],
  ] as const)('with %j is %s, with unknown words in %j', (fields, verdict, unknown) => {
    const judged = entry('a', fields);
    expect([verdictOf(judged), judged.unknownWords]).toEqual([verdict, unknown]);
  });

  it.each([
    ['protocol', 'HTTP/2', true],
    ['protocol', 'gRPC', true],
    ['protocol', 'SQL Server', true],
    ['protocol', 'x', false],
    ['transportEncryption', 'mTLS 1.3', true],
    ['transportEncryption', 'TLSv1.2', true],
    ['transportEncryption', 'encrypted', false],
    ['endpointAuthMethod', 'mutual TLS', true],
    ['endpointAuthMethod', 'OAuth 2.0 client credentials', true],
    ['endpointAuthMethod', 'SCRAM-SHA-256', true],
    ['endpointAuthMethod', 'managed identity', true],
    ['endpointAuthMethod', 'n.n.', false],
  ] as const)('the %s %j is known: %s', (field, text, known) => {
    expect(isKnown(field, text)).toBe(known);
  });
});

const critical = { application: app('MissionCritical') };
const entries = [
  entry('e-secured'),
  entry('d-unclear', { protocol: 'x' }),
  entry('c-gap', { protocol: null }, { dataClass: 'Public' }),
  entry('b-gap', { protocol: null, endpointAuthMethod: null }, { dataClass: 'Public' }),
  entry('a-gap', { protocol: null }, { dataClass: 'Internal' }, { dataClass: 'Restricted' }),
  entry('f-none', { endpointAuthMethod: 'none' }),
  entry('g-none', { endpointAuthMethod: 'none' }, {}, critical),
];

it('the worst come first: by verdict, then data, then criticality, then what is missing', () => {
  expect(worstFirst(entries).map(({ dependencyId }) => dependencyId)).toEqual([
    'g-none',
    'f-none',
    'a-gap',
    'b-gap',
    'c-gap',
    'd-unclear',
    'e-secured',
  ]);
});

it('each dependency counts once, so that the parts add up to the whole', () => {
  const { overall, byCriticalityTier, byDataClass } = sharesOf(entries);
  expect(overall).toEqual({ unprotected: 2, gap: 3, unclear: 1, secured: 1, total: 7 });
  expect(byCriticalityTier.map(({ criticalityTier, total }) => [criticalityTier, total])).toEqual([
    ['MissionCritical', 1],
    ['BusinessCritical', 0],
    ['BusinessOperational', 6],
    ['Administrative', 0],
  ]);
  expect(byDataClass.map(({ dataClass, total, gap }) => [dataClass, total, gap])).toEqual([
    ['Restricted', 1, 1],
    ['Confidential', 0, 0],
    ['Internal', 0, 0],
    ['Public', 2, 2],
    [null, 4, 0],
  ]);
});

it.each([
  [{ verdict: ['unclear'] }, ['d-unclear']],
  [{ dataClass: ['Public'] }, ['c-gap', 'b-gap']],
  [{ highestTier: ['MissionCritical'] }, ['g-none']],
] as const)('each share can be selected: %j', (filters, ids) => {
  expect(selectEntries(entries, filters).map(({ dependencyId }) => dependencyId)).toEqual(ids);
});

/** What catalog files become: one small file per rule and tool. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { CATALOG } from './catalog';
import { tierOf } from './catalogImport';

type Files = Record<string, string>;

const read = (files: Files | string, own: Record<string, string[]> = {}, paths?: string[]): Imported => {
  const all = typeof files === 'string' ? { 'a.yml': files } : files;
  return CATALOG.read(paths ?? Object.keys(all), memoryDisk(all), { name: 'Shop', own }, new ImportReport());
};
const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap(({ technicalName, components }) =>
    (components ?? []).map((component) => `${technicalName}/${component.technicalName} ${component.kind ?? 'unknown'}`),
  );
const edgesOf = ({ manifest }: Imported): string[] =>
  (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode }) => `${source} > ${target} ${dependencyType} ${mode}`);
const toldBy = ({ report }: Imported): string[] =>
  report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ message }) => message);
/** What was imported, or the sentence of the refusal. */
function outcome(reading: () => Imported): Imported | string {
  try {
    return reading();
  } catch (error) {
    if (error instanceof UnreadableSource) return `${error.message} ${JSON.stringify(error.more)}`;
    throw error;
  }
}

const opslevel = (name: string, more: string): string => `version: 1\nservice:\n  name: ${name}\n  owner: team-a\n${more}`;

describe('OpsLevel', () => {
  const FILES = {
    'cart/opslevel.yml': opslevel(
      'Cart Service',
      '  tier: tier_1\n  lifecycle: beta\n  system: shop\n  aliases: [cart]\n  dependencies:\n  - alias: price_service\n  - alias: cart\n  - alias: gone\n    notes: x\n',
    ),
    'price/opslevel.yml': opslevel(
      'Price Service',
      '  tier: tier_2\n  lifecycle: generally_available\n  system: shop\n  dependencies:\n  - alias: cart\n    notes: pub sub\n',
    ),
  };

  it('an alias is stated, or implied by the name; notes tell messages', () => {
    expect(edgesOf(read(FILES))).toEqual(['Cart-Service > Price-Service Calls Hard', 'Price-Service > Cart-Service PubSub Async']);
    expect(toldBy(read(FILES))).toEqual([
      'Cart Service depends on cart, which is itself',
      'Cart Service depends on gone, which is not in these files: name its file too',
    ]);
  });

  it('services of one system are one application, with the most critical tier and the most active state', () => {
    const imported = read(FILES);
    expect(componentsOf(imported)).toEqual(['shop/Cart-Service WebAPI', 'shop/Price-Service WebAPI']);
    expect(imported.manifest.applications).toMatchObject([
      { lifecycleState: 'Production', criticalityTier: 'MissionCritical', ownerTeam: 'team-a' },
    ]);
    expect(imported.report).toContainEqual(
      expect.objectContaining({ type: 'decided', message: 'shop has parts of 2 tiers, so it has the most critical of them' }),
    );
  });

  it('the order of the files does not matter', () => {
    const texts = [Object.keys(FILES), Object.keys(FILES).reverse()].map((paths) => read(FILES, {}, paths).text);
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('Compass', () => {
  const component = (name: string, more: string): string => `configVersion: 1\nname: ${name}\nid: ari:c/${name}\n${more}`;

  it('relationships name others by id; what is not there is listed; a library does not propagate', () => {
    const imported = read({
      'a.yml': component(
        'cart',
        'typeId: SERVICE\nfields: { tier: 2 }\nrelationships: { DEPENDS_ON: ["ari:c/prices", "ari:c/gone"], OTHER: ["ari:c/x"] }\n',
      ),
      'b.yml': component('prices', 'typeId: LIBRARY\ndescription: null\nrelationships: { DEPENDS_ON: [] }\n'),
    });
    expect(componentsOf(imported)).toEqual(['cart/cart WebAPI', 'prices/prices unknown']);
    expect(imported.manifest.dependencies).toEqual([
      { source: 'cart', target: 'prices', dependencyType: 'Calls', mode: 'Hard', propagates: false },
    ]);
    expect(imported.manifest.applications?.[0]).toMatchObject({ criticalityTier: 'BusinessCritical' });
    expect(toldBy(imported)).toEqual([
      'cart depends on ari:c/gone, which is not in these files: name its file too',
      'cart is related to ari:c/x: only DEPENDS_ON is a dependency',
    ]);
  });
});

describe('Datadog', () => {
  it('v2: several documents, an application by its name', () => {
    const service = (name: string): string =>
      `schema-version: v2.2\ndd-service: ${name}\napplication: shop\nteam: a\ntier: "1"\ntype: web\nlinks: [{ url: x }]\n`;
    const imported = read(`---\n${service('cart')}---\n${service('prices')}`);
    expect(componentsOf(imported)).toEqual(['shop/cart WebAPI', 'shop/prices WebAPI']);
    expect(toldBy(imported)).toEqual([
      expect.stringMatching(/^the link "Link" of cart: its URL must be a complete address/),
      expect.stringMatching(/^the link "Link" of prices: its URL must be a complete address/),
    ]);
  });

  it('v3: kinds, what is part of what from either side, and dependencies by kind and name', () => {
    const entity = (kind: string, name: string, spec: string): string =>
      `apiVersion: v3\nkind: ${kind}\nmetadata: { name: ${name}, tags: [x] }\nspec: { ${spec} }\n`;
    const imported = read(
      [
        entity('system', 'shop', 'components: ["service:cart", "service:gone"]'),
        entity('service', 'cart', 'dependsOn: ["datastore:rows", "queue:orders", "service:Rows", "system:shop"]'),
        entity('datastore', 'rows', 'type: redis, componentOf: ["system:shop"]'),
        entity('service', 'rows', 'lifecycle: whatever, tier: odd'),
        entity('queue', 'orders', 'type: kafka'),
        entity('frontend', 'pages', 'dependsOn: ["service:cart"]'),
      ].join('---\n'),
    );
    expect(componentsOf(imported)).toEqual([
      'shop/cart WebAPI',
      'shop/rows Cache',
      'rows/rows-WebAPI WebAPI',
      'orders/orders EventBus',
      'pages/pages WebApp',
    ]);
    expect(edgesOf(imported)).toEqual([
      'cart > rows ReadsWrites Hard',
      'cart > orders PubSub Hard',
      'cart > rows-WebAPI Calls Hard',
      'pages > cart Calls Hard',
    ]);
    expect(toldBy(imported)).toEqual([
      'shop has the part service:gone, which is not a component in these files',
      'cart depends on system:shop, which is an application: name the component',
      'the lifecycle of rows is not a known state',
      'the tier of rows is none that is known here',
    ]);
  });
});

describe('Cortex', () => {
  const entity = (tag: string, more: string): string =>
    `openapi: 3.0.1\ninfo:\n  title: ${tag.toUpperCase()}\n  x-cortex-tag: ${tag}\n${more}`;

  it('both spellings of dependencies, relationships of that type, and groups', () => {
    const imported = read(
      [
        entity(
          'ledger',
          '  x-cortex-groups: ["tier:1", "lifecycle:sunset", "system:money"]\n  x-cortex-dependency: { cortex: [{ tag: rates, method: GET }] }\n',
        ),
        entity('rates', '  x-cortex-dependencies: [{ service: ledger }]\n'),
        entity(
          'audit',
          '  x-cortex-relationships: [{ type: depends-on, destinations: [{ tag: rates }] }, { type: runs-on, destinations: [{ tag: cluster }] }]\n',
        ),
      ].join('---\n'),
    );
    expect(componentsOf(imported)).toEqual(['money/ledger WebAPI', 'rates/rates WebAPI', 'audit/audit WebAPI']);
    expect(edgesOf(imported)).toEqual(['ledger > rates Calls Hard', 'rates > ledger Calls Hard', 'audit > rates Calls Hard']);
    expect(imported.manifest.applications?.[0]).toMatchObject({ lifecycleState: 'Sunset', criticalityTier: 'MissionCritical' });
    expect(toldBy(imported)).toEqual(['audit is related to cluster: relationship types are your own, and only depends-on is known here']);
  });
});

describe('Port', () => {
  const ENTITIES = `
- { identifier: cart, blueprint: service, title: Cart, properties: { tier: Mission Critical, language: Go }, relations: { needs: [rows], system: shop, likes: [x] } }
- { identifier: rows, blueprint: database, relations: { needs: null } }
- { identifier: shop, blueprint: system, title: The Shop }
`;

  it('relations are dependencies if their name is given', () => {
    const imported = read(ENTITIES, { portRelation: ['needs'] });
    expect(componentsOf(imported)).toEqual(['shop/cart WebAPI', 'rows/rows Database']);
    expect(imported.manifest.applications?.[0]).toMatchObject({ name: 'The Shop', criticalityTier: 'MissionCritical' });
    expect(edgesOf(imported)).toEqual(['cart > rows ReadsWrites Hard']);
    expect(toldBy(imported)).toEqual([
      'cart is related to x: blueprints are your own: name the relations that are dependencies with --port-relation',
    ]);
  });

  it('and are reported otherwise', () => {
    expect([edgesOf(read(ENTITIES)), toldBy(read(ENTITIES))]).toEqual([
      [],
      expect.arrayContaining([expect.stringContaining('cart is related to rows')]),
    ]);
  });
});

describe('all of them', () => {
  it.each([
    ['tier_1', 'MissionCritical'],
    ['Tier 2', 'BusinessCritical'],
    ['3', 'BusinessOperational'],
    ['4', 'Administrative'],
    ['Mission Critical', 'MissionCritical'],
    ['low', 'Administrative'],
    ['gold', null],
  ])('tier %s is %s', (text, tier) => {
    expect(tierOf(text)).toBe(tier);
  });

  it('an entry that is described twice, and a document that is none, get a line', () => {
    expect(toldBy(read(`dd-service: a\n---\ndd-service: A\n---\nother: 1\n`))).toEqual([
      'A is described twice, so this was skipped',
      'this is not an entry of a known catalog',
    ]);
  });

  const ids = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor');
  const entities = fc.array(
    fc.record({
      name: ids,
      kind: fc.constantFrom('service', 'datastore', 'system'),
      needs: fc.array(ids, { maxLength: 4 }),
      part: fc.option(ids),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it('nothing is dropped: each entry and each reference is mapped or has a line', () => {
    fc.assert(
      fc.property(entities, (given) => {
        const text = given
          .map(({ name, kind, needs, part }) =>
            JSON.stringify({
              apiVersion: 'v3',
              kind,
              metadata: { name },
              spec: { dependsOn: needs.map((one) => `service:${one}`), componentOf: part === null ? [] : [`system:${part}`] },
            }),
          )
          .join('\n---\n');
        const imported = read(text);
        const told = toldBy(imported);
        const skipped = told.filter((line) => line.includes('described twice')).length;
        expect(new Set(given.map(({ name, kind }) => `${kind}:${name}`)).size + skipped).toBe(given.length);
        const first = [...new Map([...given].reverse().map((one) => [`${one.kind}:${one.name}`, one])).values()];
        const components = componentsOf(imported).length;
        expect(components).toBe(first.filter(({ kind }) => kind !== 'system').length);
        const references = first.flatMap(({ needs, name, kind }) => needs.map((one) => `${kind}:${name} ${one}`));
        const lines = told.filter((line) => line.includes(' depends on ')).length;
        expect(new Set(references).size).toBeLessThanOrEqual(edgesOf(imported).length + lines);
        expect(references.length).toBeGreaterThanOrEqual(edgesOf(imported).length + lines);
      }),
      randomRuns(60),
    );
  });

  it('any values at all are read or refused in a sentence', () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('service:a', ['a', 'b'], '__proto__', null, { cortex: [{ tag: 'a' }] }),
    );
    const fields = [
      ...[
        'version',
        'service',
        'configVersion',
        'name',
        'id',
        'typeId',
        'fields',
        'relationships',
        'dd-service',
        'application',
        'tier',
        'apiVersion',
        'kind',
      ],
      ...['metadata', 'spec', 'info', 'identifier', 'blueprint', 'relations', 'properties'],
    ];
    const info = fc.dictionary(
      fc.constantFrom(
        'x-cortex-tag',
        'x-cortex-groups',
        'x-cortex-dependency',
        'x-cortex-relationships',
        'name',
        'aliases',
        'dependencies',
        'dependsOn',
      ),
      value,
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom(...fields), fc.oneof(value, info)), { maxLength: 4 }), (given) => {
        outcome(() => read(JSON.stringify(given)));
      }),
      randomRuns(80),
    );
  });

  it.each([
    ['deep', `dd-service: ${'['.repeat(20_000)}`],
    ['huge', `dd-service: "${'x'.repeat(17 * 1_024 * 1_024)}"`],
    ['nothing', ''],
  ])('%s input is refused', (_what, text) => {
    expect(outcome(() => read(text))).toEqual(expect.any(String));
  });

  it.each([
    ['opslevel.yml', opslevel('A', ''), true],
    ['compass.yml', 'configVersion: 1\nname: a\n', true],
    ['service.datadog.yaml', 'dd-service: a\n', true],
    ['entity.yaml', 'apiVersion: v3\nkind: service\n', true],
    ['pod.yaml', 'apiVersion: v1\nkind: Service\n', false],
    ['compose.yaml', 'version: "3"\nservices: {}\n', false],
    ['manifest.yaml', 'version: 1\nname: a\n', false],
    ['port.json', '[{"identifier": "a",\n"blueprint": "b"}]', true],
  ])('%s is recognised: %s', (path, text, isOne) => {
    expect(CATALOG.recognise({ path, text }) !== null).toBe(isOne);
  });
});

describe('secrets', () => {
  it('of 50 in fields that have no equivalent, and in addresses, none gets out', () => {
    const secrets: string[] = [];
    const secret = (): string => {
      secrets.push(`hunter${secrets.length}secret`);
      return secrets.at(-1)!;
    };
    const more = (): object => ({
      links: [{ name: 'Wiki', url: `https://x:${secret()}@h` }],
      [secret()]: secret(),
      tags: [secret(), secret()],
    });
    const docs = [
      {
        version: 1,
        ...more(),
        service: {
          name: 'S1',
          description: `At https://u:${secret()}@h`,
          ...more(),
          product: secret(),
          dependencies: [{ alias: 's1', notes: secret() }],
        },
      },
      {
        configVersion: 1,
        name: 'S2',
        id: 'i2',
        ...more(),
        fields: { tier: secret(), lifecycle: secret(), [secret()]: secret() },
        labels: [secret()],
        customFields: [{ value: secret() }],
      },
      { 'dd-service': 'S3', ...more(), languages: [secret()], integrations: { pagerduty: secret() }, tier: secret() },
      {
        apiVersion: 'v3',
        kind: 'service',
        metadata: { name: 's4', ...more(), contacts: [secret()] },
        spec: { [secret()]: secret(), lifecycle: secret() },
        extensions: { k: secret() },
      },
      {
        openapi: '3',
        ...more(),
        info: {
          'x-cortex-tag': 's5',
          title: `T https://u:${secret()}@h`,
          ...more(),
          'x-cortex-custom-metadata': { k: secret() },
          'x-cortex-groups': [secret()],
        },
        paths: { [secret()]: {} },
      },
      {
        identifier: 's6',
        blueprint: secret(),
        ...more(),
        properties: { password: secret(), [secret()]: secret() },
        relations: { [secret()]: null },
      },
      { other: secret(), [secret()]: secret() },
    ];
    const text = docs.map((doc) => JSON.stringify(doc)).join('\n---\n');
    const imported = read(text);
    expect(componentsOf(imported)).toHaveLength(6);
    expect(secrets.length).toBeGreaterThanOrEqual(50);
    const out = `${imported.text}${JSON.stringify(imported)}${JSON.stringify(outcome(() => read(`${text}{`)))}`;
    expect(secrets.filter((one) => out.includes(one))).toEqual([]);
  });
});

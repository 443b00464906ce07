/** What holds for any catalog and any compose project: nothing is lost without a line, the order of files says nothing, and secrets stay where they were. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import { IMPORTERS } from './importers';
import type { Imported } from './proposal/imported';
import { ImportReport } from './proposal/importReport';
import { UnreadableSource } from './proposal/unreadableSource';

function read(kind: string, files: Record<string, string>, paths = Object.keys(files)): Imported {
  const importer = IMPORTERS.find((one) => one.kind === kind)!;
  return importer.read(paths, memoryDisk(files), { name: 'x', own: {} }, new ImportReport());
}
/** What was imported and reported, or the refusal, as one text. */
function outcome(kind: string, files: Record<string, string>): string {
  try {
    const { text, report } = read(kind, files);
    return `${text}${JSON.stringify(report)}`;
  } catch (error) {
    if (error instanceof UnreadableSource) return `${error.message}${JSON.stringify(error.more)}`;
    throw error;
  }
}
const linesOf = ({ report }: Imported): number => report.filter(({ type }) => type === 'notMapped').length;
const partsOf = ({ manifest }: Imported): number =>
  (manifest.applications ?? []).reduce((sum, { components }) => sum + (components?.length ?? 0), 0);

/** Hands out as many secrets as it is asked for. */
function planting() {
  const secrets: string[] = [];
  return {
    secrets,
    secret: (): string => {
      secrets.push(`hunter${secrets.length}secret`);
      return secrets.at(-1)!;
    },
  };
}

const name = fc.constantFrom('web', 'cart', 'db', 'queue', 'mail', 'x1', 'x2');
const entity = fc
  .record({
    kind: fc.constantFrom('Component', 'Resource', 'System', 'Domain', 'API', 'Group', 'User', 'Template', 'Thing'),
    name,
    spec: fc.record({
      type: fc.constantFrom('service', 'database', 'odd'),
      owner: fc.constantFrom('team', 'user:ada'),
      system: fc.option(name, { nil: undefined }),
      dependsOn: fc.array(
        fc.tuple(fc.constantFrom('component', 'resource', 'api'), name).map((parts) => parts.join(':')),
        { maxLength: 2 },
      ),
    }),
  })
  .map(({ kind, name: own, spec }) => ({ apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name: own }, spec }));

/** By kind of an entity: what it becomes. */
const SORTS = new Map([
  ['Domain', 'domain'],
  ['System', 'system'],
  ['Component', 'part'],
  ['Resource', 'part'],
  ['API', 'part'],
]);

describe('Backstage', () => {
  it('each entity becomes something of its name, or has a line', () => {
    fc.assert(
      fc.property(fc.array(entity, { minLength: 1, maxLength: 12 }), (entities) => {
        const anchor = { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'anchor' }, spec: { type: 'service' } };
        const imported = read('backstage', { 'c.yaml': JSON.stringify([anchor, ...entities]) });
        const { manifest, report } = imported;
        const told = report.filter(({ field }) => field === undefined).map(({ message }) => message);
        const known = new Set([
          ...(manifest.capabilities ?? []).map(({ technicalName }) => `domain ${technicalName}`),
          ...(manifest.applications ?? []).flatMap(({ technicalName, ownerTeam, components }) => [
            `system ${technicalName}`,
            `owner ${ownerTeam ?? ''}`,
            ...(components ?? []).map((part) => `part ${part.technicalName}`),
          ]),
        ]);
        const lost = entities.filter(({ kind, metadata: { name: own } }) => {
          const sort = SORTS.get(kind);
          const isKnown = sort !== undefined && (known.has(`${sort} ${own}`) || known.has(`${sort} ${own}-${kind.toLowerCase()}`));
          // Groups and people are named by those whose owners they are.
          return !isKnown && kind !== 'Group' && !told.some((message) => message.includes(own));
        });
        expect(lost.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
      }),
      randomRuns(60),
    );
  });

  it('the same files in any order give the same bytes', () => {
    fc.assert(
      fc.property(fc.array(entity, { minLength: 2, maxLength: 8 }), fc.nat(), (entities, turn) => {
        const anchor = { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'anchor' }, spec: { type: 'service' } };
        const files = Object.fromEntries([anchor, ...entities].map((one, at) => [`f${at}.yaml`, JSON.stringify(one)]));
        const paths = Object.keys(files);
        const turned = [...paths.slice(turn % paths.length), ...paths.slice(0, turn % paths.length)].reverse();
        expect(read('backstage', files, turned).text).toBe(read('backstage', files, paths).text);
      }),
      randomRuns(40),
    );
  });

  it('of 50 planted secrets, none gets out', () => {
    const { secrets, secret } = planting();
    const more = (): object => ({
      labels: { a: secret() },
      tags: [secret()],
      annotations: { 'pager.example/key': secret(), note: secret() },
    });
    const link = (): object => ({ url: `https://ada:${secret()}@example.test`, title: 'Runbook' });
    const entities = [
      ...['Component', 'Resource', 'System', 'Domain', 'API'].map((kind) => ({
        ...{ apiVersion: 'backstage.io/v1alpha1', kind },
        metadata: { name: `a-${kind.toLowerCase()}`, ...more(), links: [link()] },
        spec: { type: 'service', definition: secret(), parameters: { a: secret() }, [`x-${kind}`]: secret() },
        status: { items: [{ message: secret() }] },
      })),
      { apiVersion: 'v1', kind: 'Template', metadata: { name: 't', ...more() }, spec: { steps: [{ input: secret() }] } },
      { apiVersion: 'v1', kind: 'User', metadata: { name: 'u', ...more() }, spec: { profile: { email: secret(), picture: secret() } } },
    ];
    const said = [
      outcome('backstage', { 'c.yaml': JSON.stringify(entities) }),
      outcome('backstage', { 'c.yaml': `a: [${secret()}\nb: "${secret()}` }),
    ];
    expect(secrets.length).toBeGreaterThanOrEqual(50);
    expect(secrets.filter((one) => said.some((text) => text.includes(one)))).toEqual([]);
    expect(said[0]).toContain('a-component');
  });
});

describe('compose', () => {
  const service = fc.record(
    {
      image: fc.constantFrom('postgres:17', 'redis:7', 'example/web:1'),
      deploy: fc.constantFrom({ replicas: 0 }, { replicas: 2 }),
      profiles: fc.constantFrom(['debug'], []),
      depends_on: fc.array(name, { maxLength: 2 }),
    },
    { requiredKeys: ['image'] },
  );

  it('each service becomes a component, or has a line', () => {
    fc.assert(
      fc.property(fc.dictionary(name, service, { minKeys: 1 }), (services) => {
        const imported = read('compose', {
          'c.yaml': JSON.stringify({ name: 'x', services: { anchor: { image: 'nginx:1' }, ...services } }),
        });
        const told = imported.report.map(({ message }) => message);
        const names = new Set(
          (imported.manifest.applications ?? []).flatMap(({ components }) => (components ?? []).map((one) => one.technicalName)),
        );
        const lost = Object.keys(services).filter((one) => !names.has(`x-${one}`) && !told.some((message) => message.includes(one)));
        expect([lost, partsOf(imported) <= Object.keys(services).length + 1]).toEqual([[], true]);
      }),
      randomRuns(60),
    );
  });

  it('of 50 planted secrets, none gets out', () => {
    const { secrets, secret } = planting();
    const environment = Object.fromEntries(
      ['PASSWORD', 'TOKEN', 'DB_HOST', 'DB_URL', 'API_KEY', 'DSN', 'ANY'].flatMap((key) => [
        [key, secret()],
        [`${key}_2`, `postgres://ada:${secret()}@db:5432/x?key=${secret()}`],
        [`${key}_3`, `Host=db;Password=${secret()}`],
      ]),
    );
    const services = {
      web: {
        image: 'example/web:1',
        ...{ environment, command: ['run', `--password=${secret()}`, `postgres://u:${secret()}@db/x`], entrypoint: `x ${secret()}` },
        ...{ labels: { a: secret() }, build: { context: '.', args: { TOKEN: secret() } }, healthcheck: { test: `curl ${secret()}` } },
        ...{ 'x-own': secret(), 'x-other': secret(), logging: { options: { key: secret() } }, extra_hosts: [`${secret()}:1.2.3.4`] },
      },
      db: { image: 'postgres:17', environment: { POSTGRES_PASSWORD: secret(), POSTGRES_USER: secret() }, secrets: ['s'] },
    };
    const document = {
      name: 'x',
      services,
      secrets: { s: { environment: secret() } },
      configs: { c: { content: secret() } },
      'x-any': { a: secret() },
    };
    const said = [
      outcome('compose', { 'c.yaml': JSON.stringify(document), '.env': `A=${secret()}\nB=${secret()}\n` }),
      outcome('compose', { 'c.yaml': `services: { a: [${secret()}\nb: "${secret()}` }),
      outcome('compose', { 'c.yaml': `services:\n  a: { image: x, environment: [${secret()}, "A=${secret()}"], command: ${secret()} }\n` }),
    ];
    expect(secrets.length).toBeGreaterThanOrEqual(50);
    expect(secrets.filter((one) => said.some((text) => text.includes(one)))).toEqual([]);
    // They were read: what stands beside them is known.
    expect(said[0]).toMatch(/_2 names db/);
  });
});

describe('catalog', () => {
  const entry = fc.oneof(
    fc.record({ 'dd-service': name, application: fc.option(name, { nil: undefined }) }),
    fc
      .record({ own: name, kind: fc.constantFrom('service', 'system', 'datastore'), uses: fc.array(name, { maxLength: 2 }) })
      .map(({ own, kind, uses }) => ({
        apiVersion: 'v3',
        kind,
        metadata: { name: own },
        spec: { dependsOn: uses.map((one) => `service:${one}`) },
      })),
    fc.record({ own: name }).map(({ own }) => ({ info: { 'x-cortex-tag': own } })),
    fc.record({ own: name }).map(({ own }) => ({ something: own })),
  );

  it('each entry becomes a component or an application, or has a line', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 10 }), (entries) => {
        const anchor = { 'dd-service': 'anchor' };
        const imported = read('catalog', { 'c.yaml': [anchor, ...entries].map((one) => JSON.stringify(one)).join('\n---\n') });
        const systems = entries.filter((one) => 'kind' in one && one.kind === 'system').length;
        expect(partsOf(imported) + linesOf(imported) + systems).toBeGreaterThanOrEqual(entries.length + 1);
      }),
      randomRuns(60),
    );
  });
});

/** The entity provider, in a real Backstage catalog on PostgreSQL. */
import type { AddressInfo } from 'node:net';
import { databaseServiceFactory } from '@backstage/backend-defaults/database';
import { mockCredentials, mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { CatalogClient } from '@backstage/catalog-client';
import type { Entity } from '@backstage/catalog-model';
import catalogPlugin from '@backstage/plugin-catalog-backend';
import catalogModule from '@faultline/backstage-plugin-backend/catalog';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SETTINGS } from './backend';
import { FAULTLINE, tellFaultline } from './faultline';

let catalog: CatalogClient;
const scheduler = mockServices.scheduler();

beforeAll(async () => {
  const { server } = await startTestBackend({
    features: [
      catalogPlugin,
      catalogModule,
      databaseServiceFactory,
      (scheduler as unknown as { factory(): never }).factory(),
      mockServices.rootConfig.factory({
        data: {
          backend: { database: { client: 'pg', connection: FAULTLINE.catalogDatabase, pluginDivisionMode: 'schema' } },
          faultline: SETTINGS,
          catalog: { providers: { faultline: { namespace: 'it', defaultOwner: 'group:default/nobody' } } },
        },
      }),
    ],
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}/api/catalog`;
  catalog = new CatalogClient({ discoveryApi: { getBaseUrl: async () => url } });
});

const refresh = (): Promise<void> => scheduler.triggerTask('faultline-landscape');
const token = (): { token: string } => ({ token: mockCredentials.user.token() });
const read = (ref: string): Promise<Entity | undefined> => catalog.getEntityByRef(ref, token());
const relationsOf = (entity: Entity | undefined): string[] =>
  (entity?.relations ?? []).map(({ type, targetRef }) => `${type} ${targetRef}`).sort();

describe('the catalog', () => {
  it('gets the applications as systems, and the components with what they depend on', async () => {
    await refresh();
    await vi.waitFor(
      async () => expect((await catalog.getEntities({ filter: { 'metadata.namespace': 'it' } }, token())).items).toHaveLength(14),
      {
        timeout: 120_000,
        interval: 500,
      },
    );
    await vi.waitFor(
      async () =>
        expect(relationsOf(await read('component:it/web'))).toEqual([
          'dependsOn resource:it/db',
          'ownedBy group:default/web-shop',
          'partOf system:it/shop',
        ]),
      { timeout: 120_000, interval: 500 },
    );
    const db = await read('resource:it/db');
    expect(db).toMatchObject({
      metadata: {
        title: 'Database',
        description: 'Holds all orders.',
        annotations: { 'faultline.io/component': 'db' },
        links: [{ title: 'Blast radius in Faultline', url: expect.stringContaining(`/t/${FAULTLINE.tenant}/blast-radius?`) as string }],
      },
      spec: { type: 'database', owner: 'group:default/web-shop', system: 'it/shop' },
    });
    expect(relationsOf(db)).toEqual([
      'dependencyOf component:it/invoice',
      'dependencyOf component:it/web',
      'dependencyOf resource:it/old-disk',
      'ownedBy group:default/web-shop',
      'partOf system:it/shop',
    ]);
    expect((await read('component:it/invoice'))?.spec).toMatchObject({
      type: 'worker',
      lifecycle: 'deprecated',
      owner: 'group:default/nobody',
    });
    expect((await read('system:it/shop'))?.metadata.annotations).toMatchObject({ 'faultline.io/application': 'shop' });
  });

  it('gives an entity with an invalid name a valid one, and keeps the original in the annotation', async () => {
    const { items } = await catalog.getEntities({ filter: { 'metadata.annotations.faultline.io/component': 'an_odd.-_name' } }, token());
    expect(items.map(({ metadata }) => metadata.name)).toEqual([expect.stringMatching(/^an-odd-name-[0-9a-f]{8}$/)]);
  });

  it('loses what was deleted in Faultline, and gets what is new', async () => {
    const { id: applicationId } = (await tellFaultline('GET', '/applications/empty')) as { id: string };
    await tellFaultline('POST', '/components', { applicationId, name: 'New', technicalName: 'new-one', kind: 'WebAPI' });
    await refresh();
    await vi.waitFor(
      async () => expect((await read('component:it/new-one'))?.spec).toMatchObject({ type: 'service', system: 'it/empty' }),
      {
        timeout: 120_000,
        interval: 500,
      },
    );
    await tellFaultline('DELETE', '/components/new-one');
    await refresh();
    await vi.waitFor(async () => expect(await read('component:it/new-one')).toBeUndefined(), { timeout: 120_000, interval: 500 });
  });
});

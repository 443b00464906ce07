/** The journey by @hey-api/openapi-ts and its client of fetch. */
import { createClient, createConfig } from './hey-api/client';
import {
  createApplication,
  createComponent,
  createDependency,
  getBlastRadius,
  getComponent,
  listComponents,
  previewManifest,
} from './hey-api/sdk.gen';
import type { Component, Problem } from './hey-api/types.gen';

const { BASE_URL: baseUrl = '', KEY: key = '', SUFFIX: suffix = '' } = process.env;
const client = createClient(createConfig({ baseUrl, auth: () => key }));

function must<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const application = must(
  await createApplication({
    client,
    body: { name: 'Shop', technicalName: `shop-${suffix}`, criticalityTier: 'MissionCritical', ownerTeam: 'storefront' },
  }),
);
const part = async (name: string): Promise<Component> =>
  must(
    await createComponent({ client, body: { applicationId: application.id, name, technicalName: `${name}-${suffix}`, kind: 'WebAPI' } }),
  );
const web = await part('web');
const store = await part('store');
must(await createDependency({ client, body: { sourceComponentId: web.id, targetComponentId: store.id, dependencyType: 'Calls' } }));
const read = must(await getComponent({ client, path: { idOrTechnicalName: `web-${suffix}` } }));

const listed: string[] = [];
let cursor: string | null | undefined;
do {
  const page = must(await listComponents({ client, query: { applicationId: application.id, limit: 1, ...(cursor ? { cursor } : {}) } }));
  listed.push(...page.items.map(({ technicalName }) => technicalName));
  cursor = page.nextCursor;
} while (cursor !== null);

const radius = must(
  await getBlastRadius({
    client,
    query: { entityId: store.id, entityType: 'component', direction: 'downstream', modeFilter: ['Hard', 'Soft'] },
  }),
);
const preview = must(
  await previewManifest({
    client,
    body: { version: 1, name: `by-${suffix}`, technologies: [{ technicalName: `tech-${suffix}`, name: 'Technology' }] },
    headers: { 'Content-Type': 'application/json' },
  }),
);
const missing = await getComponent({ client, path: { idOrTechnicalName: 'nowhere' } });
const wrong = await createApplication({ client, body: { name: 'n'.repeat(201), technicalName: `bad-${suffix}` } });
const code: Problem['code'] | undefined = missing.error?.code;

console.log(
  JSON.stringify({
    owner: application.ownerTeam,
    read: read.id === web.id,
    listed,
    reached: radius.components.map(({ technicalName, expectedState, depth }) => [technicalName, expectedState, depth]),
    created: preview.summary.create,
    refusals: [
      [missing.response.status, code],
      [wrong.response.status, wrong.error?.code, wrong.error?.issues?.map(({ path }) => path)],
    ],
  }),
);

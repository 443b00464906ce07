/** The journey by openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript/schema';

const { BASE_URL: baseUrl = '', KEY: key = '', SUFFIX: suffix = '' } = process.env;
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

function must<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const application = must(
  await api.POST('/applications', {
    body: { name: 'Shop', technicalName: `shop-${suffix}`, criticalityTier: 'MissionCritical', ownerTeam: 'storefront' },
  }),
);
const part = async (name: string): Promise<components['schemas']['Component']> =>
  must(
    await api.POST('/components', { body: { applicationId: application.id, name, technicalName: `${name}-${suffix}`, kind: 'WebAPI' } }),
  );
const web = await part('web');
const store = await part('store');
must(await api.POST('/dependencies', { body: { sourceComponentId: web.id, targetComponentId: store.id, dependencyType: 'Calls' } }));
const read = must(await api.GET('/components/{idOrTechnicalName}', { params: { path: { idOrTechnicalName: `web-${suffix}` } } }));

const listed: string[] = [];
let cursor: string | null | undefined;
do {
  const page = must(
    await api.GET('/components', { params: { query: { applicationId: application.id, limit: 1, ...(cursor ? { cursor } : {}) } } }),
  );
  listed.push(...page.items.map(({ technicalName }) => technicalName));
  cursor = page.nextCursor;
} while (cursor !== null);

const radius = must(
  await api.GET('/blast-radius', {
    params: { query: { entityId: store.id, entityType: 'component', direction: 'downstream', modeFilter: ['Hard', 'Soft'] } },
  }),
);
const preview = must(
  await api.POST('/manifest/preview', {
    body: { version: 1, name: `by-${suffix}`, technologies: [{ technicalName: `tech-${suffix}`, name: 'Technology' }] },
  }),
);
const missing = await api.GET('/components/{idOrTechnicalName}', { params: { path: { idOrTechnicalName: 'nowhere' } } });
const wrong = await api.POST('/applications', { body: { name: 'n'.repeat(201), technicalName: `bad-${suffix}` } });
const code: components['schemas']['Problem']['code'] | undefined = missing.error?.code;

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

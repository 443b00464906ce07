/** The journey by swagger-typescript-api. */
import { Api, type Component, type HttpResponse, type Problem } from './swagger-typescript-api/api';

const { BASE_URL: baseUrl = '', KEY: key = '', SUFFIX: suffix = '' } = process.env;
const api = new Api({ baseUrl, baseApiParams: { headers: { authorization: `Bearer ${key}` } } });

/** This client throws its answer when it is a refusal. */
async function refused(call: Promise<unknown>): Promise<HttpResponse<unknown, Problem>> {
  return call.then(
    () => {
      throw new Error('was not refused');
    },
    (answer: HttpResponse<unknown, Problem>) => answer,
  );
}

const { data: application } = await api.applications.createApplication({
  name: 'Shop',
  technicalName: `shop-${suffix}`,
  criticalityTier: 'MissionCritical',
  ownerTeam: 'storefront',
});
const part = async (name: string): Promise<Component> =>
  (await api.components.createComponent({ applicationId: application.id, name, technicalName: `${name}-${suffix}`, kind: 'WebAPI' })).data;
const web = await part('web');
const store = await part('store');
await api.dependencies.createDependency({ sourceComponentId: web.id, targetComponentId: store.id, dependencyType: 'Calls' });
const { data: read } = await api.components.getComponent(`web-${suffix}`);

const listed: string[] = [];
let cursor: string | null | undefined;
do {
  const { data: page } = await api.components.listComponents({ applicationId: application.id, limit: 1, ...(cursor ? { cursor } : {}) });
  listed.push(...page.items.map(({ technicalName }) => technicalName));
  cursor = page.nextCursor;
} while (cursor !== null);

const { data: radius } = await api.blastRadius.getBlastRadius({
  entityId: store.id,
  entityType: 'component',
  direction: 'downstream',
  modeFilter: ['Hard', 'Soft'],
});
const { data: preview } = await api.manifest.previewManifest({
  version: 1,
  name: `by-${suffix}`,
  technologies: [{ technicalName: `tech-${suffix}`, name: 'Technology' }],
});
const missing = await refused(api.components.getComponent('nowhere'));
const wrong = await refused(api.applications.createApplication({ name: 'n'.repeat(201), technicalName: `bad-${suffix}` }));
const code: Problem['code'] = missing.error.code;

console.log(
  JSON.stringify({
    owner: application.ownerTeam,
    read: read.id === web.id,
    listed,
    reached: radius.components.map(({ technicalName, expectedState, depth }) => [technicalName, expectedState, depth]),
    created: preview.summary.create,
    refusals: [
      [missing.status, code],
      [wrong.status, wrong.error.code, wrong.error.issues?.map(({ path }) => path)],
    ],
  }),
);

/** Creates a tenant for a trial: a landscape with components to push signals for, a key and a webhook. */
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import type { Tenancy } from './clients';
import { ask } from './target';

/** The first components form a chain, each depending on the one before, so that a failure has symptoms; the others have no dependencies. */
const CHAIN = 5;

export interface OpenedTenancy extends Tenancy {
  webhookId: string;
  secret: string;
}

/** Creates the tenant and its key in the database, and the rest through the server at `port`. Throws if anything is refused. */
export async function openTenancy(
  database: Database,
  { port, hookUrl, watched: count }: { port: number; hookUrl: string; watched: number },
): Promise<OpenedTenancy> {
  const { tenantId } = await createTenant(database, { name: 'Faults', plan: 'Enterprise', openAfterSeconds: 0, recoveryGraceSeconds: 0 });
  const maker = { type: 'system', id: 'faults', name: 'faults' } as const;
  const { key } = await createApiKey(tenantDb(database, tenantId), maker, { name: 'faults', scopes: ['read', 'write', 'health'] });
  const probed = 'probed';
  const watched = Array.from({ length: count }, (_, index) => `watched-${index}`);
  const call = async <Body>(
    method: string,
    path: string,
    more: { json?: unknown; raw?: { text: string; type: string } } = {},
  ): Promise<Body> => {
    const { status, body } = await ask(port, { method, path: `/api/${tenantId}${path}`, key, ...more });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(body)}`);
    return body as Body;
  };
  // The webhook comes first, so that it gets every event.
  const webhook = await call<{ id: string; secret: string }>('POST', '/webhooks', { json: { url: hookUrl } });
  // JSON is valid YAML.
  await call('POST', '/manifest/apply', { raw: { text: JSON.stringify(manifestOf([...watched, probed])), type: 'application/yaml' } });
  const hub = await call<{ id: string; applicationId: string }>('GET', `/components/${watched[0]}`);
  return {
    tenantId,
    key,
    watched,
    linked: watched.slice(0, CHAIN),
    probed,
    hubId: hub.id,
    hubApplicationId: hub.applicationId,
    webhookId: webhook.id,
    secret: webhook.secret,
  };
}

function manifestOf(watched: readonly string[]): object {
  const named = (technicalName: string): object => ({ technicalName, name: technicalName });
  return {
    version: 1,
    name: 'faults',
    applications: [
      {
        ...named('shop'),
        components: watched.map((technicalName) => ({ ...named(technicalName), kind: 'Worker', runtime: 'Containers' })),
      },
    ],
    dependencies: watched.slice(1, CHAIN).map((source, index) => ({ source, target: watched[index], dependencyType: 'Calls' })),
  };
}

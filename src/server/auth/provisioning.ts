/**
 * SCIM 2.0 by @better-auth/scim: identity providers create, change and remove people and groups. It runs beside sign-in as an instance of its
 * own, because it needs transactions and sign-in must not hold one. Each connection is one provider of one tenant.
 */
import { randomUUID } from 'node:crypto';
import { scim } from '@better-auth/scim';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { database } from '@/server/db/database';
import { env } from '@/server/env';
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { takeToken } from '@/server/limits/requestLimit';
import { PerKeyLimit } from '@/server/perKeyLimit';
import { tenantDb } from '@/server/db/tenantDb';
import { connectionOf } from './provisionedPeople';
import { findProvisioningToken } from './provisioningTokens';
import { withoutNullAttributes } from './scimNulls';
import { accountFor, followProvider, rolesOfGroup, scimRefusal } from './scimPeople';

const SCOPES = ['scim.users.read', 'scim.users.write', 'scim.groups.read', 'scim.groups.write'] as const;
const REQUESTS_PER_MINUTE = 3_000;
/** Each holds one of the few connections that sign-in needs as well. */
const MOST_AT_ONCE = 2;
const FROZEN_RETRY_SECONDS = 60;

/** The base address that providers are given. */
export function scimAddress(): string {
  return `${publicAddress()}/api/scim/v2`;
}

function publicAddress(): string {
  const { PUBLIC_URL, PORT } = env();
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

function createProvisioning() {
  return betterAuth({
    appName: 'Faultline',
    secret: env().FAULTLINE_SECRET,
    baseURL: publicAddress(),
    basePath: '/api',
    database: prismaAdapter(database().system, { provider: 'postgresql', transaction: true }),
    // Each token has a limit of its own.
    rateLimit: { enabled: false },
    advanced: { database: { generateId: () => randomUUID() } },
    telemetry: { enabled: false },
    logger: { log: (level, message, err: unknown) => void (level === 'error' && log().error({ err }, `SCIM: ${message}`)) },
    plugins: [
      scim({
        connections: [],
        authentication: {
          verifyBearerToken: async ({ token }) => {
            const known = await findProvisioningToken(`Bearer ${token}`, new Date());
            if (known === null) return null;
            const { id, provider } = known;
            return { connection: { id: connectionOf(provider), provisioningDomainId: provider.tenant }, credentialId: id, scopes: SCOPES };
          },
        },
        identity: {
          // The account is made before the transaction of the plugin, so that its membership can be written behind the tenant wall. It keeps name and
          // address whatever the provider sends later: sign-in looks for both.
          resolveUser: async ({ connectionId, resource }) => {
            const userId = await accountFor(connectionId, resource.primaryEmail.toLowerCase(), resource.displayName);
            return { action: 'link', userId, profile: 'preserve' };
          },
        },
        projection: {
          roles: { map: ({ connectionId, source }) => rolesOfGroup(connectionId, source), exists: () => true },
          reconcileUser: followProvider,
        },
        compatibility: { microsoftEntra: { acceptLegacyGroupSchema: true } },
      }),
    ],
  });
}

function provisioning(): ReturnType<typeof createProvisioning> {
  return processState('provisioning', createProvisioning);
}

/** Answers a request below /api/scim/v2. */
export async function answerProvisioning(request: Request): Promise<Response> {
  const known = await findProvisioningToken(request.headers.get('authorization'), new Date());
  if (known !== null) {
    if (known.isFrozen && request.method !== 'GET')
      return scimRefusal(503, 'This tenant is being moved to another server and is read-only until that is done.', FROZEN_RETRY_SECONDS);
    const verdict = await takeToken(tenantDb(database(), known.provider.tenant), `scim:${known.id}`, REQUESTS_PER_MINUTE);
    if (!verdict.isAllowed) return scimRefusal(429, `More than ${REQUESTS_PER_MINUTE} requests a minute.`, verdict.retryAfterSeconds);
  }
  const turns = processState('provisioningTurns', () => new PerKeyLimit(MOST_AT_ONCE));
  return turns.run('all', async () => provisioning().handler(await withoutNullAttributes(request)));
}

/** Gives everybody whom the tenant's providers have sent the role of their groups, after its rules have changed. */
export async function applyRules(tenantId: string): Promise<void> {
  await provisioning().api.reconcileSCIMProjection({ body: { provisioningDomainId: tenantId } });
}

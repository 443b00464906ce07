/** API keys, only for the browser: a key cannot create or revoke keys. */
import { ApiKey, ApiKeyCreate, ApiKeyListInput, ApiKeyRevokeInput, CreatedApiKey } from '@/contract/apiKeys';
import { pageOf } from '@/contract/lists';
import { createApiKey, listApiKeys, revokeApiKey } from '@/server/auth/apiKeys';
import { procedure, router } from './init';

const access = { scope: null, role: 'Admin' } as const;

export const apiKeyRouter = router({
  create: procedure({ access, isSecret: true })
    .input(ApiKeyCreate)
    .output(CreatedApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  list: procedure({ access })
    .input(ApiKeyListInput)
    .output(pageOf(ApiKey))
    .query(({ ctx, input }) => listApiKeys(ctx.tenant, input)),
  revoke: procedure({ access })
    .input(ApiKeyRevokeInput)
    .output(ApiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.tenant, ctx.principal, input.id)),
});

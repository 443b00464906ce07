/** Single sign-on of the tenant, for the browser alone. */
import { z } from 'zod';
import {
  CreatedProviderToken,
  ProviderInput,
  ProviderRulesInput,
  ProviderToken,
  ProviderTokenCreate,
  ProviderTokenRevoke,
  RequiredSsoInput,
  SingleSignOn,
} from '@/contract/singleSignOn';
import { createProvisioningToken, revokeProvisioningToken } from '@/server/auth/provisioningTokens';
import { requireSso } from '@/server/auth/requiredSignOn';
import { readSingleSignOn, resetRules, setRules } from '@/server/auth/tenantSignOn';
import { procedure, router } from './init';

const access = { scope: null, role: 'Admin' } as const;

export const signOnRouter = router({
  get: procedure({ access })
    .input(z.strictObject({}))
    .output(SingleSignOn)
    .query(({ ctx }) => readSingleSignOn(ctx.tenant)),
  setRules: procedure({ access })
    .input(ProviderRulesInput)
    .output(SingleSignOn)
    .mutation(({ ctx, input }) => setRules(ctx.tenant, ctx.principal, input)),
  resetRules: procedure({ access })
    .input(ProviderInput)
    .output(SingleSignOn)
    .mutation(({ ctx, input }) => resetRules(ctx.tenant, ctx.principal, input.providerId)),
  require: procedure({ access: { scope: null, role: 'Owner' } })
    .input(RequiredSsoInput)
    .output(SingleSignOn)
    .mutation(async ({ ctx, input }) => {
      await requireSso(ctx.tenant, ctx.principal, input);
      return readSingleSignOn(ctx.tenant);
    }),
  createToken: procedure({ access, isSecret: true })
    .input(ProviderTokenCreate)
    .output(CreatedProviderToken)
    .mutation(({ ctx, input }) => createProvisioningToken(ctx.tenant, ctx.principal, input, new Date())),
  revokeToken: procedure({ access })
    .input(ProviderTokenRevoke)
    .output(ProviderToken)
    .mutation(({ ctx, input }) => revokeProvisioningToken(ctx.tenant, ctx.principal, input.id)),
});

/** Invitations to the tenant, for the browser alone. Accepting one is in personRouter: whoever does it is no member yet. */
import { pageOf } from '@/contract/lists';
import { CreatedInvitation, Invitation, InvitationCreate, InvitationInput, InvitationListInput } from '@/contract/people';
import { createInvitation, listInvitations, renewInvitation, revokeInvitation } from '@/server/auth/invitations';
import { procedure, router } from './init';

const access = { scope: null, role: 'Admin' } as const;

export const invitationRouter = router({
  create: procedure({ access, isSecret: true })
    .input(InvitationCreate)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => createInvitation(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  list: procedure({ access })
    .input(InvitationListInput)
    .output(pageOf(Invitation))
    .query(({ ctx, input }) => listInvitations(ctx.tenant, input)),
  renew: procedure({ access, isSecret: true })
    .input(InvitationInput)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => renewInvitation(ctx.tenant, ctx.principal, input.id, ctx.credentials.now)),
  revoke: procedure({ access })
    .input(InvitationInput)
    .output(Invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.tenant, ctx.principal, input.id)),
});

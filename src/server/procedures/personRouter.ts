/** What people do for themselves outside any tenant: creating a tenant, accepting an invitation, managing their sessions. */
import { z } from 'zod';
import { InvitationAcceptInput, InvitationJoinInput, Joined, SessionEndInput, SignInSession, TenantFound } from '@/contract/people';
import { acceptInvitation, joinAsNewPerson } from '@/server/auth/invitations';
import { Unsubscribed, UnsubscribeInput } from '@/contract/notifications';
import { foundTenant } from '@/server/auth/ownTenant';
import { endOtherSessions, endSession, listSessions } from '@/server/auth/sessions';
import { unsubscribe } from '@/server/auth/unsubscribe';
import { createCallerFactory, personalProcedure, router, secretHoldersProcedure, type RequestContext } from './init';

const Ended = z.strictObject({ ended: z.int() });

function headersOf(ctx: RequestContext): Headers {
  return ctx.credentials.session ?? new Headers();
}

export const personRouter = router({
  foundTenant: personalProcedure()
    .input(TenantFound)
    .output(Joined)
    .mutation(({ ctx, input }) => foundTenant(ctx.person, input.name)),
  acceptInvitation: personalProcedure()
    .input(InvitationAcceptInput)
    .output(Joined)
    .mutation(({ ctx, input }) => acceptInvitation(ctx.person, input.token, ctx.credentials.now)),
  join: secretHoldersProcedure()
    .input(InvitationJoinInput)
    .output(Joined)
    .mutation(({ ctx, input }) => joinAsNewPerson(input, ctx.credentials.now)),
  unsubscribe: secretHoldersProcedure()
    .input(UnsubscribeInput)
    .output(Unsubscribed)
    .mutation(({ input }) => unsubscribe(input.token)),
  sessions: personalProcedure()
    .input(z.strictObject({}))
    .output(z.array(SignInSession))
    .query(({ ctx }) => listSessions(ctx.person, headersOf(ctx), ctx.credentials.now)),
  endSession: personalProcedure()
    .input(SessionEndInput)
    .output(Ended)
    .mutation(({ ctx, input }) => endSession(ctx.person, input.id)),
  endOtherSessions: personalProcedure()
    .input(z.strictObject({}))
    .output(Ended)
    .mutation(({ ctx }) => endOtherSessions(ctx.person, headersOf(ctx))),
});

export type PersonRouter = typeof personRouter;

export const createPersonCaller = createCallerFactory(personRouter);

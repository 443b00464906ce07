/** Links for people without an account, for the browser alone: a key makes none, and REST takes only keys. */
import { z } from 'zod';
import { BadgeCreate, CreatedShareLink, ShareLink, ShareLinkCreate, ShareLinkInput, ShareLinkList } from '@/contract/shareLinks';
import { createBadge, createShareLink, listShareLinks, revokeShareLink } from '@/server/sharing/shareLinks';
import { procedure, router } from './init';

const access = { scope: null, role: 'Editor' } as const;

export const shareLinkRouter = router({
  list: procedure({ access })
    .input(z.strictObject({}))
    .output(ShareLinkList)
    .query(({ ctx }) => listShareLinks(ctx.tenant, ctx.principal, ctx.credentials.now)),
  create: procedure({ access, isSecret: true })
    .input(ShareLinkCreate)
    .output(CreatedShareLink)
    .mutation(({ ctx, input }) => createShareLink(ctx.tenant, ctx.plan, ctx.principal, input, ctx.credentials.now)),
  createBadge: procedure({ access, isSecret: true })
    .input(BadgeCreate)
    .output(CreatedShareLink)
    .mutation(({ ctx, input }) => createBadge(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  revoke: procedure({ access })
    .input(ShareLinkInput)
    .output(ShareLink)
    .mutation(({ ctx, input }) => revokeShareLink(ctx.tenant, ctx.principal, input.id)),
});

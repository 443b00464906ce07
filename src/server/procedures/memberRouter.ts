/** Members of the tenant, for the browser alone. */
import { z } from 'zod';
import { pageOf } from '@/contract/lists';
import { Member, MemberListInput, MemberRemoveInput, MemberRoleInput } from '@/contract/people';
import { changeRole, listMembers, removeMember } from '@/server/auth/members';
import { procedure, router } from './init';

const access = { scope: null, role: 'Admin' } as const;

export const memberRouter = router({
  list: procedure({ access })
    .input(MemberListInput)
    .output(pageOf(Member))
    .query(({ ctx, input }) => listMembers(ctx.tenant, ctx.principal, input)),
  changeRole: procedure({ access })
    .input(MemberRoleInput)
    .output(Member)
    .mutation(({ ctx, input }) => changeRole(ctx.tenant, ctx.principal, input.userId, input.role)),
  remove: procedure({ access })
    .input(MemberRemoveInput)
    .output(Member)
    .mutation(({ ctx, input }) => removeMember(ctx.tenant, ctx.principal, input.userId)),
  leave: procedure({ access: { scope: null, role: 'Viewer' } })
    .input(z.strictObject({}))
    .output(Member)
    .mutation(({ ctx }) => removeMember(ctx.tenant, ctx.principal, ctx.principal.id)),
});

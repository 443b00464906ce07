/** What breaks, and what could break it. */
import { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { documentedAs } from './documentedAs';
import { procedure, router } from './init';

export const impactRouter = router({
  blastRadius: documentedAs(
    BlastRadiusAnswer,
    procedure({
      access: { scope: 'read', role: 'Viewer' },
      openapi: {
        method: 'GET', path: '/blast-radius', tags: ['Impact'], operationId: 'getBlastRadius',
        summary: 'What breaks if an entity fails, or what could make it fail', refusals: ['not_found'],
      },
    })
      .input(BlastRadiusInput)
      .query(({ ctx, input }) => answerBlastRadius(ctx.tenant, ctx.plan, ctx.principal, input)),
  ),
});

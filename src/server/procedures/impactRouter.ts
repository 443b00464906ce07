/** What breaks, and what could break it. */
import { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import { ImpactColumns, ImpactColumnsInput } from '@/contract/impactColumns';
import { ImpactExplanation, ImpactExplanationInput, ImpactPath, ImpactPathInput, ImpactPaths } from '@/contract/impactPath';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { readImpactColumns } from '@/server/impact/impactColumns';
import { explainImpact, readImpactPath, readImpactPaths } from '@/server/impact/impactPaths';
import { documentedAs } from './documentedAs';
import { READ, procedure, router } from './init';

export const impactRouter = router({
  blastRadius: documentedAs(
    BlastRadiusAnswer,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/blast-radius',
        tags: ['Impact'],
        operationId: 'getBlastRadius',
        summary: 'What breaks if an entity fails, or what could make it fail',
        description:
          'Follows dependencies from one entity and returns what is reached, the state each is expected to fall to, and what that costs. Everything else counts as healthy: live health plays no part.',
        refusals: ['not_found'],
      },
    })
      .input(BlastRadiusInput)
      .query(({ ctx, input }) => answerBlastRadius(ctx.tenant, ctx.plan, ctx.principal, input)),
  ),
  explain: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/blast-radius/explain',
      tags: ['Impact'],
      operationId: 'explainBlastRadius',
      summary: 'How a failure reaches a component, and what would have saved it',
      description:
        'For one component of a blast radius: the paths along which the failure reaches it, the redundancy groups that gave way, and the fewest dependencies that would have saved it.',
      refusals: ['not_found'],
    },
  })
    .input(ImpactExplanationInput)
    .output(ImpactExplanation)
    .query(({ ctx, input }) => explainImpact(ctx.tenant, ctx.plan, input)),
  lanes: procedure({ access: READ })
    .input(ImpactColumnsInput)
    .output(ImpactColumns)
    .query(({ ctx, input }) => readImpactColumns(ctx.tenant, ctx.plan, ctx.principal, input)),
  path: procedure({ access: READ })
    .input(ImpactPathInput)
    .output(ImpactPath)
    .query(({ ctx, input }) => readImpactPath(ctx.tenant, ctx.plan, input)),
  paths: procedure({ access: READ })
    .input(ImpactPathInput)
    .output(ImpactPaths)
    .query(({ ctx, input }) => readImpactPaths(ctx.tenant, ctx.plan, input)),
});

/** What takes an entity down, alone or together. */
import { z } from 'zod';
import { FileAnswer } from '@/contract/fileAnswer';
import {
  BestFixes,
  WeakPointFixes,
  WeakPointFixesQuestion,
  WeakPoints,
  WeakPointsInput,
  WeakPointsQuestion,
  WeakPointSummary,
  WeakPointSummaryInput,
} from '@/contract/weakPoints';
import { readBestFixes } from '@/server/weakPoints/bestFixes';
import { answerWeakPoints, readFaultTree, readFixes, readWeakPoints } from '@/server/weakPoints/weakPoints';
import { readWeakPointSummary } from '@/server/weakPoints/weakPointSummary';
import { documentedAs } from './documentedAs';
import { READ, procedure, router } from './init';

export const weakPointRouter = router({
  /** For REST. People get the same through `of` and `fixes`, and the file through `faultTree`. */
  find: documentedAs(
    WeakPoints as z.ZodType<WeakPoints | FileAnswer>,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/weak-points',
        tags: ['Weak points'],
        operationId: 'getWeakPoints',
        summary: 'What takes an entity down, alone or together, and what to change',
        description:
          'Finds every component whose failure alone takes the entity down, and on request the pairs and triples that do so only together. Fixes are tried on a copy of the landscape.',
        refusals: ['not_found', 'conflict'],
        alsoAnswersFile: 'application/xml',
      },
    })
      .input(WeakPointsInput)
      .query(({ ctx, input }) => answerWeakPoints(ctx.tenant, ctx.principal, input)),
  ),
  summary: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/weak-points/summary',
      tags: ['Weak points'],
      operationId: 'listWeakPointSummary',
      summary: 'The weak points of all capabilities in numbers, the worst first',
      description:
        'For each capability: how many single points and pairs it has, how much redundancy is left, and what the worst costs. The numbers are calculated after each change; `isCurrent` says whether they are for the newest version.',
      refusals: ['unavailable'],
    },
  })
    .input(WeakPointSummaryInput)
    .output(WeakPointSummary)
    .query(({ ctx, input }) => readWeakPointSummary(ctx.tenant, ctx.principal, input)),
  /** For people, beside the summary. */
  best: procedure({ access: READ })
    .input(z.strictObject({}))
    .output(BestFixes)
    .query(({ ctx }) => readBestFixes(ctx.tenant, ctx.principal)),
  of: documentedAs(
    WeakPoints,
    procedure({ access: READ })
      .input(WeakPointsQuestion)
      .query(({ ctx, input }) => readWeakPoints(ctx.tenant, ctx.principal, input)),
  ),
  fixes: procedure({ access: READ })
    .input(WeakPointFixesQuestion)
    .output(WeakPointFixes)
    .query(({ ctx, input }) => readFixes(ctx.tenant, ctx.principal, input)),
  /** For people, who receive files as answers. */
  faultTree: procedure({ access: READ })
    .input(WeakPointFixesQuestion)
    .output(FileAnswer)
    .query(({ ctx, input }) => readFaultTree(ctx.tenant, input)),
});

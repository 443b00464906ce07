/** The landscape as code: preview shows what a manifest would change, apply changes it, export writes one. */
import { z } from 'zod';
import { FileAnswer } from '@/contract/fileAnswer';
import { ManifestExportInput, ManifestOptions, ManifestPlan } from '@/contract/manifest/plan';
import { applyManifest } from '@/server/manifest/applyManifest';
import { exportManifestFile } from '@/server/manifest/exportManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { documentedAs } from './documentedAs';
import { procedure, router, type RequestContext } from './init';

const access = { scope: 'write', role: 'Editor' } as const;
const tags = ['Manifest'];
const refusals = ['unsupported_media_type', 'manifest_too_complex', 'revenue_forbidden', 'former_name'] as const;
const { digest: _digest, ...previewOptions } = ManifestOptions.shape;
const manifest = z.string().meta({ description: 'The manifest as text, YAML or JSON.' });

function sourceOf(ctx: RequestContext, text: string): { text: string; contentType: string } {
  return { text, contentType: ctx.contentType ?? 'application/yaml' };
}

export const manifestRouter = router({
  preview: documentedAs(
    ManifestPlan,
    procedure({
      access: { ...access, changesNothing: true },
      openapi: {
        method: 'POST',
        path: '/manifest/preview',
        tags,
        operationId: 'previewManifest',
        summary: 'What a manifest would change; changes nothing',
        takesManifest: true,
        refusals,
      },
    })
      .input(z.strictObject({ ...previewOptions, manifest }))
      .mutation(({ ctx, input }) =>
        previewManifest(ctx.tenant, ctx.principal, {
          source: sourceOf(ctx, input.manifest),
          prune: input.prune === true,
          allowDelete: input.allowDelete,
          takeOver: input.takeOver,
          impact: input.impact !== false,
        }),
      ),
  ),
  // tRPC reserves the name `apply`.
  applyNow: documentedAs(
    ManifestPlan,
    procedure({
      access,
      openapi: {
        method: 'POST',
        path: '/manifest/apply',
        tags,
        operationId: 'applyManifest',
        summary: 'Do exactly what the preview showed, or refuse',
        takesManifest: true,
        refusals: [...refusals, 'digest_mismatch', 'too_many_deletes', 'declared_elsewhere', 'in_use', 'plan_limit'],
      },
    })
      .input(z.strictObject({ ...ManifestOptions.shape, manifest }))
      .mutation(({ ctx, input }) =>
        applyManifest(ctx.tenant, ctx.principal, {
          source: sourceOf(ctx, input.manifest),
          prune: input.prune === true,
          allowDelete: input.allowDelete,
          takeOver: input.takeOver,
          impact: input.impact !== false,
          digest: input.digest,
        }),
      ),
  ),
  export: documentedAs(
    FileAnswer,
    procedure({
      access: { scope: 'read', role: 'Viewer' },
      openapi: {
        method: 'GET',
        path: '/manifest',
        tags,
        operationId: 'exportManifest',
        summary: 'The landscape as a manifest, now or in the past: the same bytes until it changes',
        answersFile: 'application/yaml',
        refusals: ['not_found'],
      },
    })
      .input(ManifestExportInput)
      .query(({ ctx, input }) => exportManifestFile(ctx.tenant, ctx.principal, input)),
  ),
});

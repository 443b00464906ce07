/** The landscape as code: preview shows what a manifest would change, apply changes it, export writes one. */
import { z } from 'zod';
import { FileAnswer } from '@/contract/fileAnswer';
import { ManifestExportInput, ManifestOptions, ManifestPlan } from '@/contract/manifest/plan';
import { applyManifest, type ApplyRequest } from '@/server/manifest/applyManifest';
import { exportManifestFile } from '@/server/manifest/exportManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { documentedAs } from './documentedAs';
import { READ, WRITE, procedure, router, type RequestContext } from './init';

const tags = ['Manifest'];
const refusals = ['unsupported_media_type', 'manifest_too_complex', 'revenue_forbidden', 'former_name'] as const;
const { digest: _digest, ...previewOptions } = ManifestOptions.shape;
const manifest = z.string().meta({ description: 'The manifest as text, YAML or JSON.' });

type Asked = ManifestOptions & { manifest: string };

/** `digest` is among the options of an apply alone. */
function requestOf({ contentType }: RequestContext, { manifest: text, prune, impact, ...options }: Asked): ApplyRequest {
  const source = { text, contentType: contentType ?? 'application/yaml' };
  return { ...options, source, prune: prune === true, impact: impact !== false };
}

export const manifestRouter = router({
  preview: documentedAs(
    ManifestPlan,
    procedure({
      access: { ...WRITE, changesNothing: true },
      openapi: {
        method: 'POST',
        path: '/manifest/preview',
        tags,
        operationId: 'previewManifest',
        summary: 'What a manifest would change; changes nothing',
        description:
          'Compares the manifest with the landscape: what would be created, changed and deleted, what stands in the way, and which risks the change brings or removes. Pass the `digest` of the answer to apply.',
        takesManifest: true,
        refusals,
      },
    })
      .input(z.strictObject({ ...previewOptions, manifest }))
      .mutation(({ ctx, input }) => previewManifest(ctx.tenant, ctx.principal, requestOf(ctx, input))),
  ),
  // tRPC reserves the name `apply`.
  applyNow: documentedAs(
    ManifestPlan,
    procedure({
      access: WRITE,
      openapi: {
        method: 'POST',
        path: '/manifest/apply',
        tags,
        operationId: 'applyManifest',
        summary: 'Do exactly what the preview showed, or refuse',
        description:
          'Makes all changes of the manifest in one transaction, or none. With the `digest` of a preview, it is refused if the outcome would now differ.',
        takesManifest: true,
        refusals: [
          ...refusals,
          'manifest_needs_a_name',
          'digest_mismatch',
          'too_many_deletes',
          'declared_elsewhere',
          'in_use',
          'plan_limit',
        ],
      },
    })
      .input(z.strictObject({ ...ManifestOptions.shape, manifest }))
      .mutation(({ ctx, input }) => applyManifest(ctx.tenant, ctx.principal, requestOf(ctx, input))),
  ),
  export: documentedAs(
    FileAnswer,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/manifest',
        tags,
        operationId: 'exportManifest',
        summary: 'The landscape as a manifest, now or in the past: the same bytes until it changes',
        description: 'Writes the landscape, or one application with what it needs, as a manifest. Applying it again changes nothing.',
        answersFile: 'application/yaml',
        refusals: ['not_found', 'duplicate'],
      },
    })
      .input(ManifestExportInput)
      .query(({ ctx, input }) => exportManifestFile(ctx.tenant, ctx.principal, input)),
  ),
});

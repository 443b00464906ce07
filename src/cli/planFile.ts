/** A plan in a file: a manifest with the digest of what it would change, so that exactly this is applied later, or nothing. */
import { z } from 'zod';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Connection } from './connection';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { Failure } from './failure';
import { readTextFile } from './manifestFile';
import { writeTextFile } from './writeTextFile';

const PlanFile = z.strictObject({
  format: z.literal('faultline-plan/1'),
  /** Where it was made, and where alone it may be applied. */
  url: z.string(),
  tenant: z.string(),
  /** The file of the manifest, for people. */
  file: z.string(),
  options: z.strictObject({
    prune: z.boolean().optional(),
    allowDelete: z.number().optional(),
    takeOver: z.boolean().optional(),
  }),
  manifest: z.strictObject({ text: z.string(), contentType: z.string() }),
  /** What was shown; its digest is what the server compares. */
  preview: z.looseObject({ manifest: z.string(), digest: z.string() }),
});

export interface SavedPlan extends Omit<z.infer<typeof PlanFile>, 'preview' | 'format'> {
  preview: ManifestPlan;
}

/** Throws Failure if it cannot be written. */
export function writePlanFile(path: string, plan: SavedPlan, where: { cwd: string }): void {
  writeTextFile(path, `${JSON.stringify({ format: 'faultline-plan/1', ...plan }, null, 2)}\n`, where);
}

/** Throws Failure if it is no plan, or was made for another server or tenant. */
export function readPlanFile(path: string, { origin, tenantId }: Connection, where: { cwd: string }): SavedPlan {
  const plan = PlanFile.safeParse(jsonOrNull(readTextFile(path, where))).data;
  if (plan === undefined)
    throw new Failure(`${path} is not a plan of this version`, {
      code: 'unreadable_plan',
      hint: 'make one with faultline push --plan-out FILE MANIFEST',
    });
  if (plan.url !== origin || plan.tenant !== tenantId)
    throw new Failure(`${path} is a plan for tenant ${plan.tenant} at ${plan.url}, not for ${tenantId} at ${origin}`, {
      code: 'plan_of_another_tenant',
      hint: 'make a plan for this one, or choose the other one with --url and --tenant, or --profile',
    });
  return plan as unknown as SavedPlan;
}

/** The ways of a failure to a component on the wire: one shortest path step by step, and the other ways beside it. */
import { z } from 'zod';
import { COMPONENT_KINDS, DEPENDENCY_MODES, DEPENDENCY_TYPES, HEALTH_STATES } from '@/domain/vocabulary';
import { BlastRadiusInput } from './blastRadius';
import { entityReference, guidOut } from './fields';

/** As many ways are told at most. */
export const MOST_PATHS = 5;

export const ImpactPathInput = BlastRadiusInput.omit({ componentLimit: true }).extend({
  component: entityReference.meta({ description: 'The reached component: its GUID or technicalName.' }),
});
export type ImpactPathInput = z.infer<typeof ImpactPathInput>;

const PathEnd = z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string(), kind: z.enum(COMPONENT_KINDS) });

export const ImpactPathStep = z.strictObject({
  dependencyId: guidOut,
  /** The source depends on the target. */
  source: PathEnd,
  target: PathEnd,
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  /** The expected state of the component that this step leads to, as the blast radius has it. */
  expectedState: z.enum(HEALTH_STATES),
});
export type ImpactPathStep = z.infer<typeof ImpactPathStep>;

/** From the origin to the component; empty for a component of the origin. */
export const ImpactPath = z.strictObject({ steps: z.array(ImpactPathStep) });
export type ImpactPath = z.infer<typeof ImpactPath>;

/** The shortest first; no two lead over the same components. Each step has the state that its way alone brings about. */
export const ImpactPaths = z.strictObject({
  /** Of the component, by all ways together. */
  expectedState: z.enum(HEALTH_STATES),
  paths: z.array(ImpactPath),
  hasMore: z.boolean(),
});
export type ImpactPaths = z.infer<typeof ImpactPaths>;

/** The ways of a blast radius on the wire: the dependencies that a failure travels, and one path of it step by step. */
import { z } from 'zod';
import { COMPONENT_KINDS, DEPENDENCY_MODES, DEPENDENCY_TYPES, HEALTH_STATES } from '@/domain/vocabulary';
import { BlastRadiusInput } from './blastRadius';
import { entityReference, guidOut } from './fields';
import { PictureDependency } from './landscapePicture';

/** Travelled dependencies are told for at most this many reached components, those of the answer's order. */
export const MOST_DRAWN_COMPONENTS = 400;

export const TravelledInput = BlastRadiusInput.omit({ componentLimit: true, state: true });
export type TravelledInput = z.infer<typeof TravelledInput>;

/** All dependencies that the failure travels between the origin and the first MOST_DRAWN_COMPONENTS reached components. */
export const Travelled = z.strictObject({ dependencies: z.array(PictureDependency) });
export type Travelled = z.infer<typeof Travelled>;

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

/** The paths of a failure to a component on the wire: one shortest path step by step, and alternative paths. */
import { z } from 'zod';
import { COMPONENT_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { BlastRadiusInput } from './blastRadius';
import { dependencyTypeOut, modeOut, requiredOut } from './dependency';
import { entityReference, guidOut, landscapeVersionOut, namedOut } from './fields';
import { groupThatGaveWay } from './scenarios';

/** The largest number of paths in an answer. */
export const MOST_PATHS = 5;

export const ImpactPathInput = BlastRadiusInput.omit({ componentLimit: true }).extend({
  component: entityReference.meta({ description: 'The reached component: its GUID or technicalName.' }),
});
export type ImpactPathInput = z.infer<typeof ImpactPathInput>;

const PathEnd = z.strictObject({
  ...namedOut,
  kind: z.enum(COMPONENT_KINDS).meta({ description: 'What the component is.' }),
});
const source = PathEnd.meta({ description: 'The component that depends.' });
const target = PathEnd.meta({ description: 'The component it depends on.' });
const dependencyId = guidOut.meta({ description: 'The edge of the graph, as in `GET /dependencies`.' });

export const ImpactPathStep = z.strictObject({
  dependencyId,
  source,
  target,
  dependencyType: dependencyTypeOut,
  mode: modeOut,
  required: requiredOut,
  expectedState: z
    .enum(HEALTH_STATES)
    .meta({ description: 'The expected state of the component that this step leads to, as in the blast radius.' }),
});
/** A step of one way among several. */
const StepOfOneWay = ImpactPathStep.extend({
  expectedState: z.enum(HEALTH_STATES).meta({
    description:
      'The state that this path alone gives the component that the step leads to. Along all paths together it can be worse: see `expectedState` of the answer.',
  }),
});
export type ImpactPathStep = z.infer<typeof ImpactPathStep>;

/** From the origin to the component; empty if the component is part of the origin. */
export const ImpactPath = z.strictObject({
  steps: z.array(ImpactPathStep).meta({ description: 'From the start to the component, dependency by dependency.' }),
});
export type ImpactPath = z.infer<typeof ImpactPath>;

/**
 * Shortest first; no two paths use the same components. Each step has the state that its path alone causes; `states` are those along all paths
 * together, of the start and of each component that a step leads to.
 */
export const ImpactPaths = z.strictObject({
  /** Of the component, along all paths together. */
  expectedState: z.enum(HEALTH_STATES),
  paths: z.array(ImpactPath.extend({ states: z.array(z.enum(HEALTH_STATES)) })),
  hasMore: z.boolean(),
});
export type ImpactPaths = z.infer<typeof ImpactPaths>;

export const ImpactExplanationInput = BlastRadiusInput.omit({ componentLimit: true }).extend({
  componentId: entityReference.meta({ description: 'The reached component: its GUID or technicalName.' }),
});
export type ImpactExplanationInput = z.infer<typeof ImpactExplanationInput>;

export const ImpactExplanation = z.strictObject({
  component: PathEnd.meta({ description: 'The component reached.' }),
  expectedState: z
    .enum(HEALTH_STATES)
    .meta({ description: 'The state that the component is expected to fall to along all paths together, as in the blast radius.' }),
  ways: z
    .array(
      z.strictObject({ steps: z.array(StepOfOneWay).meta({ description: 'From the start to the component, dependency by dependency.' }) }),
    )
    .meta({ description: 'The paths along which the failure reaches the component, at most five, shortest first.' }),
  hasMoreWays: z.boolean().meta({ description: 'Whether there are paths that are not listed.' }),
  gaveWay: z.array(z.strictObject(groupThatGaveWay)).meta({ description: 'The redundancy groups on these paths that pass something on.' }),
  cut: z.array(z.strictObject({ dependencyId, source, target })).nullable().meta({
    description:
      'A smallest set of at most three dependencies that would have saved the component (upstream: the start entity) if they passed nothing on. Empty if it is Healthy anyway; null if there is none that small.',
  }),
  cutIsLargerThan: z.literal(3).nullable().meta({ description: '3 if no cut of up to three dependencies works.' }),
  isComplete: z.boolean().meta({ description: 'False if the search for a cut was stopped after 200 ms: there may still be one.' }),
  landscapeVersion: landscapeVersionOut,
});
export type ImpactExplanation = z.infer<typeof ImpactExplanation>;

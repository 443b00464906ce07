/** A dependency on the wire: the source depends on the target. */
import { z } from 'zod';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { guid, guidOut, optionalText, requiredEnum, text, timestampOut } from './fields';
import { anyOf, pageInput, searchInput, sortInput } from './lists';
import { DEPENDENCY_SORTS } from './values/lists';

const fields = {
  sourceComponentId: guid.meta({ description: 'The component that depends.' }),
  targetComponentId: guid.meta({ description: 'The component it depends on.' }),
  dependencyType: requiredEnum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES).optional(),
  required: z.boolean().optional(),
  propagates: z.boolean().optional(),
  redundancyGroup: text(1, 128).nullable().optional().meta({
    description: 'Of the targets of one source in the same group, at least `redundancyMinimum` must work.',
  }),
  redundancyMinimum: z.int().min(1).max(1_000).optional(),
  protocol: optionalText(200),
  transportEncryption: optionalText(200),
  endpointAuthMethod: optionalText(200),
};
export const DependencyCreate = z.strictObject(fields);
export type DependencyCreate = z.infer<typeof DependencyCreate>;

export const DependencyPatch = z.strictObject(fields).partial();
export type DependencyPatch = z.infer<typeof DependencyPatch>;

export const Dependency = z.strictObject({
  id: guidOut,
  sourceComponentId: guidOut,
  targetComponentId: guidOut,
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  propagates: z.boolean(),
  redundancyGroup: z.string().nullable(),
  redundancyMinimum: z.int(),
  protocol: z.string().nullable(),
  transportEncryption: z.string().nullable(),
  endpointAuthMethod: z.string().nullable(),
  createdAt: timestampOut,
  updatedAt: timestampOut,
  version: z.int(),
});
export type Dependency = z.infer<typeof Dependency>;

export const DependencyListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  ...sortInput(DEPENDENCY_SORTS, 'id'),
  sourceComponentId: guid.optional(),
  targetComponentId: guid.optional(),
  componentId: guid.optional().meta({ description: 'Dependencies with this component at either end.' }),
  dependencyType: anyOf(DEPENDENCY_TYPES),
  mode: anyOf(DEPENDENCY_MODES),
  required: z.boolean().optional(),
  propagates: z.boolean().optional(),
});
export type DependencyListInput = z.infer<typeof DependencyListInput>;

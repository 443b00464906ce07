/** A dependency on the wire: the source depends on the target. */
import { z } from 'zod';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { createdAtOut, guid, guidOut, idOut, optionalText, requiredEnum, text, updatedAtOut } from './fields';
import { anyOf, pageInput, searchInput, sortInput } from './lists';
import { DEPENDENCY_SORTS } from './values/lists';

const WORDS = {
  source: 'The component that depends.',
  target: 'The component it depends on.',
  dependencyType: 'How the source uses the target. Two components can be joined once by each type.',
  mode: 'How hard a failure of the target hits the source. Hard unless stated.',
  required: 'Whether the source needs the target to do its work. True unless stated.',
  propagates: 'Whether a failure spreads along this dependency at all. True unless stated.',
  redundancyGroup:
    'Targets of one source with the same group name can replace each other: at least `redundancyMinimum` of them must work. Null: the target is in no group.',
  redundancyMinimum: 'How many targets of the group must work: the same on all its dependencies. 1 unless stated.',
  protocol: 'The protocol that the two speak, such as gRPC. Null if not recorded.',
  transportEncryption: 'How the connection is encrypted, such as TLS 1.3. Null if not recorded.',
  endpointAuthMethod: 'How the source proves who it is, such as mTLS. Null if not recorded.',
} as const;

const fields = {
  sourceComponentId: guid.meta({ description: WORDS.source }),
  targetComponentId: guid.meta({ description: WORDS.target }),
  dependencyType: requiredEnum(DEPENDENCY_TYPES).meta({ description: WORDS.dependencyType }),
  mode: z.enum(DEPENDENCY_MODES).optional().meta({ description: WORDS.mode }),
  required: z.boolean().optional().meta({ description: WORDS.required }),
  propagates: z.boolean().optional().meta({ description: WORDS.propagates }),
  redundancyGroup: text(1, 128).nullable().optional().meta({ description: WORDS.redundancyGroup }),
  redundancyMinimum: z.int().min(1).max(1_000).optional().meta({ description: WORDS.redundancyMinimum }),
  protocol: optionalText(200).meta({ description: WORDS.protocol }),
  transportEncryption: optionalText(200).meta({ description: WORDS.transportEncryption }),
  endpointAuthMethod: optionalText(200).meta({ description: WORDS.endpointAuthMethod }),
};
export const DependencyCreate = z.strictObject(fields);
export type DependencyCreate = z.infer<typeof DependencyCreate>;

export const DependencyPatch = z.strictObject(fields).partial();
export type DependencyPatch = z.infer<typeof DependencyPatch>;

/** How a dependency spreads failures, as answers state it. */
export const dependencyTypeOut = z.enum(DEPENDENCY_TYPES).meta({ description: 'How the source uses the target.' });
export const modeOut = z.enum(DEPENDENCY_MODES).meta({ description: 'How hard a failure of the target hits the source.' });
export const requiredOut = z.boolean().meta({ description: 'Whether the source needs the target to do its work.' });
export const redundancyGroupOut = z.string().meta({
  description: 'The name of the group. Of the targets of one source that share it, a minimum must work.',
  maxLength: 128,
  example: 'order-replicas',
});
export const redundancyMinimumOut = z.int().min(1).max(1_000).meta({ description: 'How many targets of the group must work.' });

const textOut = z.string().nullable().meta({ maxLength: 200 });
/** What the security register is about, as answers state it. */
export const securityOut = {
  protocol: textOut.meta({ description: WORDS.protocol }),
  transportEncryption: textOut.meta({ description: WORDS.transportEncryption }),
  endpointAuthMethod: textOut.meta({ description: WORDS.endpointAuthMethod }),
};

export const Dependency = z
  .strictObject({
    id: idOut,
    sourceComponentId: guidOut.meta({ description: WORDS.source }),
    targetComponentId: guidOut.meta({ description: WORDS.target }),
    dependencyType: dependencyTypeOut,
    mode: modeOut,
    required: requiredOut,
    propagates: z.boolean().meta({ description: 'Whether a failure spreads along this dependency at all.' }),
    redundancyGroup: redundancyGroupOut.nullable().meta({ description: WORDS.redundancyGroup }),
    redundancyMinimum: redundancyMinimumOut,
    ...securityOut,
    createdAt: createdAtOut,
    updatedAt: updatedAtOut,
    version: z.int().min(1).meta({ description: 'Incremented by each update; also the ETag.' }),
  })
  .meta({ description: 'An edge of the graph: its source depends on its target.' });
export type Dependency = z.infer<typeof Dependency>;

export const DependencyListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  ...sortInput(DEPENDENCY_SORTS, 'id'),
  sourceComponentId: guid.optional().meta({ description: 'Only what this component depends on.' }),
  targetComponentId: guid.optional().meta({ description: 'Only what depends on this component.' }),
  componentId: guid.optional().meta({ description: 'Dependencies with this component at either end.' }),
  dependencyType: anyOf(DEPENDENCY_TYPES).meta({ description: 'Only dependencies of these types.' }),
  mode: anyOf(DEPENDENCY_MODES).meta({ description: 'Only dependencies of these modes.' }),
  required: z.boolean().optional().meta({ description: 'Only those that the source needs to do its work, or only the others.' }),
  propagates: z.boolean().optional().meta({ description: 'Only those along which failures spread, or only the others.' }),
});
export type DependencyListInput = z.infer<typeof DependencyListInput>;

/** A redundancy group on the wire: of one source's targets with the same group name, this many must work. */
import { z } from 'zod';
import { Dependency, redundancyGroupOut, redundancyMinimumOut } from './dependency';
import { countOut, entityReference, guidOut, text } from './fields';

export const RedundancyGroupInput = z.strictObject({
  component: entityReference.meta({ description: 'GUID or technicalName of the source of the group.', example: 'checkout' }),
  name: text(1, 128).meta({ description: 'The redundancyGroup that the dependencies name.', example: 'order-replicas' }),
  redundancyMinimum: z.int().min(1).meta({ description: 'How many targets must work: from 1 to the number of targets.', example: 2 }),
});
export type RedundancyGroupInput = z.infer<typeof RedundancyGroupInput>;

export const RedundancyGroup = z.strictObject({
  componentId: guidOut.meta({ description: 'The id of the source.' }),
  component: z.string().meta({ description: 'technicalName of the source.', maxLength: 128 }),
  name: redundancyGroupOut,
  redundancyMinimum: redundancyMinimumOut,
  targetCount: countOut('The components that can replace each other.'),
  dependencies: z.array(Dependency).meta({ description: 'The dependencies of the group, as they are now.' }),
});
export type RedundancyGroup = z.infer<typeof RedundancyGroup>;

/** Refuses a question about an entity that is not in the landscape, and names what the caller may have meant. */
import type { BlastRadiusInput } from '@/contract/blastRadius';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { isGuid } from '@/contract/values/guid';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { nearestNames } from '@/domain/graph/questions/nearestNames';
import type { Steps } from '@/plain/steps';

type Start = Pick<BlastRadiusInput, 'entityType' | 'entityId'>;

/** Throws 404 if the graph has no such entity: for a name, with the three nearest of that kind. */
export function* assertStart(graph: Landscape, { entityType, entityId }: Start): Steps<void> {
  if (graph.findEntity(entityType, entityId) !== null) return;
  const { singular } = ENTITY_REGISTRY[entityType];
  if (isGuid(entityId)) throw new AppError('not_found', `There is no ${singular} with the id ${entityId}. Check entityType too.`);
  const suggestions = yield* nearestNames(graph, entityType, entityId);
  const quoted = suggestions.map((name) => `"${name}"`);
  const meant = quoted.length === 0 ? '' : ` Did you mean ${[quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ')}?`;
  throw new AppError('not_found', `There is no ${singular} "${entityId}".${meant} Check entityType too.`, { facts: { suggestions } });
}

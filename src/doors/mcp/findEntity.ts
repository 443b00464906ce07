/**
 * Finds the entity that an agent means: by GUID, technical name or a display name that only one entity has, of any kind. A miss is answered with similar names, an ambiguous name
 * with a question.
 */
import { z } from 'zod';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { entityReference } from '@/contract/fields';
import type { FoundEntity } from '@/contract/landscapePicture';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { dataBlock, quoteForAgents } from './quoteForAgents';
import { Refused, type AgentSession } from './tool';

export const entityInput = {
  entity: entityReference.meta({
    description: 'technicalName, id or unique name; see find_entities.',
  }),
  kind: z.enum(ENTITY_KINDS).optional().meta({ description: 'Needed if several kinds share this name.' }),
};

export function entityLine({ kind, technicalName, name }: FoundEntity): string {
  return `${kind} ${quoteForAgents(technicalName)} (${quoteForAgents(name)})`;
}

/** Throws Refused. */
export async function findEntity({ procedures }: AgentSession, entity: string, kind: EntityKind | undefined): Promise<FoundEntity> {
  const { matches, candidates } = await procedures.landscape.resolve({ entity, ...(kind === undefined ? {} : { kinds: [kind] }) });
  const [first, second] = matches;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    const kinds = matches.map((match) => match.kind);
    const lines = [
      `ambiguous: ${quoteForAgents(entity)} names ${kinds.length} entities. Call again with kind: ${kinds.join(' or ')}.`,
      ...dataBlock(matches.map((match) => `- ${entityLine(match)}`)),
    ];
    throw new Refused('ambiguous', lines, { candidates: matches });
  }
  const what = kind === undefined ? 'nothing' : `no ${ENTITY_REGISTRY[kind].singular}`;
  const advice =
    candidates.length === 0
      ? ['No similar names. find_entities searches by any part of a name.']
      : [
          'The nearest names, most likely first. If it matters, ask the person instead of guessing.',
          ...dataBlock(candidates.map((candidate) => `- ${entityLine(candidate)}`)),
        ];
  throw new Refused('not_found', [`not_found: there is ${what} called ${quoteForAgents(entity)} in this landscape.`, ...advice], {
    candidates,
  });
}

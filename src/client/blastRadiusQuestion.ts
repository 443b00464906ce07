/** How the blast radius page asks at first, so that whoever leads there can ask ahead in the same words. */
import type { BlastRadiusInput } from '@/contract/blastRadius';
import type { EntityKind } from '@/domain/vocabulary';

/** The picture and the table list this many components; counts and roll-ups stay whole. */
const LISTED_COMPONENTS = 1_000;

export type Question = Omit<BlastRadiusInput, 'componentLimit'>;

export function firstQuestion(entityType: EntityKind, entityId: string): Question {
  return { entityId, entityType, direction: 'downstream', state: 'Outage' };
}

export function limited(question: Question): BlastRadiusInput {
  return { ...question, componentLimit: LISTED_COMPONENTS };
}

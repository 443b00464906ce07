/** The first query of the blast radius page, shared so that links to it can prefetch the same query. */
import type { BlastRadiusInput } from '@/contract/blastRadius';
import type { EntityKind } from '@/domain/vocabulary';

/** The picture and the table list this many components; counts and roll-ups cover all. */
const LISTED_COMPONENTS = 1_000;

export type Question = Omit<BlastRadiusInput, 'componentLimit'>;

export function firstQuestion(entityType: EntityKind, entityId: string): Question {
  return { entityId, entityType, direction: 'downstream', state: 'Outage' };
}

export function limited(question: Question): BlastRadiusInput {
  return { ...question, componentLimit: LISTED_COMPONENTS };
}

/** Refusals about things that have a technicalName: the nine kinds, and scenarios. `noun` is what people call one. */
import { AppError } from '@/domain/errors';
import { withArticle } from '@/plain/withArticle';

export function noSuch(noun: string, reference: string): AppError {
  return new AppError(
    'not_found',
    `There is no ${noun} "${reference.slice(0, 128)}". Use its id or its exact technicalName, which is case-sensitive.`,
  );
}

export function nameTaken(noun: string, technicalName: string, existingId?: string): AppError {
  return new AppError(
    'duplicate',
    `There is already ${withArticle(noun)} with the technicalName "${technicalName}". Change that one, or choose another name.`,
    { issues: [{ path: 'technicalName', message: 'is taken' }], ...(existingId === undefined ? {} : { facts: { existingId } }) },
  );
}

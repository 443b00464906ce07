/** How sensitive data is. */
import { CLASSIFICATIONS, type Classification } from '@/domain/vocabulary';

/** Null if none is known. */
export function mostSensitive(classes: readonly (Classification | null)[]): Classification | null {
  const highest = Math.max(...classes.map(sensitivity));
  return CLASSIFICATIONS[highest] ?? null;
}

/** The higher, the more sensitive; -1 if it is not known. */
export function sensitivity(dataClass: Classification | null): number {
  return dataClass === null ? -1 : CLASSIFICATIONS.indexOf(dataClass);
}

/** How much was read, and what is in it, in words. */
import type { ReadSoFar } from '@/client/manifest/seenSoFar';
import { UNITS } from '@/domain/observe/units';
import { countOf } from '@/plain/counts';

export const readWords = ({ unit, count, services, dependencies }: ReadSoFar): string =>
  `${countOf(count, unit, UNITS[unit].several)} read: ${countOf(services, 'service')}, ${countOf(dependencies, 'dependency', 'dependencies')} seen so far.`;

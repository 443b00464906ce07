/** How much was read, in words. */
import type { ReadSoFar } from '@/client/manifest/observeFiles';
import { formatNumber } from '@/plain/counts';
import { UNITS } from '@/domain/observe/units';

export const readWords = ({ unit, count }: ReadSoFar): string => `${formatNumber(count)} ${count === 1 ? unit : UNITS[unit].several}`;

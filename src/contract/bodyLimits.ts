/** Size limits of bodies and files, in bytes of UTF-8. Readers of files and requests stop there. */
import { MEBIBYTE } from '@/plain/sizes';

export const MAXIMUM_JSON_BYTES = MEBIBYTE;
export const MAXIMUM_MANIFEST_BYTES = 16 * MEBIBYTE;

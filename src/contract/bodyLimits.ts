/** How large a body or file may be, in bytes of UTF-8. Who reads from a file or the network stops there. */
import { MEBIBYTE } from '@/plain/sizes';

export const MAXIMUM_JSON_BYTES = MEBIBYTE;
export const MAXIMUM_MANIFEST_BYTES = 16 * MEBIBYTE;

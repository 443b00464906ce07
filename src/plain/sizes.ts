/** Sizes of texts and bodies. */

/** In bytes, like the next. */
export const KIBIBYTE = 1_024;
export const MEBIBYTE = 1_048_576;

/** A whole number of mebibytes in words: `16 MiB`. */
export function formatMebibytes(bytes: number): string {
  return `${bytes / MEBIBYTE} MiB`;
}

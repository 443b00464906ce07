/** Sizes of texts and bodies. */

/** In bytes. */
export const MEBIBYTE = 1_048_576;

/** A whole number of mebibytes as a person reads it: `16 MiB`. */
export function formatMebibytes(bytes: number): string {
  return `${bytes / MEBIBYTE} MiB`;
}

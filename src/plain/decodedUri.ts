/** A part of an address, decoded; null if it is not valid percent-encoded UTF-8. */
export function decodedUri(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

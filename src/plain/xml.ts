/** Text as it stands in an XML document. */

/** Characters that XML 1.0 has no way to write: most control characters, halves of surrogate pairs, and two of no meaning. https://www.w3.org/TR/xml/#charsets */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** For an element and for an attribute in double quotes. What cannot be written becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(UNWRITABLE, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

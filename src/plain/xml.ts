/** Text as it is written in an XML document. */

/**
 * Characters that XML 1.0 cannot contain: most control characters, lone surrogates, and two noncharacters.
 * https://www.w3.org/TR/xml/#charsets
 */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** For an element, and for an attribute in double quotes. Characters that cannot be written become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(UNWRITABLE, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

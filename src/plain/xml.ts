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

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five names that XML knows by itself, and character references; all others stay as they are. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

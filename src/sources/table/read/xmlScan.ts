/**
 * Walks through the XML of a workbook's parts from front to back, without building a tree. Knows no entities but the five of XML and
 * character references: a document type, which could define more, is refused.
 */
import { unescapeXml } from '@/plain/xml';

export interface XmlSight {
  /** `attributes` as they are written; `attributeOf` finds one. Return false to stop. */
  open?: (name: string, attributes: string) => boolean | void;
  close?: (name: string) => boolean | void;
  text?: (text: string) => void;
}

/** Thrown for what is not well formed, and for a document type. */
export class XmlRefused extends Error {}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;

/** Names are told without their prefix: `row` for `x:row`. */
export function scanXml(xml: string, { open, close, text }: XmlSight): void {
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    const end = next === -1 ? xml.length : next;
    if (text !== undefined && end > at) text(unescapeXml(xml.slice(at, end)));
    if (next === -1) return;
    const behind = skipped(xml, next);
    if (behind !== null) {
      if (text !== undefined && xml.startsWith('<![CDATA[', next)) text(xml.slice(next + 9, behind - 3));
      at = behind;
      continue;
    }
    TAG.lastIndex = next;
    const tag = TAG.exec(xml);
    if (tag === null) throw new XmlRefused('is not well formed');
    const [, slash, name = '', attributes = '', isEmpty] = tag;
    at = TAG.lastIndex;
    if (slash === '' && open?.(name, attributes) === false) return;
    if ((slash !== '' || isEmpty !== '') && close?.(name) === false) return;
  }
}

const SKIPPED: readonly [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
];

/** Where a comment, an instruction or a section of text ends; null if a tag begins here. */
function skipped(xml: string, at: number): number | null {
  const found = SKIPPED.find(([start]) => xml.startsWith(start, at));
  if (found === undefined) {
    if (xml[at + 1] === '!') throw new XmlRefused('declares a document type');
    return null;
  }
  const end = xml.indexOf(found[1], at + found[0].length);
  if (end === -1) throw new XmlRefused('is not well formed');
  return end + found[1].length;
}

/** The value of an attribute, by its name without prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (found === name) return unescapeXml(double ?? single ?? '');
  return undefined;
}

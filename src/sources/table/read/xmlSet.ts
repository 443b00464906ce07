/** Opens a set of objects as iTop exports it in XML as tables: one of each class, with a column for its id and one for each attribute. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { grouped } from '@/plain/grouped';
import { checkSize } from '@/sources/proposal/importLimits';
import { LinePositions } from '@/sources/proposal/linePositions';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { Records } from './sourceTable';

export interface XmlTable {
  /** The class of its objects. */
  sheet: string;
  records: Records;
}

const SET = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<Set[\s>]/;

/** Whether a text begins as such a set does. */
export function isXmlSet(text: string): boolean {
  return SET.test(text.slice(0, 1_000));
}

/** In the order in which the classes occur. Throws UnreadableSource for XML that is broken, too large or too deep, or that has a DOCTYPE. */
export function readXmlSet(file: string, text: string): XmlTable[] {
  checkSize(file, text);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw unreadableAt({ file, line: 1, column: 1, message: 'has a DOCTYPE or defines an entity, which is not read' });
  return [...grouped(objectsIn(file, text), ({ name }) => name)].map(([sheet, objects]) => {
    const columns = [...new Set(objects.flatMap(({ values }) => [...values.keys()]))];
    const rows = objects.map(({ values, line }) => ({ cells: columns.map((column) => values.get(column) ?? ''), line }));
    // The header stands before the first line of the file, so that it comes before every object.
    const all = [{ cells: columns, line: 0 }, ...rows];
    return { sheet, records: (most, see) => all.slice(0, most).forEach(({ cells, line }) => see(cells, line)) };
  });
}

type Node = Readonly<Record<string | symbol, unknown>>;

const META = XMLParser.getMetaDataSymbol() as unknown as symbol;

function objectsIn(file: string, text: string): { name: string; values: Map<string, string>; line: number }[] {
  const set = (parsed(file, text) as Node[]).find((node) => Object.hasOwn(node, 'Set'))?.Set;
  const positions = new LinePositions(file, text);
  return (Array.isArray(set) ? (set as Node[]) : []).flatMap((node) => {
    const [name] = Object.keys(node).filter((key) => key !== ':@' && key !== '#text');
    if (name === undefined) return [];
    const attributes = (node[':@'] ?? {}) as Record<string, unknown>;
    const values = new Map<string, string>([['id', typeof attributes['@_id'] === 'string' ? attributes['@_id'] : '']]);
    for (const child of node[name] as Node[]) {
      const [column] = Object.keys(child).filter((key) => key !== ':@' && key !== '#text');
      if (column !== undefined && !values.has(column)) values.set(column, textIn(child[column]));
    }
    return [{ name, values, line: positions.at((node[META] as { startIndex?: number } | undefined)?.startIndex ?? 0).line }];
  });
}

/** The text alone: an attribute may hold links to other objects, which are exported as a class of their own. */
function textIn(children: unknown): string {
  return (Array.isArray(children) ? (children as Node[]) : [])
    .map((child) => child['#text'])
    .filter((text) => typeof text === 'string')
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

function parsed(file: string, text: string): unknown {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    captureMetaData: true,
    maxNestedTags: 16,
  });
  try {
    const valid = XMLValidator.validate(text);
    if (valid !== true) throw unreadableAt({ file, line: valid.err.line, column: 1, message: 'is not well-formed XML' });
    return parser.parse(text);
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    // What the parser says may quote the file.
    throw unreadableAt({ file, line: 1, column: 1, message: 'cannot be read as XML, or is nested too deeply' });
  }
}

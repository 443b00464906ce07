/** Reads elements and relationships of ArchiMate models in the Open Group's exchange format. Everything else is dropped while reading. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unescapeXml } from '@/plain/xml';
import type { FreeField } from '@/sources/proposal/foundLinks';
import { checkSize } from '@/sources/proposal/importLimits';
import { LinePositions } from '@/sources/proposal/linePositions';
import type { Position } from '@/sources/proposal/locatedYaml';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';

export interface ExchangeElement {
  id: string;
  /** As in the language: `ApplicationComponent`. */
  type: string;
  name: string;
  documentation?: string | undefined;
  properties: FreeField[];
  position: Position;
}

export interface ExchangeRelationship {
  type: string;
  /** Ids of elements, or of relationships. */
  source: string;
  target: string;
  position: Position;
}

export interface ExchangeModel {
  name?: string | undefined;
  elements: ExchangeElement[];
  relationships: ExchangeRelationship[];
  /** Parts of the model that are not read, and where they are. */
  skipped: { part: string; position: Position }[];
}

/** Parts that are not even parsed. */
const SKIPPED = ['views', 'organizations', 'metadata', 'viewpoints'];
const REPEATED: ReadonlySet<string> = new Set(['element', 'relationship', 'property', 'propertyDefinition']);

type Node = Readonly<Record<string | symbol, unknown>>;

/** Throws UnreadableSource for XML that is broken, too large or too deep, or that defines entities. */
export function readExchange(file: string, text: string): ExchangeModel {
  checkSize(file, text);
  const doctype = /<!(?:DOCTYPE|ENTITY)/i.exec(text);
  const positions = new LinePositions(file, text);
  if (doctype !== null)
    throw unreadableAt({ ...positions.at(doctype.index), message: 'has a DOCTYPE or defines an entity, which is not read' });
  const model = fieldOf(parsed(file, text), 'model');
  if (model === undefined || fieldOf(model, 'elements') === undefined)
    throw new UnreadableSource(`${file} has no model with elements`, 'nothing_found', {
      hint: 'use an export to the Open Group’s exchange format: in Archi, File → Export → Model to Open Exchange File',
    });
  const position = (node: Node): Position => positions.at(startOf(node));
  const definitions = nodesIn(fieldOf(model, 'propertyDefinitions'), 'propertyDefinition');
  const names = new Map(definitions.map((node) => [attribute(node, 'identifier'), textOf(node, 'name') ?? '']));
  const propertiesOf = (node: Node): FreeField[] =>
    nodesIn(fieldOf(node, 'properties'), 'property').map((property) => ({
      name: names.get(attribute(property, 'propertyDefinitionRef')) ?? '',
      text: textOf(property, 'value') ?? '',
      position: position(property),
    }));
  const elements = nodesIn(fieldOf(model, 'elements'), 'element');
  const relationships = nodesIn(fieldOf(model, 'relationships'), 'relationship');
  return {
    name: textOf(model, 'name'),
    elements: elements.map((node) => ({
      id: attribute(node, 'identifier'),
      type: attribute(node, 'type'),
      name: textOf(node, 'name') ?? 'unnamed',
      documentation: textOf(node, 'documentation'),
      properties: propertiesOf(node),
      position: position(node),
    })),
    relationships: relationships.map((node) => ({
      type: attribute(node, 'type'),
      source: attribute(node, 'source'),
      target: attribute(node, 'target'),
      position: position(node),
    })),
    skipped: [
      ...[model, ...elements, ...relationships].flatMap((node) => skippedIn(node, SKIPPED)),
      ...[model, ...relationships].flatMap((node) => skippedIn(node, ['properties'])),
    ].map(({ part, node }) => ({ part, position: position(node) })),
  };
}

function skippedIn(node: Node, parts: readonly string[]): { part: string; node: Node }[] {
  return parts.filter((part) => Object.hasOwn(node, part)).map((part) => ({ part, node }));
}

function parsed(file: string, text: string): Node {
  const parser = new XMLParser({
    ignoreAttributes: false,
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    // Those that the language has by itself are replaced here, and no others can be defined.
    processEntities: false,
    captureMetaData: true,
    maxNestedTags: 64,
    stopNodes: SKIPPED.map((part) => `*.${part}`),
    isArray: (name) => REPEATED.has(name),
  });
  try {
    const valid = XMLValidator.validate(text);
    if (valid !== true) throw unreadableAt({ file, line: valid.err.line, column: valid.err.col, message: 'is not well-formed XML' });
    return parser.parse(text) as Node;
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    // What the parser says may quote the file.
    throw unreadableAt({ file, line: 1, column: 1, message: 'cannot be read as XML, or is nested too deeply' });
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(node: Node | undefined, name: string): Node | undefined {
  const value = node !== undefined && Object.hasOwn(node, name) ? node[name] : undefined;
  const [first] = [value].flat();
  return isNode(first) ? first : undefined;
}

function nodesIn(node: Node | undefined, name: string): Node[] {
  const value = node !== undefined && Object.hasOwn(node, name) ? node[name] : [];
  return [value].flat().filter(isNode);
}

function attribute(node: Node, name: string): string {
  const value = Object.hasOwn(node, `@_${name}`) ? node[`@_${name}`] : undefined;
  return typeof value === 'string' ? unescapeXml(value) : '';
}

/** A text may be given in several languages: the first that is not empty. */
function textOf(node: Node, name: string): string | undefined {
  const values = Object.hasOwn(node, name) ? [node[name]].flat() : [];
  const texts = values
    .map((value) => (isNode(value) ? value['#text'] : value))
    .filter((text) => typeof text === 'string' && text.trim() !== '');
  const [first] = texts as string[];
  return first === undefined ? undefined : unescapeXml(first);
}

const META = XMLParser.getMetaDataSymbol() as unknown as symbol;

function startOf(node: Node): number {
  const meta = node[META] as { startIndex?: number } | undefined;
  return meta?.startIndex ?? 0;
}

/**
 * Other tools' YAML as plain values with positions, and the parser that knows all of it (`yamlReader.ts` asks faster ones first). Follows anchors, aliases and merge keys, which compose files need; limits size,
 * depth and expansion. Manifests are read elsewhere, and allow none of these.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser, type Document, type Node, type Scalar } from 'yaml';

export interface Position {
  file: string;
  line: number;
  column: number;
}

export type LocatedValue = string | number | boolean | null | Located[] | Map<string, LocatedField>;

export interface Located {
  value: LocatedValue;
  position: Position;
  /** A tag that changes the meaning, like compose's `!reset`. */
  tag?: string;
}

export interface LocatedField extends Located {
  keyPosition: Position;
}

export interface YamlMistake extends Position {
  message: string;
}

export interface YamlReading {
  documents: Located[];
  mistakes: YamlMistake[];
}

const MAXIMUM_DEPTH = 64;
const MAXIMUM_MERGED_KEYS = 200_000;

/** Every document of a text that begins on line `firstLine`, by the parser that knows all of YAML. */
export function readCompleteYaml(file: string, text: string, firstLine: number): YamlReading {
  const lines = new LineCounter();
  try {
    return readDocuments(file, text, lines, firstLine);
  } catch (error) {
    if (error instanceof TooDeep) return refused(file, 'is nested too deeply', firstLine);
    throw error;
  }
}

class TooDeep extends Error {}

/** One document after the other, so that the tokens of only one are in memory. Throws TooDeep. */
function readDocuments(file: string, text: string, lines: LineCounter, firstLine: number): YamlReading {
  const reading: YamlReading = { documents: [], mistakes: [] };
  const composer = new Composer({ uniqueKeys: false, merge: false, schema: 'core', logLevel: 'silent', lineCounter: lines });
  for (const document of composer.compose(tokensOf(text, lines)) as Iterable<Document.Parsed>) {
    const positionAt = (offset: number): Position => {
      const { line, col } = lines.linePos(offset);
      return { file, line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) };
    };
    for (const error of document.errors)
      reading.mistakes.push({
        ...positionAt(error.pos[0]),
        message: withoutSource(error.message),
      });
    if (document.errors.length > 0 || document.contents === null) continue;
    const reader = new NodeReader(positionAt);
    const root = reader.read(document.contents);
    reading.mistakes.push(...reader.mistakes);
    reading.documents.push(root);
  }
  return reading;
}

/** What follows a colon or a line end in messages of the parser is a piece of the file, which may be a password. */
function withoutSource(message: string): string {
  return (message.split(/: |\n/)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

function refused(file: string, message: string, line: number): YamlReading {
  return { documents: [], mistakes: [{ file, line, column: 1, message }] };
}

type Token = Parameters<Parser['parse']>[0] extends string
  ? ReturnType<Parser['parse']> extends Generator<infer One>
    ? One
    : never
  : never;

/** The tokens of the text, a document or what stands between two. Throws TooDeep: the composer is recursive, and deep nesting would crash it. */
function* tokensOf(text: string, lines: LineCounter): Generator<Token> {
  if (/(?:[-?:][ \t]+){65}/.test(text)) throw new TooDeep();
  let flow = 0;
  let isScalarNext = false;
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    if (isScalarNext) isScalarNext = false;
    else if (lexeme === '\u001f') isScalarNext = true;
    else if (lexeme === '{' || lexeme === '[') flow += 1;
    else if (lexeme === '}' || lexeme === ']') flow = Math.max(0, flow - 1);
    else if (lexeme === '\u0002') flow = 0;
    if (flow > MAXIMUM_DEPTH) throw new TooDeep();
    for (const token of parser.next(lexeme)) yield shallow(token);
  }
  for (const token of parser.end()) yield shallow(token);
}

function shallow(token: Token): Token {
  if (isTooDeep(token)) throw new TooDeep();
  return token;
}

/** Walks with an explicit stack to protect the call stack. */
function isTooDeep(root: unknown): boolean {
  const left: { token: unknown; depth: number }[] = [{ token: root, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (depth > MAXIMUM_DEPTH) return true;
    if (typeof token !== 'object' || token === null) continue;
    const { value, items } = token as { value?: unknown; items?: unknown };
    if (typeof value === 'object') left.push({ token: value, depth });
    if (!Array.isArray(items)) continue;
    for (const item of items as { key?: unknown; value?: unknown }[])
      left.push({ token: item.value, depth: depth + 1 }, { token: item.key, depth: depth + 1 });
  }
  return false;
}

/** Turns nodes into values, each anchor once: aliases share the value and never copy it. */
class NodeReader {
  readonly mistakes: YamlMistake[] = [];
  private readonly anchors = new Map<string, Located | null>();
  private mergedKeys = 0;

  constructor(private readonly positionAt: (offset: number) => Position) {}

  read(node: Node | null, fallback?: Position): Located {
    const position = node?.range ? this.positionAt(node.range[0]) : (fallback ?? this.positionAt(0));
    if (node === null) return { value: null, position };
    if (isAlias(node)) return this.follow(node.source, position);
    const anchor = 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : null;
    // A later anchor of the same name replaces the earlier one from here on. Null while it is being read.
    if (anchor !== null) this.anchors.set(anchor, null);
    const value = this.valueOf(node, position);
    const located: Located = { value, position, ...(typeof node.tag === 'string' && node.tag.startsWith('!') ? { tag: node.tag } : {}) };
    if (anchor !== null) this.anchors.set(anchor, located);
    return located;
  }

  private follow(source: string, position: Position): Located {
    const anchored = this.anchors.get(source);
    if (anchored != null) return { ...anchored, position };
    this.mistakes.push({
      ...position,
      // Without its name: whoever forgets the quotes writes a password this way.
      message: anchored === null ? 'the alias is inside the value that it repeats' : 'there is no such anchor above',
    });
    return { value: null, position };
  }

  private valueOf(node: Node, position: Position): LocatedValue {
    if (isScalar(node)) return scalarOf(node);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node | null, position));
    if (isMap(node)) return this.mapOf(node.items as { key: Node | null; value: Node | null }[], position);
    return null;
  }

  private mapOf(items: readonly { key: Node | null; value: Node | null }[], position: Position): Map<string, LocatedField> {
    const fields = new Map<string, LocatedField>();
    const merged: { source: Located; keyPosition: Position }[] = [];
    for (const { key, value } of items) {
      const keyPosition = key?.range ? this.positionAt(key.range[0]) : position;
      const name = isScalar(key) ? String(key.source ?? key.value ?? '') : null;
      const read = this.read(value, keyPosition);
      if (name === null) this.mistakes.push({ ...keyPosition, message: 'has a key that is not a plain name' });
      else if (name === '<<') merged.push({ source: read, keyPosition });
      else if (fields.has(name)) this.mistakes.push({ ...keyPosition, message: `"${name}" is given twice` });
      else fields.set(name, { ...read, keyPosition });
    }
    // Own fields override merged ones, earlier merges override later ones.
    for (const { source, keyPosition } of merged) this.merge(fields, source, keyPosition);
    return fields;
  }

  private merge(fields: Map<string, LocatedField>, source: Located, keyPosition: Position): void {
    const sources = Array.isArray(source.value) ? source.value : [source];
    for (const one of sources) {
      if (!(one.value instanceof Map)) {
        this.mistakes.push({ ...keyPosition, message: '<< takes a set of fields, or a list of them' });
        continue;
      }
      this.mergedKeys += one.value.size;
      if (this.mergedKeys > MAXIMUM_MERGED_KEYS) {
        this.mistakes.push({ ...keyPosition, message: 'merges too much' });
        return;
      }
      for (const [name, field] of one.value) if (!fields.has(name)) fields.set(name, field);
    }
  }
}

function scalarOf({ value, source }: Scalar): LocatedValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return source ?? null;
}

/** The field of a map; undefined if it is missing or the value is not a map. */
export function fieldOf(located: Located | undefined, ...names: string[]): LocatedField | undefined {
  let current: Located | undefined = located;
  for (const name of names) current = current?.value instanceof Map ? current.value.get(name) : undefined;
  return current as LocatedField | undefined;
}

/** A string, or a number or boolean as written; undefined for everything else. */
export function textOf(located: Located | undefined): string | undefined {
  const value = located?.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The items of a list; empty for anything else. */
export function itemsOf(located: Located | undefined): Located[] {
  return Array.isArray(located?.value) ? located.value : [];
}

/** The fields of a map in their order; empty for anything else. */
export function fieldsOf(located: Located | undefined): [string, LocatedField][] {
  return located?.value instanceof Map ? [...located.value] : [];
}

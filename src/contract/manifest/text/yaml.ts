/**
 * Reads YAML text into a plain value with the position of everything in it. Finds duplicate keys with a set, expands nothing and looks up
 * nothing.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser, type Document, type ParsedNode, type YAMLMap } from 'yaml';
import type { IssueCollector } from '@/contract/manifest/issue';
import { GuardStop, YamlGuard } from './guard';
import { offsetIn, UNREADABLE, type OffsetTree, type ReadText } from './offsets';

/** After this many syntax errors, the rest is noise. */
const MAXIMUM_SYNTAX_ERRORS = 1_000;

/** Reads one YAML document; adds every syntax error to `issues`. */
export function readYaml(text: string, issues: IssueCollector): ReadText {
  const document = compose(text, issues);
  if (document === null) return UNREADABLE;
  for (const error of document.errors) {
    if (error.code === 'TAB_AS_INDENT' && issues.errors > 0) continue;
    issues.add({ path: [], offset: error.pos[0], message: sentence(error.message) });
  }
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) {
    if (issues.errors === 0) issues.add({ path: [], message: 'the document is empty', hint: 'start with "version: 1" and a name' });
    return UNREADABLE;
  }
  let places: OffsetTree | undefined;
  return { value: valueOf(root, [], issues), offsetOf: (path, atKey) => offsetIn((places ??= placesIn(root, 0)), path, atKey) };
}

function compose(text: string, issues: IssueCollector): Document.Parsed | null {
  const guard = new YamlGuard(issues);
  const parser = new Parser();
  const composer = new Composer({ uniqueKeys: false, merge: false, schema: 'core', logLevel: 'silent', stringKeys: false });
  const tokens = [];
  let syntaxErrors = 0;
  try {
    for (const lexeme of new Lexer().lex(text)) {
      guard.see(lexeme);
      for (const token of parser.next(lexeme)) {
        tokens.push(token);
        if (token.type === 'error') syntaxErrors += 1;
      }
      if (syntaxErrors > MAXIMUM_SYNTAX_ERRORS || issues.omitted > 0) throw new GuardStop();
    }
    tokens.push(...parser.end());
  } catch (error) {
    if (!(error instanceof GuardStop)) throw error;
    // After the stop, the text is refused as it is; a second parse would add nothing.
    if (syntaxErrors > MAXIMUM_SYNTAX_ERRORS)
      issues.add({ path: [], offset: guard.offset, message: 'too many syntax errors: the text after this was not read' });
    return null;
  }
  const [document] = composer.compose(tokens, true, text.length);
  return (document as Document.Parsed | undefined) ?? null;
}

/** The library's message, without the piece of source text in it. */
function sentence(message: string): string {
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:?$/, '');
}

function valueOf(node: ParsedNode | null, path: (string | number)[], issues: IssueCollector): unknown {
  if (node === null) return null;
  if (isScalar(node)) return node.value;
  if (isAlias(node)) {
    issues.markBroken(path);
    return undefined;
  }
  if (isSeq(node))
    return node.items.map((item, index) => {
      path.push(index);
      const value = valueOf(item as ParsedNode | null, path, issues);
      path.pop();
      return value;
    });
  return objectOf(node as YAMLMap.Parsed, path, issues);
}

function objectOf(map: YAMLMap.Parsed, path: (string | number)[], issues: IssueCollector): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const { key, value } of map.items) {
    const name = keyOf(key);
    const offset = key?.range[0] ?? map.range[0];
    if (name === null) {
      issues.add({ path: [...path], offset, message: 'has a key that is not a plain name' });
      continue;
    }
    path.push(name);
    if (seen.has(name)) issues.add({ path: [...path], offset, message: 'is given twice', hint: 'keep one of them' });
    else if (name === '__proto__') issues.add({ path: [...path], offset, message: 'is not a field of a manifest' });
    else object[name] = valueOf(value, path, issues);
    seen.add(name);
    path.pop();
  }
  return object;
}

/** A key as text; null for a list, a map or nothing at all. */
function keyOf(key: unknown): string | null {
  if (!isScalar(key) || key.value === null || key.value === '') return null;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

/** The positions of everything in a node, the first of equal keys counts; `outer` is where an empty one is. */
function placesIn(node: ParsedNode | null, outer: number): OffsetTree {
  if (node === null) return { at: outer };
  const at = node.range[0];
  if (isSeq(node)) return { at, items: node.items.map((item) => placesIn(item as ParsedNode | null, at)) };
  if (!isMap(node)) return { at };
  const fields = new Map<string, { at: number; value: OffsetTree }>();
  for (const { key, value } of (node as YAMLMap.Parsed).items) {
    const name = keyOf(key);
    if (name !== null && !fields.has(name)) fields.set(name, { at: key.range[0], value: placesIn(value, key.range[0]) });
  }
  return { at, fields };
}

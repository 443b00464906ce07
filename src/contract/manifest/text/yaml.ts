/**
 * Reads YAML text into a plain value with the position of everything in it. Finds duplicate keys with a set, expands nothing and looks up
 * nothing.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser, type Document, type ParsedNode, type YAMLMap } from 'yaml';
import type { IssueCollector, ManifestPath } from '@/contract/manifest/issue';
import { GuardStop, YamlGuard } from './guard';

/** A value read from text, and the way from a path back to an offset in it. `value` is undefined if there is nothing to check. */
export interface ReadText {
  value: unknown;
  offsetOf(path: ManifestPath, atKey: boolean): number;
}

/** After this many syntax errors, the rest is noise. */
const MAXIMUM_SYNTAX_ERRORS = 1_000;

const unreadable: ReadText = { value: undefined, offsetOf: () => 0 };

/** Reads one YAML document; adds every syntax error to `issues`. */
export function readYaml(text: string, issues: IssueCollector): ReadText {
  const document = compose(text, issues);
  if (document === null) return unreadable;
  for (const error of document.errors) {
    if (error.code === 'TAB_AS_INDENT' && issues.errors > 0) continue;
    issues.add({ path: [], offset: error.pos[0], message: sentence(error.message) });
  }
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) {
    if (issues.errors === 0) issues.add({ path: [], message: 'the document is empty', hint: 'start with "version: 1" and a name' });
    return unreadable;
  }
  const pairs = new WeakMap<YAMLMap.Parsed, Map<string, Pair>>();
  return { value: valueOf(root, [], issues), offsetOf: (path, atKey) => offsetIn(root, path, atKey, pairs) };
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

type Pair = YAMLMap.Parsed['items'][number];

/** The pairs of a map by key, the first of equal ones; computed once per map. */
function pairsOf(map: YAMLMap.Parsed, known: WeakMap<YAMLMap.Parsed, Map<string, Pair>>): Map<string, Pair> {
  let pairs = known.get(map);
  if (pairs === undefined) {
    pairs = new Map();
    for (const pair of map.items) {
      const name = keyOf(pair.key);
      if (name !== null && !pairs.has(name)) pairs.set(name, pair);
    }
    known.set(map, pairs);
  }
  return pairs;
}

/** The start of the value at `path` (with `atKey`, of its key). If it does not exist, the start of its nearest container. */
function offsetIn(root: ParsedNode, path: ManifestPath, atKey: boolean, pairs: WeakMap<YAMLMap.Parsed, Map<string, Pair>>): number {
  let node: ParsedNode | null = root;
  let offset = root.range[0];
  for (const [depth, step] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (typeof step === 'number') node = isSeq(node) ? ((node.items[step] as ParsedNode | null | undefined) ?? null) : null;
    else {
      const pair: Pair | undefined = isMap(node) ? pairsOf(node as YAMLMap.Parsed, pairs).get(step) : undefined;
      if (pair === undefined) return offset;
      offset = pair.key.range[0];
      if (isLast && atKey) return offset;
      node = pair.value;
    }
    if (node === null) return offset;
    offset = node.range[0];
  }
  return offset;
}

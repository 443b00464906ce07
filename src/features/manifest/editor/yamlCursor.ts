/** Finds where in a manifest the cursor is, from the editor's syntax tree, which also handles unfinished text. */
import { ensureSyntaxTree, type syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

export interface YamlCursor {
  /** Field names from the document down to the mapping or list that holds the cursor; list indexes are left out. */
  path: string[];
  /** The field whose value is being written; null at the start of a field or list item. */
  field: string | null;
  /** The part of the word before the cursor. */
  typed: string;
  /** The other fields of this mapping. */
  taken: string[];
  /** Inside braces or brackets. */
  isFlow: boolean;
}

/** Stands for what is about to be typed, so that the tree has a node at the cursor. */
const WORD = 'x';
/** In characters. Fields of the same mapping further down are not seen. */
const READ_AHEAD = 10_000;
/** In milliseconds. Parsing a long text must not block the page. */
const PARSE_LIMIT = 200;

/** `position` is an offset in the text. Null inside a comment or a multi-line text, and if the text could not be parsed in time. */
export function cursorAt(state: EditorState, position: number): YamlCursor | null {
  const asWord = read(state, position, WORD);
  if (asWord === null || asWord.word.name === 'Comment' || asWord.word.name.startsWith('BlockLiteral')) return null;
  const { word } = asWord;
  const pair = word.parent?.name === 'Pair' ? word.parent : null;
  const isFlow = ancestors(word).some(isBrackets);
  const isValue = pair !== null && (isFlow || isOnLineOf(asWord.state, pair, position));
  const isWholeKey = word.parent?.name === 'Key' && word.parent.parent?.getChild(':') != null;
  if (isFlow || isValue || isWholeKey) return told(asWord, position, isFlow);
  const asField = read(state, position, `${WORD}:`);
  return asField === null ? null : told(asField, position, false);
}

interface Read {
  state: EditorState;
  /** The innermost node that contains the word. */
  word: SyntaxNode;
}

function read(state: EditorState, position: number, insert: string): Read | null {
  const next = state.update({ changes: { from: position, insert } }).state;
  const tree = ensureSyntaxTree(next, Math.min(next.doc.length, position + READ_AHEAD), PARSE_LIMIT);
  return tree === null ? null : { state: next, word: tree.resolveInner(position + WORD.length, -1) };
}

function told({ state, word }: Read, position: number, isFlow: boolean): YamlCursor {
  const path: string[] = [];
  let below = word;
  let field: string | null = null;
  for (const node of ancestors(word)) {
    const key = node.name === 'Pair' && below.name !== 'Key' ? keyOf(state, node) : null;
    if (key !== null && below === word) field = key;
    else if (key !== null) path.unshift(key);
    below = node;
  }
  const own = word.parent?.name === 'Key' ? word.parent.parent : word.parent;
  const set = own?.name === 'Pair' ? own.parent : null;
  const taken = (set?.getChildren('Pair') ?? []).filter((pair) => pair.from !== own?.from).flatMap((pair) => keyOf(state, pair) ?? []);
  return { path, field, typed: state.sliceDoc(word.from, position).replace(/^["']/, ''), taken, isFlow };
}

/** The name of a field, without quotes; null if it has none. */
export function keyOf(state: EditorState, pair: SyntaxNode): string | null {
  const key = pair.getChild('Key')?.firstChild;
  return key === null || key === undefined ? null : scalarText(state, key);
}

/** Null for a list or a mapping. */
export function scalarText(state: EditorState, node: SyntaxNode): string | null {
  if (node.name === 'Literal') return state.sliceDoc(node.from, node.to);
  return node.name === 'QuotedLiteral' ? state.sliceDoc(node.from + 1, node.to - 1) : null;
}

function isBrackets({ name }: SyntaxNode): boolean {
  return name === 'FlowMapping' || name === 'FlowSequence';
}

function isOnLineOf({ doc }: EditorState, pair: SyntaxNode, position: number): boolean {
  return doc.lineAt(pair.from).number === doc.lineAt(position).number;
}

function ancestors(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let { parent } = node; parent !== null; { parent } = parent) found.push(parent);
  return found;
}

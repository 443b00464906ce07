/** Where in a manifest the cursor stands, told by the syntax tree of the editor's language, which also reads what is not finished yet. */
import { ensureSyntaxTree, type syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

export interface YamlCursor {
  /** The fields from the document down to the set of fields (or list) that the cursor is in; list positions are left out. */
  path: string[];
  /** The field whose value is being written; null where a field or a list item begins. */
  field: string | null;
  /** What stands already between the beginning of this word and the cursor. */
  typed: string;
  /** The other fields that this set has already. */
  taken: string[];
  /** Inside braces or brackets. */
  isFlow: boolean;
}

/** Stands in for what is about to be typed, so that the tree has a node at the cursor. */
const WORD = 'x';
/** In characters: other fields of the same set that stand further below are not seen. */
const READ_AHEAD = 10_000;
/** In milliseconds: reading on in a long text must not hold the page up. */
const PARSE_LIMIT = 200;

/** `position` is an offset in the text. Null inside a comment or a text of several lines, and where the text could not be read in time. */
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
  /** The innermost node that the word is in. */
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

/** The name of a field, without quotes; null where it is none. */
export function keyOf(state: EditorState, pair: SyntaxNode): string | null {
  const key = pair.getChild('Key')?.firstChild;
  return key === null || key === undefined ? null : scalarText(state, key);
}

/** Null for a list or a set of fields. */
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

/** The technical names that the text itself declares, by kind. Read from the syntax tree, which copes with unfinished text. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { LIST_KINDS } from './manifestSchema';
import { keyOf, scalarText, type SyntaxNode } from './yamlCursor';

/** Covers as much of the text as the editor has parsed so far. */
export function declaredNames(state: EditorState): Map<ManifestKind, Set<string>> {
  const names = new Map<ManifestKind, Set<string>>();
  const readList = (list: SyntaxNode, path: string): void => {
    const kind = LIST_KINDS[path];
    if (kind === undefined) return;
    for (const item of list.getChildren('Item'))
      for (const [field, value] of fieldsOf(state, item.firstChild)) {
        const name = field === 'technicalName' ? scalarText(state, value) : null;
        if (name !== null && name !== '') names.set(kind, (names.get(kind) ?? new Set()).add(name));
        readList(value, `${path}.${field}`);
      }
  };
  for (const document of syntaxTree(state).topNode.getChildren('Document'))
    for (const [section, list] of fieldsOf(state, document.getChild('BlockMapping'))) readList(list, section);
  return names;
}

function fieldsOf(state: EditorState, set: SyntaxNode | null): [name: string, value: SyntaxNode][] {
  return (set?.getChildren('Pair') ?? []).flatMap((pair) => {
    const key = keyOf(state, pair);
    const value = pair.lastChild;
    return key === null || value === null || value.name === ':' || value.name === 'Key' ? [] : [[key, value]];
  });
}

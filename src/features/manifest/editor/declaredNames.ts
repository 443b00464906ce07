/** The technical names that the text itself declares, by kind. Read from the syntax tree, which copes with unfinished text. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EntityKind } from '@/domain/vocabulary';
import { keyOf, scalarText, type SyntaxNode } from './yamlCursor';

const SECTIONS: Readonly<Record<string, EntityKind>> = {
  applications: 'application',
  capabilities: 'capability',
  processes: 'process',
  segments: 'segment',
  hostingAreas: 'hosting-area',
  technologies: 'technology',
  datasets: 'dataset',
};
const NESTED: Readonly<Record<string, { within: EntityKind; kind: EntityKind }>> = {
  components: { within: 'application', kind: 'component' },
  zones: { within: 'hosting-area', kind: 'hosting-zone' },
};

/** Covers as much of the text as the editor has parsed so far. */
export function declaredNames(state: EditorState): Map<EntityKind, Set<string>> {
  const names = new Map<EntityKind, Set<string>>();
  const readList = (list: SyntaxNode, kind: EntityKind): void => {
    for (const item of list.getChildren('Item'))
      for (const [field, value] of fieldsOf(state, item.firstChild)) readField(field, value, kind);
  };
  const readField = (field: string, value: SyntaxNode, kind: EntityKind): void => {
    const name = field === 'technicalName' ? scalarText(state, value) : null;
    if (name !== null && name !== '') names.set(kind, (names.get(kind) ?? new Set()).add(name));
    const inner = NESTED[field];
    if (inner?.within === kind) readList(value, inner.kind);
  };
  for (const document of syntaxTree(state).topNode.getChildren('Document'))
    for (const [section, list] of fieldsOf(state, document.getChild('BlockMapping'))) {
      const kind = SECTIONS[section];
      if (kind !== undefined) readList(list, kind);
    }
  return names;
}

function fieldsOf(state: EditorState, set: SyntaxNode | null): [name: string, value: SyntaxNode][] {
  return (set?.getChildren('Pair') ?? []).flatMap((pair) => {
    const key = keyOf(state, pair);
    const value = pair.lastChild;
    return key === null || value === null || value.name === ':' || value.name === 'Key' ? [] : [[key, value]];
  });
}

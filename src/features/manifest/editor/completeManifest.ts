/** Completion and hover texts in the editor: fields valid at the cursor, enumerated values, and names to refer to. */
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import type { FoundEntity } from '@/contract/landscapePicture';
import type { EntityKind } from '@/domain/vocabulary';
import { declaredNames } from './declaredNames';
import { fieldsAt, nodesAt, referredKind, valuesAt, type SchemaField, type SchemaNode } from './manifestSchema';
import { cursorAt, type YamlCursor } from './yamlCursor';

export interface ManifestKnowledge {
  /** The published schema; null until loaded. */
  schema(): SchemaNode | null;
  /** Entities of the tenant whose names contain the text, best match first. Never throws. */
  findNames(kind: EntityKind, search: string): Promise<readonly Pick<FoundEntity, 'technicalName' | 'name'>[]>;
}

export function completeManifest(knowledge: ManifestKnowledge): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const schema = knowledge.schema();
    const cursor = cursorAt(context.state, context.pos);
    if (schema === null || cursor === null) return null;
    const from = context.pos - cursor.typed.length;
    if (cursor.field === null) {
      const fields = fieldsAt(schema, cursor.path);
      if (fields.length > 0) return fieldResult(schema, cursor, fields, from, context);
      return nodesAt(schema, cursor.path).length === 0 ? null : namesResult(knowledge, cursor.path, cursor.typed, from, context);
    }
    const path = [...cursor.path, cursor.field];
    const values = valuesAt(schema, path);
    if (values.length > 0) return { from, options: values.map((label) => ({ label, type: 'enum' })), validFor: /^\w*$/ };
    return namesResult(knowledge, path, cursor.typed, from, context);
  };
}

function fieldResult(
  schema: SchemaNode,
  cursor: YamlCursor,
  fields: readonly SchemaField[],
  from: number,
  context: CompletionContext,
): CompletionResult | null {
  // On an empty line the list would be in the way of somebody who only wants another empty line.
  if (cursor.typed === '' && !context.explicit && context.state.doc.lineAt(context.pos).text.trim() === '') return null;
  const options = fields
    .filter(({ name }) => !cursor.taken.includes(name) || name === cursor.typed)
    .map((field) => fieldOption(schema, cursor, field));
  return { from, options, validFor: /^\w*$/ };
}

function fieldOption(
  schema: SchemaNode,
  cursor: YamlCursor,
  { name, title, description, isRequired, isContainer }: SchemaField,
): Completion {
  return {
    label: name,
    type: 'property',
    boost: isRequired ? 2 : 0,
    ...(isRequired ? { detail: 'required' } : {}),
    info: () => explanation(title, description),
    apply: (view, _completion, start, end) =>
      insertField(view, { start, end }, name, isContainer && !cursor.isFlow ? listOpening(schema, [...cursor.path, name]) : ' '),
  };
}

/** Lists of names open a bracket; lists of fields start on the next line. */
function listOpening(schema: SchemaNode, path: readonly string[]): ' []' | '\n' {
  return fieldsAt(schema, path).length > 0 ? '\n' : ' []';
}

function insertField(view: EditorView, { start, end }: { start: number; end: number }, name: string, opening: ' ' | ' []' | '\n'): void {
  const line = view.state.doc.lineAt(start);
  const hasColon = /^\s*:/.test(view.state.sliceDoc(end, line.to));
  const indent = ' '.repeat(start - line.from + 2);
  const behind = hasColon ? '' : opening === '\n' ? `:\n${indent}- ` : `:${opening}`;
  const anchor = start + name.length + behind.length - (behind.endsWith(']') ? 1 : 0);
  view.dispatch({
    changes: { from: start, to: end, insert: name + behind },
    selection: { anchor },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

async function namesResult(
  knowledge: ManifestKnowledge,
  path: readonly string[],
  typed: string,
  from: number,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const kind = referredKind(path);
  if (kind === null) return null;
  const own = declaredNames(context.state).get(kind) ?? new Set<string>();
  const known = await knowledge.findNames(kind, typed);
  if (context.aborted) return null;
  const options: Completion[] = [...own].map((label) => ({ label, type: 'variable', detail: 'in this manifest', boost: 1 }));
  for (const { technicalName, name } of known)
    if (!own.has(technicalName)) options.push({ label: technicalName, type: 'variable', detail: name });
  // Search again on each letter: the tenant may have a million names.
  return { from, options };
}

export function explainManifest(knowledge: ManifestKnowledge) {
  return hoverTooltip((view, position): Tooltip | null => {
    const schema = knowledge.schema();
    const line = view.state.doc.lineAt(position);
    const word = [...line.text.matchAll(/[A-Za-z]+(?=["']?\s*:(\s|$))/g)].find(
      ({ index, 0: text }) => line.from + index <= position && position <= line.from + index + text.length,
    );
    if (schema === null || word === undefined) return null;
    const cursor = cursorAt(view.state, line.from + word.index + word[0].length);
    const field = cursor === null ? undefined : fieldsAt(schema, cursor.path).find(({ name }) => name === word[0]);
    if (field === undefined) return null;
    const { title, description, name } = field;
    const values = valuesAt(schema, [...(cursor?.path ?? []), name]);
    return {
      pos: line.from + word.index,
      end: line.from + word.index + word[0].length,
      create: () => ({ dom: explanation(title, description, values) }),
    };
  });
}

function explanation(title: string, description: string, values: readonly string[] = []): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-explanation';
  const lines: [keyof HTMLElementTagNameMap, string][] = [
    ['strong', title],
    ['p', description],
    ['p', values.length === 0 ? '' : `One of ${values.join(', ')}.`],
  ];
  for (const [tag, words] of lines) {
    if (words === '') continue;
    const element = document.createElement(tag);
    element.textContent = words;
    box.append(element);
  }
  return box;
}

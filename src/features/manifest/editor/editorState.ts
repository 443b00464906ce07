/** The parts of the editor. A very large text gets a plain editor, because colours, completion and folding would be slow. */
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { completeManifest, explainManifest, type ManifestKnowledge } from './completeManifest';
import { editorTheme } from './editorTheme';

/** In characters. */
export const LARGE_TEXT = 1_000_000;

const comforts = new Compartment();

interface Options {
  nonce: string | undefined;
  knowledge: ManifestKnowledge;
  onChange(): void;
  onPreview(): void;
}

function comfortsFor(length: number, knowledge: ManifestKnowledge): Extension {
  if (length > LARGE_TEXT) return [];
  return [
    yaml(),
    foldGutter(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    autocompletion({ override: [completeManifest(knowledge)] }),
    explainManifest(knowledge),
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
  ];
}

export function createEditorState(text: string, { nonce, knowledge, onChange, onPreview }: Options): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
      EditorView.contentAttributes.of({
        'aria-label': 'Manifest',
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (onPreview(), true) }])),
      lineNumbers(),
      // What an import left out or decided stands in comments, which are longer than a line.
      EditorView.lineWrapping,
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      closeBrackets(),
      indentUnit.of('  '),
      search({ top: true }),
      placeholder('version: 1'),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      comforts.of(comfortsFor(text.length, knowledge)),
      editorTheme,
      EditorView.updateListener.of(({ docChanged, state, startState, view }) => {
        if (!docChanged) return;
        const isLarge = state.doc.length > LARGE_TEXT;
        if (isLarge !== startState.doc.length > LARGE_TEXT)
          queueMicrotask(() => view.dispatch({ effects: comforts.reconfigure(comfortsFor(view.state.doc.length, knowledge)) }));
        onChange();
      }),
    ],
  });
}

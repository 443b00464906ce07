/** The look of the editor in the page's colours; the same rules serve light and dark. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--mantine-color-indigo-light-color)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--state-Healthy)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--state-Degraded)' },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: 'var(--mantine-color-dimmed)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--mantine-color-dimmed)' },
]);

const parts = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', color: 'var(--mantine-color-text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--mantine-color-default-hover) 60%, transparent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--mantine-color-indigo-light-hover)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '5px',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-color-indigo-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal' },
  '.cm-explanation': { padding: '6px 10px', maxWidth: '360px', fontFamily: 'var(--mantine-font-family)', fontSize: '0.8125rem' },
  '.cm-explanation p': { margin: '2px 0 0', color: 'var(--mantine-color-dimmed)' },
  '.cm-diagnostic': { fontFamily: 'var(--mantine-font-family)', fontSize: '0.8125rem', borderLeftWidth: '3px' },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--mantine-color-text)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--mantine-color-default)', border: '1px solid var(--mantine-color-default-border)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--mantine-color-default)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '4px',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--mantine-color-default-hover)',
    border: '1px solid var(--line)',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
});

export const editorTheme = [parts, syntaxHighlighting(colours)];

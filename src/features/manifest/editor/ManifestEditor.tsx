/** The manifest editor. It alone holds the text: copying sixteen megabytes on each key would be felt. */
'use client';

import { useMantineStyleNonce } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { EditorView } from '@codemirror/view';
import { useTRPC } from '@/client/trpc';
import type { Issue } from '@/domain/errors';
import type { ManifestKnowledge } from './completeManifest';
import { createEditorState } from './editorState';
import { showIssues } from './issueMarks';
import type { SchemaNode } from './manifestSchema';
import classes from './ManifestEditor.module.css';

export interface EditorHandle {
  text(): string;
  /** In characters. */
  length(): number;
  /** As one step that Undo reverts. */
  replace(text: string): void;
  mark(issues: readonly Issue[]): void;
  goTo(line: number, column: number): void;
}

interface Props {
  initialText: string;
  handle: Ref<EditorHandle>;
  onChange(): void;
  onPreview(): void;
  /** Called with the text when the editor unmounts. */
  onLeave(text: string): void;
}

export function ManifestEditor({ initialText, handle, onChange, onPreview, onLeave }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const nonce = useMantineStyleNonce()?.();
  const knowledge = useManifestKnowledge();
  // The editor keeps its initial values; later text arrives through the handle.
  const [begun] = useState({ text: initialText, nonce, knowledge });
  const calls = useRef({ onChange, onPreview, onLeave });
  useEffect(() => {
    calls.current = { onChange, onPreview, onLeave };
  });

  useEffect(() => {
    if (host.current === null) return;
    const state = createEditorState(begun.text, {
      nonce: begun.nonce,
      knowledge: begun.knowledge,
      onChange: () => calls.current.onChange(),
      onPreview: () => calls.current.onPreview(),
    });
    const made = new EditorView({ state, parent: host.current });
    view.current = made;
    return () => {
      view.current = null;
      calls.current.onLeave(made.state.doc.toString());
      made.destroy();
    };
  }, [begun]);

  useImperativeHandle(handle, () => ({
    text: () => view.current?.state.doc.toString() ?? initialText,
    length: () => view.current?.state.doc.length ?? initialText.length,
    replace: (text) => {
      const made = view.current;
      made?.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    mark: (issues) => {
      if (view.current !== null) showIssues(view.current, issues);
    },
    goTo: (line, column) => {
      const made = view.current;
      if (made === null) return;
      const place = made.state.doc.line(Math.min(Math.max(1, line), made.state.doc.lines));
      const anchor = Math.min(place.to, place.from + column - 1);
      made.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      made.focus();
    },
  }));

  return <div ref={host} className={classes.editor} />;
}

/** The published schema, loaded once, and the tenant's names. */
function useManifestKnowledge(): ManifestKnowledge {
  const trpc = useTRPC();
  const client = useQueryClient();
  const schema = useRef<SchemaNode | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const answer = await fetch('/schemas/manifest.v1.json');
      if (answer.ok) schema.current = (await answer.json()) as SchemaNode;
    };
    // Without the schema the editor still works, but offers no completion.
    read().catch(() => undefined);
  }, []);
  return {
    schema: () => schema.current,
    findNames: (kind, search) => client.fetchQuery(trpc.landscape.find.queryOptions({ kinds: [kind], search, limit: 30 })).catch(() => []),
  };
}

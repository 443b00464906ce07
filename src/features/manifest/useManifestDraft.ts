/** The text being written and its known problems. */
'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTenant } from '@/client/tenantContext';
import type { Issue } from '@/domain/errors';
import type { CheckAnswer } from './checkWorker';
import type { EditorHandle } from './editor/ManifestEditor';
import { holdText, readHeldText } from '@/client/manifest/heldText';
import { useManifestCheck } from './useManifestCheck';

export interface Problems {
  issues: readonly Issue[];
  omitted: number;
  /** Whether the server found them, which knows the landscape, or the check in this page. */
  isFromService: boolean;
}

const HOLD_AFTER_MS = 400;
const NO_PROBLEMS: Problems = { issues: [], omitted: 0, isFromService: false };

export function useManifestDraft() {
  const { tenantId } = useTenant();
  const [initial] = useState(() => readHeldText(tenantId));
  const editor = useRef<EditorHandle>(null);
  // The revision increases with each change of the text.
  const [text, setText] = useState({ revision: 0, isEmpty: initial.text.trim() === '', isUnsaved: initial.isUnsaved });
  const isUnsaved = useRef(initial.isUnsaved);
  const [isTooLargeToKeep, setTooLarge] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const holdTimer = useRef(0);

  const showProblems = useCallback((found: Problems) => {
    setProblems(found);
    editor.current?.mark(found.issues);
  }, []);
  const { check, ask } = useManifestCheck(({ issues, issuesOmitted }: CheckAnswer) =>
    showProblems({ issues, omitted: issuesOmitted, isFromService: false }),
  );
  const keep = useCallback(
    (value: string): void => setTooLarge(!holdText(tenantId, { text: value, isUnsaved: isUnsaved.current })),
    [tenantId],
  );

  const changed = (isWritten: boolean): void => {
    isUnsaved.current = isWritten;
    setText(({ revision }) => ({ revision: revision + 1, isEmpty: (editor.current?.length() ?? 0) === 0, isUnsaved: isWritten }));
    window.clearTimeout(holdTimer.current);
    holdTimer.current = window.setTimeout(() => editor.current !== null && keep(editor.current.text()), HOLD_AFTER_MS);
    ask(() => editor.current?.text() ?? '');
  };
  useEffect(() => {
    // Text kept from before is checked when the page opens.
    if (initial.text !== '') ask(() => editor.current?.text() ?? '');
  }, [ask, initial.text]);
  useWarningBeforeLeaving(text.isUnsaved && !text.isEmpty);

  return {
    editor,
    initialText: initial.text,
    ...text,
    /** Whether the text would be lost on reload. */
    isTooLargeToKeep,
    check,
    problems,
    showProblems,
    load: (loaded: string): void => {
      editor.current?.replace(loaded);
      changed(false);
    },
    noteChange: (): void => changed(true),
    noteApplied: (): void => {
      isUnsaved.current = false;
      setText((held) => ({ ...held, isUnsaved: false }));
      if (editor.current !== null) keep(editor.current.text());
    },
    leave: (last: string): void => {
      window.clearTimeout(holdTimer.current);
      holdText(tenantId, { text: last, isUnsaved: isUnsaved.current });
    },
  };
}

export type Draft = ReturnType<typeof useManifestDraft>;

/** Our other pages keep the text; closing the tab does not. */
function useWarningBeforeLeaving(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}

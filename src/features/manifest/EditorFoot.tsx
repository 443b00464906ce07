/** The state of the text, and how to leave the editor by keyboard. */
import { Group } from '@mantine/core';
import { problemWords } from './problemWords';
import type { Draft } from './useManifestDraft';
import classes from './Workbench.module.css';

export function EditorFoot({ draft: { check, problems, isTooLargeToKeep } }: { draft: Draft }) {
  return (
    <Group gap="4px 16px" className={classes.foot}>
      <span role="status">{problemWords(check, problems)}</span>
      {isTooLargeToKeep && <span>Too large to keep across a reload</span>}
      <span style={{ marginLeft: 'auto' }}>Tab indents; Esc, then Tab leaves the editor</span>
    </Group>
  );
}

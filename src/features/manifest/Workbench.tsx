/** The editor on one side, problems or the plan on the other. */
'use client';

import { useHotkeys } from '@mantine/hooks';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useState } from 'react';
import { ReadingFiles } from '@/client/manifest/ReadingFiles';
import { useImport } from '@/client/manifest/useImport';
import { areTables } from '@/client/tables/isTable';
import { useTenant } from '@/client/tenantContext';
import { isRoleAtLeast } from '@/domain/access';
import { laterPart } from '@/ui/laterPart';
import { EditorFoot } from './EditorFoot';
import { ManifestEditor } from './editor/ManifestEditor';
import { DropTarget } from './DropTarget';
import { openFiles } from './openFiles';
import { PlanPanel } from './PlanPanel';
import { ProblemList } from './ProblemList';
import { StartPanel } from './StartPanel';
import { useManifestDraft } from './useManifestDraft';
import { useManifestPlan } from './useManifestPlan';
import classes from './Workbench.module.css';
import { WorkbenchToolbar } from './WorkbenchToolbar';

/** Only people who open tables load what reads them. */
const TableChooser = laterPart(() => import('@/client/tables/TableChooser').then((module) => module.TableChooser));

export function Workbench() {
  const { role } = useTenant();
  const canWrite = isRoleAtLeast(role, 'Editor');
  const [prune, setPrune] = useQueryState('prune', parseAsBoolean.withDefault(false).withOptions({ history: 'push' }));
  const draft = useManifestDraft();
  const plan = useManifestPlan(draft, prune);
  const [loadError, setLoadError] = useState<string | null>(null);
  const [tables, setTables] = useState<readonly File[] | null>(null);
  const preview = (): void => {
    if (canWrite) plan.preview();
  };
  useHotkeys([['mod+Enter', preview]]);
  const load = (text: string): void => {
    setLoadError(null);
    draft.load(text);
  };

  const importing = useImport();
  const open = (files: readonly File[]): void => {
    setLoadError(null);
    if (areTables(files)) setTables(files);
    else if (files.length > 0) void openFiles(files, importing, load, setLoadError);
  };

  return (
    <div className={classes.page}>
      {tables !== null && (
        <TableChooser
          files={tables}
          onDone={(text) => {
            setTables(null);
            load(text);
          }}
          onClose={() => setTables(null)}
        />
      )}
      <WorkbenchToolbar
        draft={draft}
        plan={plan}
        canWrite={canWrite}
        prune={prune}
        onPrune={(value) => void setPrune(value)}
        onLoad={load}
        onFiles={open}
        onLoadError={setLoadError}
        onPreview={preview}
      />
      {importing.reading !== null && (
        <div className={classes.reading}>
          <ReadingFiles {...importing.reading} onCancel={importing.cancel} />
        </div>
      )}
      <div className={classes.content}>
        <DropTarget onFiles={open}>
          <ManifestEditor
            handle={draft.editor}
            initialText={draft.initialText}
            onChange={draft.noteChange}
            onPreview={preview}
            onLeave={draft.leave}
          />
          <ProblemList
            problems={draft.problems}
            onChoose={({ line, column }) => line !== undefined && draft.editor.current?.goTo(line, column ?? 1)}
          />
          <EditorFoot draft={draft} />
        </DropTarget>
        <section className={classes.side} aria-label="What it changes">
          {plan.previewed === null && plan.applied === null && plan.failure === null && !plan.isPreviewing && !plan.isApplying ? (
            <StartPanel
              isEmpty={draft.isEmpty}
              canWrite={canWrite}
              loadError={loadError}
              onLoad={load}
              onFiles={open}
              onLoadError={setLoadError}
              onPreview={preview}
            />
          ) : (
            <PlanPanel plan={plan} />
          )}
        </section>
      </div>
    </div>
  );
}

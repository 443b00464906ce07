/** Asks what the columns of dropped tables become, shows what comes out, and hands over the manifest. */
'use client';

import { Alert, Button, Group, Loader, NativeSelect, Tabs, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { countOf } from '@/plain/counts';
import { PRESETS } from '@/sources/table/presets/presets';
import { writeMapping } from '@/sources/table/mapping/writeMapping';
import type { ColumnChoice } from '@/sources/table/presets/generic';
import { saveFile } from '@/ui/saveFile';
import { Dialog } from '@/ui/Dialog';
import { ROWS_BECOME } from './columnWords';
import { OutcomePanel } from './OutcomePanel';
import { startTables, type ReadingTables } from './startTables';
import { draftMapping, OWN_COLUMNS, withColumn, withRows, type TableDraft } from './tableDraft';
import { TableGrid } from './TableGrid';
import { useOutcome } from './useOutcome';
import classes from './TableChooser.module.css';

interface Props {
  files: readonly File[];
  /** The text of the manifest. */
  onDone(text: string): void;
  onClose(): void;
}

export function TableChooser({ files, onDone, onClose }: Props) {
  const [opened, setOpened] = useState<{ reading: ReadingTables; draft: TableDraft } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [read, setRead] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const reading = startTables(files, setRead);
    reading.draft.then(
      (draft) => isWanted && setOpened({ reading, draft }),
      (error: unknown) => isWanted && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isWanted = false;
      reading.end();
    };
  }, [files]);
  return (
    <Dialog onClose={onClose} size="min(1500px, 96vw)" title="Import tables">
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" title="Nothing was opened">
          {problem}
        </Alert>
      )}
      {opened === null && problem === null && <Opening count={files.length} read={read} onCancel={onClose} />}
      {opened !== null && <Choosing {...opened} onChange={(draft) => setOpened({ ...opened, draft })} onDone={onDone} onClose={onClose} />}
    </Dialog>
  );
}

function Opening({ count, read, onCancel }: { count: number; read: number; onCancel(): void }) {
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-label="Opening the tables" />
      <Text size="sm">{`Reading ${countOf(count, 'file')}${read === 0 ? '' : `: ${read} begun`}.`}</Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}

interface ChoosingProps extends Omit<Props, 'files'> {
  reading: ReadingTables;
  draft: TableDraft;
  onChange(draft: TableDraft): void;
}

function Choosing({ reading, draft, onChange, onDone, onClose }: ChoosingProps) {
  const { outcome, isWorking } = useOutcome(draft, reading);
  const canGoOn = outcome !== null && !isWorking && !('refusal' in outcome);
  return (
    <div className={classes.body}>
      <div className={classes.choices}>
        <NativeSelect
          label="Made by"
          data={[
            ...PRESETS.map(({ name, tool }) => ({ value: name, label: tool })),
            { value: OWN_COLUMNS, label: 'Something else: choose columns' },
          ]}
          value={draft.preset}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, preset: value })}
        />
        <TextInput
          label="Name of the manifest"
          value={draft.name}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
        />
      </div>
      <div className={classes.content}>
        <Tables draft={draft} onChange={onChange} />
        <OutcomePanel outcome={outcome} isWorking={isWorking} />
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          onClick={() => saveFile('map.yaml', new Blob([writeMapping(draftMapping(draft))], { type: 'application/yaml' }))}
        >
          Save the mapping as a file
        </Button>
        <Button disabled={!canGoOn} onClick={() => canGoOn && onDone(outcome.text)}>
          Continue with the manifest
        </Button>
      </div>
    </div>
  );
}

function Tables({ draft, onChange }: Pick<ChoosingProps, 'draft' | 'onChange'>) {
  const { tables } = draft;
  return (
    <Tabs defaultValue="0" className={classes.tables} keepMounted={false}>
      <Tabs.List aria-label="Tables">
        {tables.map(({ file, sheet }, at) => (
          <Tabs.Tab key={file} value={String(at)}>
            {sheet}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tables.map((table, at) => (
        <Tabs.Panel key={table.file} value={String(at)} pt="xs">
          <OneTable draft={draft} at={at} onChange={onChange} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function OneTable({ draft, at, onChange }: Pick<ChoosingProps, 'draft' | 'onChange'> & { at: number }) {
  const table = draft.tables[at];
  if (table === undefined) return null;
  const choice = draft.choices[at] ?? null;
  const isPreset = draft.preset !== OWN_COLUMNS;
  return (
    <>
      {!isPreset && (
        <NativeSelect
          mb="xs"
          maw={260}
          label="Its rows become"
          data={[...ROWS_BECOME, { value: '', label: 'Nothing' }]}
          value={choice?.as ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withRows(draft, at, value === '' ? null : (value as ColumnChoice['as'])))}
        />
      )}
      <TableGrid
        table={table}
        rows={draft.shown[at] ?? []}
        preset={isPreset ? draftMapping(draft) : null}
        choice={choice}
        onColumn={(place, field) => onChange(withColumn(draft, at, place, field))}
      />
    </>
  );
}

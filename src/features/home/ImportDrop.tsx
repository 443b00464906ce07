/** Takes files that describe a landscape, dropped or chosen, and leads to the preview of what they would change. */
'use client';

import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useGo } from '@/client/live/NavigationGuard';
import { holdText } from '@/client/manifest/heldText';
import { ReadingFiles } from '@/client/manifest/ReadingFiles';
import type { ReadSoFar } from '@/client/manifest/seenSoFar';
import { startObserver } from '@/client/manifest/startObserver';
import { useImport } from '@/client/manifest/useImport';
import { pageHref } from '@/client/pages';
import { areTables } from '@/client/tables/isTable';
import { useTenant } from '@/client/tenantContext';
import { DropArea } from '@/ui/DropArea';
import { laterPart } from '@/ui/laterPart';
import { readWords } from './readWords';

/** Only people who open tables load what reads them. */
const TableChooser = laterPart(() => import('@/client/tables/TableChooser').then((module) => module.TableChooser));

/** Whoever drops a recording here gets its proposal at once, with the questions at its end. */
async function observed(files: readonly File[], tell: (read: ReadSoFar) => void): Promise<string> {
  const observing = startObserver(files, tell);
  try {
    await observing.seen;
    return await observing.propose([]);
  } finally {
    observing.end();
  }
}

export function ImportDrop() {
  const { tenantId } = useTenant();
  const go = useGo();
  const [problem, setProblem] = useState<string | null>(null);
  const [read, setRead] = useState<ReadSoFar | null>(null);
  const [tables, setTables] = useState<readonly File[] | null>(null);
  const importing = useImport();
  const preview = (text: string): void => {
    holdText(tenantId, { text, isUnsaved: true });
    go(pageHref(tenantId, 'manifest'));
  };
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    setProblem(null);
    if (areTables(files)) {
      setTables(files);
      return;
    }
    try {
      // Only people who import something load what reads files.
      const { isOfObserved } = await import('@/client/manifest/observeFiles');
      const areRecorded = (await Promise.all(files.map(isOfObserved))).every(Boolean);
      const text = areRecorded ? await observed(files, setRead) : await importing.start(files);
      if (text !== null) preview(text);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setRead(null);
  };
  return (
    <>
      {tables !== null && <TableChooser files={tables} onDone={preview} onClose={() => setTables(null)} />}
      <DropArea onFiles={(files) => void take(files)}>
        <Text size="sm" mb={8}>
          Drop files here: files of another tool (catalogs, compose files, tables), a manifest, or recordings of a running system.
        </Text>
        <FileButton
          multiple
          accept=".yaml,.yml,.json,.jsonl,.pb,.gz,.env,.txt,.prom,.csv,.tsv,.xlsx,.xml,.dsl,.c4,.template"
          onChange={(files) => void take(files)}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
        {read !== null && (
          <Text size="sm" c="dimmed" mt={8} role="status">
            {readWords(read)} The files stay in this browser.
          </Text>
        )}
        {importing.reading !== null && <ReadingFiles {...importing.reading} onCancel={importing.cancel} />}
      </DropArea>
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" mt="sm" title="Nothing was imported">
          {problem}
        </Alert>
      )}
    </>
  );
}

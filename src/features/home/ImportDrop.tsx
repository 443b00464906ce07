/** Takes files that describe a landscape, dropped or chosen, and leads to the preview of what they would change. */
'use client';

import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useGo } from '@/client/live/NavigationGuard';
import { holdText } from '@/client/manifest/heldText';
import type { TracesAnswer } from '@/client/manifest/tracesWorker';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import classes from './Home.module.css';

/** In a worker, which says how far it is. */
function fromTraces(files: readonly File[], tell: (spans: number) => void): Promise<string> {
  const worker = new Worker(new URL('../../client/manifest/tracesWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<TracesAnswer>) => {
      if ('spans' in data) tell(data.spans);
      else if ('text' in data) done(data.text);
      else fail(new Error(data.problem));
    };
    worker.onerror = () => fail(new Error('These traces could not be read. Use faultline observe otlp on the command line.'));
    worker.postMessage(files);
  }).finally(() => worker.terminate());
}

export function ImportDrop() {
  const { tenantId } = useTenant();
  const go = useGo();
  const [isDragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [spans, setSpans] = useState<number | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    setProblem(null);
    try {
      // Only people who import something load the importers.
      const { manifestFrom } = await import('@/client/manifest/manifestFrom');
      const { isOfTraces } = await import('@/client/manifest/readTraces');
      const areTraces = (await Promise.all(files.map(isOfTraces))).every(Boolean);
      const text = areTraces ? await fromTraces(files, setSpans) : await manifestFrom(files);
      holdText(tenantId, { text, isUnsaved: true });
      go(pageHref(tenantId, 'manifest'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setSpans(null);
  };
  return (
    <>
      <div
        className={classes.drop}
        data-dragging={isDragging || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragging(false);
          void take([...event.dataTransfer.files]);
        }}
      >
        <Text size="sm" mb={8}>
          Drop files here: OpenTelemetry traces, Backstage catalog-info.yaml, compose files, or a manifest.
        </Text>
        <FileButton multiple accept=".yaml,.yml,.json,.jsonl,.pb,.gz,.env" onChange={(files) => void take(files)}>
          {(props) => (
            <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
        {spans !== null && (
          <Text size="sm" c="dimmed" mt={8} role="status">
            {countOf(spans, 'span')} read. The files stay in this browser.
          </Text>
        )}
      </div>
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" mt="sm" title="Nothing was imported">
          {problem}
        </Alert>
      )}
    </>
  );
}

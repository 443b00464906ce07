/** Takes files that describe a landscape, dropped or chosen, and leads to the preview of what they would change. */
'use client';

import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useGo } from '@/client/live/NavigationGuard';
import { holdText } from '@/client/manifest/heldText';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import classes from './Home.module.css';

export function ImportDrop() {
  const { tenantId } = useTenant();
  const go = useGo();
  const [isDragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    try {
      // Only people who import something load the importers.
      const { manifestFrom } = await import('@/client/manifest/manifestFrom');
      holdText(tenantId, { text: await manifestFrom(files), isUnsaved: true });
      go(pageHref(tenantId, 'manifest'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
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
          Drop files here: Backstage catalog-info.yaml, compose files, or a manifest.
        </Text>
        <FileButton multiple accept=".yaml,.yml,.json,.env" onChange={(files) => void take(files)}>
          {(props) => (
            <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
      </div>
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" mt="sm" title="Nothing was imported">
          {problem}
        </Alert>
      )}
    </>
  );
}

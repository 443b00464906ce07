/** Shown before the first preview: ways to start, and what will happen. */
'use client';

import { Alert, Anchor, Button, FileButton, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { IconFileImport, IconFilePlus, IconTopologyStar3 } from '@tabler/icons-react';
import { MANIFEST_ENDINGS } from './openedFiles';
import { useStartPoints } from './useStartPoints';
import classes from './Workbench.module.css';

interface Props {
  isEmpty: boolean;
  canWrite: boolean;
  loadError: string | null;
  onLoad(text: string): void;
  onFiles(files: readonly File[]): void;
  onLoadError(message: string): void;
  onPreview(): void;
}

export function StartPanel({ isEmpty, canWrite, loadError, onLoad, onFiles, onLoadError, onPreview }: Props) {
  const start = useStartPoints(onLoad, onLoadError);
  return (
    <div className={classes.start}>
      <Stack gap="md" maw={560}>
        {loadError !== null && (
          <Alert color="red" variant="light" role="alert" title="The file was not opened">
            {loadError}
          </Alert>
        )}
        {isEmpty ? (
          <>
            <Title order={2}>How to start</Title>
            <Group gap="xs">
              <Button variant="default" leftSection={<IconFilePlus size={15} aria-hidden="true" />} onClick={start.loadTemplate}>
                Start from a template
              </Button>
              <Button
                variant="default"
                leftSection={<IconTopologyStar3 size={15} aria-hidden="true" />}
                loading={start.isExporting}
                onClick={start.loadLandscape}
              >
                Load the current landscape
              </Button>
              <FileButton multiple accept={MANIFEST_ENDINGS} onChange={onFiles}>
                {(props) => (
                  <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
                    Open a file
                  </Button>
                )}
              </FileButton>
            </Group>
            <Text size="sm" c="dimmed">
              Or drop files onto the editor, or paste. Files of other tools become a manifest; for tables (CSV, XLSX), you choose what each
              column becomes.
            </Text>
          </>
        ) : (
          <>
            <Title order={2}>What would it change?</Title>
            {canWrite && (
              <Group gap="xs">
                <Button onClick={onPreview}>Preview</Button>
                <Text size="sm" c="dimmed">
                  or <Kbd size="xs">Ctrl</Kbd> + <Kbd size="xs">Enter</Kbd>. It changes nothing.
                </Text>
              </Group>
            )}
          </>
        )}
        <HowItWorks canWrite={canWrite} />
      </Stack>
    </div>
  );
}

function HowItWorks({ canWrite }: { canWrite: boolean }) {
  return (
    <>
      {!canWrite && (
        <Alert color="indigo" variant="light" title="You can read and check, but not apply">
          You need the Editor role to preview and apply a manifest.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        A manifest describes a landscape, or a part of it, in YAML. A preview shows what would be created, updated and deleted, and what
        that does to cycles, tiers and single points of failure. Apply does exactly that in one step, and you can undo it in the history.
      </Text>
      <Text size="sm" c="dimmed">
        Fields that you leave out of an existing entity stay as they are. The editor completes fields as you type; hover one for its
        meaning. Other editors can use the{' '}
        <Anchor underline="always" href="/schemas/manifest.v1.json">
          published schema
        </Anchor>
        , and the command line and the API accept the same text.
      </Text>
    </>
  );
}

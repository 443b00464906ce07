/** Where documents about one system disagree: files of any kinds are dropped, read in the browser and compared. */
'use client';

import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconFileImport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { LinkButton } from '@/client/LinkButton';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import { DropArea } from '@/ui/DropArea';
import { PageFrame } from '@/ui/PageFrame';
import { ComparedFiles } from './ComparedFiles';
import { ComparisonResult } from './ComparisonResult';
import { useComparison, type Comparing } from './useComparison';

const ENDINGS = '.yaml,.yml,.json,.csv,.tsv,.xlsx,.xml,.dsl,.c4,.likec4,.template';

export function ComparePage() {
  const { tenantId } = useTenant();
  const comparing = useComparison();
  const { files, comparison, names, isWorking, problem } = comparing;
  const labels = useMemo(() => files.map(({ label }) => label), [files]);
  return (
    <PageFrame
      title="Compare sources"
      intro="Drop two or more documents about one system: manifests, catalogs, compose files, models, tables. They are read in this browser and go nowhere."
      actions={
        <LinkButton href={pageHref(tenantId, 'manifest')} icon={IconArrowLeft}>
          To the editor
        </LinkButton>
      }
    >
      <Take add={comparing.add} hasFiles={files.length > 0} />
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" title="Nothing was compared">
          {problem}
        </Alert>
      )}
      <ComparedFiles files={files} onRemove={comparing.remove} />
      <Status comparing={comparing} />
      {comparison !== null && !isWorking && <ComparisonResult key={labels.join('\n')} comparison={comparison} names={names} />}
    </PageFrame>
  );
}

function Take({ add, hasFiles }: { add: Comparing['add']; hasFiles: boolean }) {
  return (
    <DropArea onFiles={add}>
      <Text size="sm" mb={8}>
        {hasFiles ? 'Drop more files to compare them too.' : 'Drop files here. Each is a source of its own.'}
      </Text>
      <FileButton multiple accept={ENDINGS} onChange={add}>
        {(props) => (
          <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
            Choose files
          </Button>
        )}
      </FileButton>
    </DropArea>
  );
}

function Status({ comparing: { files, isWorking, comparison, cancel } }: { comparing: Comparing }) {
  const done = files.filter(({ state: { at } }) => at === 'read' || at === 'failed').length;
  const readable = files.filter(({ state: { at } }) => at === 'read').length;
  return (
    <Group gap="xs" role="status">
      {isWorking && (
        <>
          <Text size="sm">{done < files.length ? `Reading ${countOf(files.length, 'file')}: ${done} done.` : 'Comparing.'}</Text>
          <Button size="compact-xs" variant="default" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      {!isWorking && comparison === null && files.length > 0 && (
        <Text size="sm">
          {readable === 0 ? 'None of these files can be compared.' : 'One file alone disagrees with nothing: add another.'}
        </Text>
      )}
    </Group>
  );
}

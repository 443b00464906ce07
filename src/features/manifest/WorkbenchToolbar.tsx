/** The toolbar: ways to start, apply options, and the preview button. */
'use client';

import { ActionIcon, Button, FileButton, Group, Menu, Popover, Switch, Text, Title, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconDownload,
  IconFileImport,
  IconFilePlus,
  IconGitCompare,
  IconHistory,
  IconInfoCircle,
  IconTopologyStar3,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { LinkButton } from '@/client/LinkButton';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { saveFile } from '@/ui/saveFile';
import { MANIFEST_ENDINGS } from './openedFiles';
import type { Draft } from './useManifestDraft';
import type { PlanState } from './useManifestPlan';
import { useStartPoints } from './useStartPoints';
import classes from './Workbench.module.css';

interface Props {
  draft: Draft;
  plan: PlanState;
  canWrite: boolean;
  prune: boolean;
  onPrune(prune: boolean): void;
  onLoad(text: string): void;
  onFiles(files: readonly File[]): void;
  onLoadError(message: string): void;
  onPreview(): void;
}

export function WorkbenchToolbar({ draft, plan, canWrite, prune, onPrune, onLoad, onFiles, onLoadError, onPreview }: Props) {
  const { tenantId } = useTenant();
  return (
    <Group component="header" gap={8} className={classes.toolbar}>
      <Title order={1} mr={4}>
        Manifest
      </Title>
      <OpenMenu onLoad={onLoad} onFiles={onFiles} onLoadError={onLoadError} />
      <Tooltip label="Save the text as a file">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Save the text as a file"
          disabled={draft.isEmpty}
          onClick={() => saveFile('landscape.yaml', new Blob([draft.editor.current?.text() ?? ''], { type: 'application/yaml' }))}
        >
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <LinkButton href={pageHref(tenantId, 'manifest/history')} icon={IconHistory}>
        History
      </LinkButton>
      <LinkButton href={pageHref(tenantId, 'manifest/compare')} icon={IconGitCompare}>
        Compare sources
      </LinkButton>
      {canWrite && (
        <Group ml="auto" gap="8px 12px">
          <PruneSwitch prune={prune} onPrune={onPrune} />
          <Button loading={plan.isPreviewing} disabled={draft.isEmpty || plan.isApplying} onClick={onPreview}>
            Preview
          </Button>
        </Group>
      )}
    </Group>
  );
}

function OpenMenu({ onLoad, onFiles, onLoadError }: Pick<Props, 'onLoad' | 'onFiles' | 'onLoadError'>) {
  const start = useStartPoints(onLoad, onLoadError);
  const openChooser = useRef<() => void>(() => undefined);
  return (
    <>
      <FileButton multiple accept={MANIFEST_ENDINGS} onChange={onFiles}>
        {({ onClick }) => {
          openChooser.current = onClick;
          return null;
        }}
      </FileButton>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button variant="default" loading={start.isExporting} rightSection={<IconChevronDown size={13} aria-hidden="true" />}>
            Open
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFilePlus size={15} />} onClick={start.loadTemplate}>
            A template
          </Menu.Item>
          <Menu.Item leftSection={<IconTopologyStar3 size={15} />} onClick={start.loadLandscape}>
            The current landscape
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport size={15} />} onClick={() => openChooser.current()}>
            A file …
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>It replaces the text. Ctrl+Z brings it back.</Menu.Label>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function PruneSwitch({ prune, onPrune }: Pick<Props, 'prune' | 'onPrune'>) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Switch size="xs" label="Prune" checked={prune} onChange={(event) => onPrune(event.currentTarget.checked)} />
      <Popover width={320} position="bottom-end" shadow="md" withArrow>
        <Popover.Target>
          <ActionIcon size={24} aria-label="What prune does">
            <IconInfoCircle size={15} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Text size="sm">
            Also deletes what a manifest of this name declared before and no longer declares. It only deletes what a manifest created and no
            other manifest declares, never what was added by hand. The preview lists each deletion.
          </Text>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

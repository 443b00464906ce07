/** The files that are compared: what each of them is and states, or why it cannot be read. */
'use client';

import { ActionIcon, Alert, Group, Loader, Paper, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReadFacts, ReadFault } from '@/client/manifest/comparer';
import { countOf } from '@/plain/counts';
import { capitalised } from '@/plain/capitalised';
import classes from './ComparePage.module.css';
import type { ComparedFile } from './useComparison';

export function ComparedFiles({ files, onRemove }: { files: readonly ComparedFile[]; onRemove(label: string): void }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Compared files">
      {files.map(({ label, state }) => (
        <Paper component="li" key={label} withBorder p="sm" radius="md" bg="var(--surface)">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <Text fw={600} size="sm" className={classes.label}>
              {label}
            </Text>
            <Tooltip label={`Remove ${label}`}>
              <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Remove ${label}`} onClick={() => onRemove(label)}>
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </Group>
          {state.at === 'waiting' && (
            <Text size="xs" c="dimmed">
              Waiting to be read
            </Text>
          )}
          {state.at === 'reading' && <Loader size="xs" aria-label={`Reading ${label}`} />}
          {state.at === 'read' && <Facts facts={state.facts} label={label} />}
          {state.at === 'failed' && <Fault fault={state.fault} />}
        </Paper>
      ))}
    </ul>
  );
}

function Facts({ facts: { recognisedBy, components, dependencies, notMapped }, label }: { facts: ReadFacts; label: string }) {
  return (
    <>
      <Text size="sm">
        {countOf(components, 'component')}, {countOf(dependencies, 'dependency', 'dependencies')}
      </Text>
      <Text size="xs" c="dimmed">
        {recognisedBy === null ? 'A manifest' : capitalised(recognisedBy.replace(`${label} is of kind `, ''))}
        {notMapped > 0 && `. Not mapped: ${countOf(notMapped, 'thing')}, listed by faultline import`}
      </Text>
    </>
  );
}

function Fault({ fault: { message, hint, mistakes } }: { fault: ReadFault }) {
  return (
    <Alert color="red" variant="light" role="alert" p="xs" title="This file is not compared">
      <Text size="sm">{message}</Text>
      {mistakes.length > 0 && (
        <ul className={classes.mistakes}>
          {mistakes.map((mistake) => (
            <li key={mistake}>{mistake}</li>
          ))}
        </ul>
      )}
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {capitalised(hint)}
        </Text>
      )}
    </Alert>
  );
}

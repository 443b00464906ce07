/** The digest that proves a file, and how to check it. */
'use client';

import { ActionIcon, Code, Group, Text, Title, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { memo } from 'react';
import { Timestamp } from '@/ui/Timestamp';
import classes from './Register.module.css';

interface Props {
  digest: string;
  at: string | null;
  landscapeVersion: number;
  isNarrowed: boolean;
}

export const DigestNote = memo(function DigestNote({ digest, at, landscapeVersion, isNarrowed }: Props) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <section aria-label="Digest">
      <Title order={2}>Digest</Title>
      <Group gap={6} wrap="nowrap">
        <Code className={classes.digest}>{digest}</Code>
        <Tooltip label={copied ? 'Copied' : 'Copy the digest'}>
          <ActionIcon aria-label={copied ? 'Copied' : 'Copy the digest'} onClick={() => copy(digest)} className={classes.screenOnly}>
            {copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
          </ActionIcon>
        </Tooltip>
      </Group>
      <Text size="sm" c="dimmed" maw={720} mt={4}>
        The SHA-256 of the CSV file {isNarrowed ? 'with these filters' : 'of the whole register'}, as of{' '}
        {at === null ? 'now' : <Timestamp at={at} />} (landscape version {landscapeVersion.toLocaleString('en')}). Keep it with the evidence
        you hand over. Anyone with the file can check it with <Code>sha256sum</Code>, and for a past date you can download the same file
        again.
      </Text>
    </section>
  );
});

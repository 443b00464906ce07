/** A new link or badge, to copy: it is shown only once. */
'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyBox } from '@/ui/CopyBox';

interface Props {
  label: string;
  text: string;
  children: ReactNode;
  onDone(): void;
}

export function CreatedLink({ label, text, children, onDone }: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        {children}
      </Alert>
      <CopyBox label={label} text={text} isToken />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

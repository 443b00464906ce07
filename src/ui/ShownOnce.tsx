/** Something that is shown only once, to copy. */
'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyBox } from './CopyBox';

interface Props {
  label: string;
  text: string;
  /** What to do with it. */
  children: ReactNode;
  /** What else there is to say of it, or to copy. */
  below?: ReactNode;
  onDone(): void;
}

export function ShownOnce({ label, text, children, below, onDone }: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        {children}
      </Alert>
      <CopyBox label={label} text={text} isToken />
      {below}
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

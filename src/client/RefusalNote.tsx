/** Why an action was refused, beside its button. */
'use client';

import { Alert, Code, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { failureOf, isOurFault } from './failure';

export function RefusalNote({ error }: { error: unknown }) {
  const { message, requestId, code } = failureOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={16} aria-hidden="true" />} role="alert" p="xs">
      <Text size="sm" c="var(--mantine-color-text)">
        {message}
      </Text>
      {requestId !== null && isOurFault(code) && (
        <Text size="xs" mt={4} c="var(--mantine-color-text)">
          Request <Code>{requestId}</Code>
        </Text>
      )}
    </Alert>
  );
}

/** What went wrong, what to do about it, and the request's number to report. */
'use client';

import { Alert, Button, Code, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { failureOf } from './failure';

interface Props {
  title: string;
  error: unknown;
  onRetry(): void;
  /** Set where nothing around it provides a margin. */
  isInset?: boolean;
}

export function FailureNote({ title, error, onRetry, isInset = false }: Props) {
  const { message, requestId } = failureOf(error);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} />}
      title={title}
      role="alert"
      m={isInset ? 'md' : 0}
      maw={560}
      style={{ alignSelf: 'flex-start' }}
    >
      <Text size="sm">{message}</Text>
      {requestId !== null && (
        <Text size="xs" mt={4}>
          Request <Code>{requestId}</Code>
        </Text>
      )}
      <Button mt="sm" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}

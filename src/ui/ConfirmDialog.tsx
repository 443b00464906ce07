/** Asks before something that cannot be undone; for the most serious, a name has to be typed. */
'use client';

import { Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Dialog } from './Dialog';
import { SubmitRow } from './SubmitRow';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  /** What has to be typed to confirm. */
  typed?: string;
  isBusy: boolean;
  /** Why it was refused. */
  refusal?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Render it only while open: the typed text is forgotten when it unmounts. */
export function ConfirmDialog({ title, children, confirmLabel, typed, isBusy, refusal, onConfirm, onClose }: Props) {
  const [text, setText] = useState('');
  const isReady = typed === undefined || text === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to continue`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {refusal}
          <SubmitRow
            label={confirmLabel}
            missing={isReady ? [] : [`${typed}, typed exactly`]}
            isBusy={isBusy}
            color="red.9"
            onCancel={onClose}
            isCancelFocused={typed === undefined}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

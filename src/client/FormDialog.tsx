/** A dialog around a form: its fields, why it was refused, and its buttons. Render it only while it is open. */
'use client';

import { Stack, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '@/ui/Dialog';
import { SubmitRow } from '@/ui/SubmitRow';
import { RefusalNote } from './RefusalNote';

interface Props extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'onClose'> {
  title: string;
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  /** What a person still has to enter; nothing is submitted before. */
  missing: readonly string[];
  isBusy: boolean;
  /** Null if the fields say what is wrong. */
  error: unknown;
  onSubmit(): void;
}

export function FormDialog({ title, children, submitLabel, missing, isBusy, error, onSubmit, onClose, ...dialog }: Props) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length === 0) onSubmit();
  };
  return (
    <Dialog {...dialog} title={title} onClose={onClose}>
      <form onSubmit={submit} aria-label={title}>
        <Stack gap="md">
          {children}
          {error !== null && <RefusalNote error={error} />}
          <SubmitRow label={submitLabel} missing={missing} isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

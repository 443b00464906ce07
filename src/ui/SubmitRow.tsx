/** The last row of a form: cancel and submit. While something is missing the button can still be pressed, and says what. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

interface Props {
  label: string;
  /** What a person still has to enter, for example "a name"; nothing is sent before. */
  missing: readonly string[];
  isBusy: boolean;
  color?: string;
  /** Left out if there is nothing to return to. */
  onCancel?: () => void;
  cancelLabel?: string;
  /** For a button outside a form. */
  onSubmit?: () => void;
  /** Focuses "Cancel" if the form has no field of its own. */
  isCancelFocused?: boolean;
}

export function SubmitRow({ label, missing, isBusy, color, onCancel, cancelLabel = 'Cancel', onSubmit, isCancelFocused = false }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isComplete = missing.length === 0;
  return (
    <div>
      {isAsked && !isComplete && (
        <Text size="sm" c="var(--mantine-color-error)" ta="end" mb={6} role="alert">
          Still missing: {listOf(missing)}.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel} {...(isCancelFocused ? { 'data-autofocus': true } : {})}>
            {cancelLabel}
          </Button>
        )}
        <Button
          type={onSubmit === undefined ? 'submit' : 'button'}
          loading={isBusy}
          {...(color === undefined ? {} : { color })}
          onClick={(event) => {
            setAsked(!isComplete);
            if (!isComplete) event.preventDefault();
            else onSubmit?.();
          }}
        >
          {label}
        </Button>
      </Group>
    </div>
  );
}

/** For example `a name and a scope`. */
function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

/** Sends a form, and lets it be sent only once the page can: a form that goes before its code is there would be the browser's own, which puts what was typed in the address. */
'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** In forms that the server already writes; those that open later have their code by then. What was typed meanwhile stays. */
export function SubmitButton(props: ButtonProps) {
  const canSend = useMounted();
  return <Button type="submit" disabled={!canSend} {...props} />;
}

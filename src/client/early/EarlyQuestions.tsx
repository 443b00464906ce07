/** The script that asks a page's first questions before its code has loaded. Nothing is left of it once the page is ready. */
'use client';

import { useMantineStyleNonce } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTenant } from '../tenantContext';
import { earlyScript, type EarlyQuestion, type Stage } from './earlyQuestions';

const never = (): (() => void) => () => undefined;

interface Props {
  questions: readonly EarlyQuestion[];
  stage?: Stage;
}

/** Comes after the stage in the page, because the script measures it. */
export function EarlyQuestions({ questions, stage }: Props) {
  const { tenantId } = useTenant();
  const nonce = useMantineStyleNonce()?.();
  // Only in the HTML from the server: a page that the browser renders asks its questions itself.
  const isFromServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!isFromServer || questions.length === 0) return null;
  const script = earlyScript(tenantId, questions, stage ?? null);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

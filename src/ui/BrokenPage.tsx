/** Shown instead of a page that failed to render: what to do, and a number to report. */
'use client';

import { MessagePage } from './MessagePage';

interface Props {
  error: Error & { digest?: string };
  onRetry: () => void;
  isFramed?: boolean;
}

export function BrokenPage({ error: { digest }, onRetry, isFramed = false }: Props) {
  return (
    <MessagePage
      isFramed={isFramed}
      title="This page could not be shown"
      detail={`Something went wrong on our side. Try again.${digest === undefined ? '' : ` If this keeps happening, report this number: ${digest}.`}`}
      action={{ label: 'Try again', onClick: onRetry }}
    />
  );
}

/** What stands in place of a page that could not be made: what to do, and the number under which we find what happened. */
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
      detail={`Something went wrong on our side. Try again.${digest === undefined ? '' : ` If it stays like this, tell us this number: ${digest}.`}`}
      action={{ label: 'Try again', onClick: onRetry }}
    />
  );
}

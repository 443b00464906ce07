/** What a page shows when it could not be made. */
'use client';

import { MessagePage } from '@/ui/MessagePage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage
      title="This page could not be shown"
      detail={`Something went wrong on our side. Try again.${error.digest === undefined ? '' : ` If it stays like this, tell us this number: ${error.digest}.`}`}
      action={{ label: 'Try again', onClick: reset }}
    />
  );
}

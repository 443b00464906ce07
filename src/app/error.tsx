/** What a page shows when it could not be made. */
'use client';

import { MessagePage } from '@/ui/MessagePage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage
      title="This page could not be shown"
      detail={`Something went wrong on our side. Try again; if it stays, tell us this number: ${error.digest ?? 'none'}.`}
      action={{ label: 'Try again', onClick: reset }}
    />
  );
}

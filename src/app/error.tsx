/** In place of a page outside of a tenant that could not be made. */
'use client';

import { BrokenPage } from '@/ui/BrokenPage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <BrokenPage error={error} onRetry={reset} />;
}

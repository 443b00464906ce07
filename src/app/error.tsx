/** Shown instead of a page outside a tenant that failed to render. */
'use client';

import { BrokenPage } from '@/ui/BrokenPage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <BrokenPage error={error} onRetry={reset} />;
}

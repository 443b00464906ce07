/** Shown instead of a tenant's page that failed to render; the navigation stays usable. */
'use client';

import { BrokenPage } from '@/ui/BrokenPage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <BrokenPage error={error} onRetry={reset} isFramed />;
}

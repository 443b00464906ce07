/** In place of a page of a tenant that could not be made; the navigation stays, so that the others are within reach. */
'use client';

import { BrokenPage } from '@/ui/BrokenPage';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <BrokenPage error={error} onRetry={reset} isFramed />;
}

/** The secret of a webhook in clear text. It is shown nowhere else. */
'use client';

import { ShownOnce } from '@/ui/ShownOnce';

export function SecretNote({ secret, onDone }: { secret: string; onDone(): void }) {
  return (
    <ShownOnce label="Secret" text={secret} onDone={onDone}>
      This secret is shown only once. The receiver uses it to check that an event comes from here (Standard Webhooks).
    </ShownOnce>
  );
}

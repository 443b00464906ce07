/** A new key in clear text, with commands to try it. It is shown nowhere else. */
'use client';

import { useTenant } from '@/client/tenantContext';
import type { CreatedApiKey } from '@/contract/apiKeys';
import { CopyBox } from '@/ui/CopyBox';
import { ShownOnce } from '@/ui/ShownOnce';
import { commandsOf } from './curlLine';

export function CreatedKey({ made: { key, scopes }, onDone }: { made: CreatedApiKey; onDone(): void }) {
  const { tenantId } = useTenant();
  const commands = commandsOf(scopes, { origin: window.location.origin, tenantId, key });
  return (
    <ShownOnce
      label="The key"
      text={key}
      below={commands.map(({ label, text }) => (
        <CopyBox key={label} label={label} text={text} />
      ))}
      onDone={onDone}
    >
      This key is shown only once. Copy it to where it is needed before you close this.
    </ShownOnce>
  );
}

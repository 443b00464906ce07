/** Reads a manifest away from the page, with the same code as the server: what takes long freezes nothing, and what never ends is ended from outside. */
import { z } from 'zod';
import { readManifestText, type ManifestReading } from '@/contract/manifest/text/readText';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';

export type CheckAnswer = Pick<ManifestReading, 'issues' | 'issuesOmitted'>;

// Validators are not compiled: the policy of the page allows no code made from text.
z.config({ jitless: true });

self.onmessage = ({ data }: MessageEvent<string>) => {
  self.postMessage(checked(data));
};

function checked(text: string): CheckAnswer {
  if (new TextEncoder().encode(text).length > MAXIMUM_MANIFEST_BYTES)
    return {
      issues: [
        {
          path: '',
          message: `This is more than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}. Split it into several manifests of different names.`,
        },
      ],
      issuesOmitted: 0,
    };
  const { issues, issuesOmitted } = readManifestText(text, 'yaml', { isOffline: true });
  return { issues, issuesOmitted };
}

/**
 * Checks a manifest in a worker with the server's code, so that a long check does not freeze the page and an endless one can be stopped.
 */
import { z } from 'zod';
import { readManifestText, type ManifestReading } from '@/contract/manifest/text/readText';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';

export type CheckAnswer = Pick<ManifestReading, 'issues' | 'issuesOmitted'>;

// The page's content security policy forbids compiling validators from text.
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
          message: `This is larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}. Split it into several manifests with different names.`,
        },
      ],
      issuesOmitted: 0,
    };
  const { issues, issuesOmitted } = readManifestText(text, 'yaml', { isOffline: true });
  return { issues, issuesOmitted };
}

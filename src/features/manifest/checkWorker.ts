/** Reads a manifest away from the page, with the same code as the server: what takes long freezes nothing, and what never ends is ended from outside. */
import { z } from 'zod';
import { readManifestText, type ManifestReading } from '@/contract/manifestText';

export type CheckAnswer = Pick<ManifestReading, 'issues' | 'issuesOmitted'>;

// Validators are not compiled: the policy of the page allows no code made from text.
z.config({ jitless: true });

self.onmessage = ({ data }: MessageEvent<string>) => {
  const { issues, issuesOmitted } = readManifestText(data, 'yaml', { isOffline: true });
  const answer: CheckAnswer = { issues, issuesOmitted };
  self.postMessage(answer);
};

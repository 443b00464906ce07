/** A manifest as the server wrote it. */
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { Failure } from './failure';

/** Throws Failure if this text is no manifest, so that something other than the server answered. */
export function serverManifest(yaml: string): Manifest {
  const { manifest, issues } = readManifestText(yaml, 'yaml');
  if (manifest === null) throw new Failure(`the server's manifest cannot be read: ${issues[0]?.message ?? ''}`, { code: 'not_the_api' });
  return manifest;
}

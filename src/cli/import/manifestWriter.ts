/** An imported manifest as text: a commented header, the lists in one order, and never one that the server would refuse. */
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { writeManifestYaml } from '@/contract/manifest/text/writer';

/** Throws where the manifest is not valid: that would be a defect of the importer. */
export function writeManifest(manifest: Manifest, header: readonly string[]): string {
  const { version, name, technologies, capabilities, applications, dependencies } = manifest;
  const lists = Object.entries({ technologies, capabilities, applications, dependencies }).filter(([, list]) => (list?.length ?? 0) > 0);
  const text = writeManifestYaml(
    { version, name, ...Object.fromEntries(lists) },
    header.map((line) => line.replace(/[\r\n]+/g, ' ')),
  );
  const { manifest: read, issues } = readManifestText(text, 'yaml');
  if (read === null)
    throw new Error(
      `the importer made a manifest that is not valid: ${issues
        .map(({ path, message }) => `${path} ${message}`)
        .slice(0, 3)
        .join('; ')}`,
    );
  return text;
}

/** Writes an imported manifest as text: with a commented header and in a fixed order. The server never refuses it as invalid. */
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import { formatMebibytes } from '@/plain/sizes';
import type { SourceKeys } from './sourceKeys';
import { UnreadableSource } from './unreadableSource';

export interface ImportedManifest {
  manifest: Manifest;
  /** By entity or dependency of the manifest: its comment in the text. One on a component says that its kind is a guess. */
  notes: ReadonlyMap<object, string>;
  /** If the source has keys that stay when names change. */
  keys?: SourceKeys;
}

/**
 * The manifest as YAML. Throws UnreadableSource if it would be too large, and an Error if it is not valid, which would be a bug in the
 * importer.
 */
export function writeImported({ manifest, notes }: ImportedManifest, header: readonly string[]): string {
  const { version, name, hostingAreas, technologies, datasets, capabilities, processes, segments, applications, dependencies } = manifest;
  const lists = Object.entries({
    hostingAreas,
    technologies,
    datasets,
    capabilities,
    processes,
    segments,
    applications,
    dependencies,
  }).filter(([, list]) => (list?.length ?? 0) > 0);
  const text = writeManifestYaml({ version, name, ...Object.fromEntries(lists) }, header.map(onOneLine), (item) => {
    const note = notes.get(item);
    return note === undefined ? undefined : onOneLine(note);
  });
  if (text.length > MAXIMUM_MANIFEST_BYTES)
    throw new UnreadableSource(`the manifest would be larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}`, 'too_large', {
      hint: 'import the files in parts, each with a different --name',
    });
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

/** The text of a comment may come from a file, so line ends are removed. */
export function onOneLine(text: string): string {
  return text.replace(/[^\P{C}]+|[\u2028\u2029]+/gu, ' ');
}

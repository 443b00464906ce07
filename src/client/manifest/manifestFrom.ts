/**
 * Makes a manifest from dropped or chosen files with the command line's code: a manifest as it is, a Backstage catalog, or compose files.
 */
import { importBackstageFiles } from '@/sources/backstage/importBackstage';
import { importComposeFiles } from '@/sources/compose/importCompose';
import { ImportReport } from '@/sources/proposal/importReport';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';
import { droppedFiles } from './droppedFiles';
import { openFile } from './openFile';

type Source = 'manifest' | 'backstage' | 'compose';

/** The text of the manifest. Throws an Error whose message is shown to the person. */
export async function manifestFrom(files: readonly File[]): Promise<string> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > MAXIMUM_MANIFEST_BYTES)
    throw new Error(`These files are larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)} together. Drop fewer files at a time.`);
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file.webkitRelativePath || file.name, await openFile(file));
  const described = [...texts].flatMap(([name, text]) => {
    const source = sourceOf(text);
    return source === null ? [] : [{ name, text, source }];
  });
  const of = (source: Source): string[] => described.filter((one) => one.source === source).map(({ name }) => name);
  const kinds = new Set(described.map(({ source }) => source));
  if (kinds.size === 0)
    throw new Error(
      'Nothing in these files is a Backstage entity, a compose service or a manifest. The manifest’s schema is /schemas/manifest.v1.json.',
    );
  if (kinds.size > 1) throw new Error('These files belong to different tools. Drop the files of one tool at a time.');
  if (kinds.has('backstage')) return importBackstageFiles(of('backstage'), droppedFiles(texts), {}, new ImportReport()).text;
  if (kinds.has('compose')) return importComposeFiles(of('compose').sort(byOverride), droppedFiles(texts), {}, new ImportReport()).text;
  const [only, ...others] = described;
  if (only === undefined || others.length > 0) throw new Error('Open one manifest at a time, so that you see what each would change.');
  return only.text;
}

/** Which tool a text belongs to, recognised by the keys that its outermost level must have. */
function sourceOf(text: string): Source | null {
  if (/^\s*apiVersion:\s*["']?backstage\.io\//m.test(text)) return 'backstage';
  if (/^services:/m.test(text)) return 'compose';
  const isManifest = /^version:\s*1\s*$/m.test(text) || /^\s*\{[^]*"version"\s*:\s*1\b/.test(text);
  return isManifest ? 'manifest' : null;
}

/** compose.yaml before compose.override.yaml, which is merged into it. */
function byOverride(left: string, right: string): number {
  const rank = (name: string): number => (/override/.test(name) ? 1 : 0);
  return rank(left) - rank(right);
}

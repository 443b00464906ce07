/** A manifest as YAML text: a commented header, one entity a block, always in the same order and form. */
import { isCollection, isPair, isScalar, stringify, visit, Document } from 'yaml';
import type { Manifest } from '@/contract/manifest';
import { readManifestText } from '@/contract/manifestText';

type Lists = Omit<Manifest, 'version' | 'name'>;

const ORDER: readonly (keyof Lists)[] = ['hostingAreas', 'technologies', 'datasets', 'capabilities', 'processes', 'segments', 'applications', 'dependencies'];
/** Short entities fit on a line each. */
const ON_ONE_LINE: ReadonlySet<string> = new Set(['technologies', 'components', 'dependencies']);
const WIDTH = 140;

/** The YAML text. Throws where the manifest is not valid: that would be a defect of the importer. */
export function writeManifest(manifest: Manifest, header: readonly string[]): string {
  const ordered = { version: manifest.version, name: manifest.name, ...Object.fromEntries(ORDER.filter((key) => (manifest[key]?.length ?? 0) > 0).map((key) => [key, manifest[key]])) };
  const document = new Document(ordered, { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_key, pair) => {
      if (!isScalar(pair.key) || !ON_ONE_LINE.has(String(pair.key.value)) || !isCollection(pair.value)) return;
      for (const item of pair.value.items) if (!isPair(item) && isCollection(item) && isShort(item.toJSON())) item.flow = true;
    },
    Seq: (_key, sequence) => {
      if (sequence.items.every((item) => isScalar(item))) sequence.flow = true;
    },
  });
  const comment = header.map((line) => `# ${line.replace(/[\r\n]+/g, ' ')}\n`).join('');
  const text = comment + document.toString({ lineWidth: 0, flowCollectionPadding: true });
  const { manifest: read, issues } = readManifestText(text, 'yaml');
  if (read === null) throw new Error(`the importer made a manifest that is not valid: ${issues.map(({ path, message }) => `${path} ${message}`).slice(0, 3).join('; ')}`);
  return text;
}

function isShort(value: unknown): boolean {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).length <= WIDTH;
}

/** Reads the pages that a Backstage entity points to: its links, and the annotations that hold the URL of something. */
import { LONGEST_LABEL, LONGEST_URL, MOST_REFERENCES } from '@/contract/values/references';
import { hostOf, referenceUrlFault, type Reference } from '@/domain/references';
import { importedText } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { referenceKindOf } from '@/sources/words/referenceWords';
import type { BackstageEntity } from './backstageEntity';
import { ANNOTATIONS } from './ownAnnotations';

interface Annotation {
  kind: Reference['kind'];
  label(value: string): string;
  /** Undefined if the value is none from which a URL follows. */
  url(value: string): string | undefined;
}

const locationUrl = (value: string): string | undefined => /^url:(https?:\/\/.+)$/i.exec(value)?.[1];

/** The two that say where the code is name the same repository, so only the first that an entity has is read. */
const SOURCE_CODE: Readonly<Record<string, Annotation>> = {
  'backstage.io/source-location': { kind: 'Repository', label: () => 'Source code', url: locationUrl },
  'github.com/project-slug': {
    kind: 'Repository',
    label: (slug) => slug,
    url: (slug) => (/^[\w.-]+\/[\w.-]+$/.test(slug) ? `https://github.com/${slug}` : undefined),
  },
};
const DOCUMENTATION: Readonly<Record<string, Annotation>> = {
  'backstage.io/techdocs-ref': { kind: 'Documentation', label: () => 'Documentation', url: locationUrl },
};

/** The references of an entity, each URL once. Adds to `report` what cannot be one, and annotations without a URL. */
export function referencesOf(entity: BackstageEntity, report: ImportReport): Reference[] {
  const found = new Map<string, Reference>();
  const add = (reference: Reference, position: Position): void => {
    const fault = faultOf(reference.url);
    if (fault !== null)
      report.notMapped(position, `the link "${reference.label}" of ${entity.name}: its URL ${fault}`, 'links that cannot be references');
    else if (!found.has(reference.url)) found.set(reference.url, reference);
  };
  for (const link of itemsOf(fieldOf(entity.root, 'metadata', 'links'))) add(referenceIn(link), link.position);
  for (const [reference, position] of annotated(entity, report)) add(reference, position);
  const references = [...found.values()];
  if (references.length > MOST_REFERENCES)
    report.notMapped(
      fieldOf(entity.root, 'metadata', 'links')?.keyPosition,
      `${references.length - MOST_REFERENCES} of the ${references.length} links of ${entity.name}: there can be ${MOST_REFERENCES} references`,
      'lists of links that are too long',
    );
  return references.slice(0, MOST_REFERENCES);
}

function faultOf(url: string): string | null {
  if (url.length > LONGEST_URL) return `is longer than ${LONGEST_URL.toLocaleString('en')} characters`;
  return url.isWellFormed() ? referenceUrlFault(url) : 'contains broken Unicode';
}

function referenceIn(link: Located): Reference {
  const [url = '', title, type, icon] = ['url', 'title', 'type', 'icon'].map((field) => textOf(fieldOf(link, field))?.trim());
  return { kind: referenceKindOf([type, icon, title]), label: labelOf(title, url), url };
}

function labelOf(title: string | undefined, url: string): string {
  const label = importedText(title?.replace(/\s+/g, ' '), LONGEST_LABEL);
  return label ?? importedText(hostOf(url), LONGEST_LABEL) ?? 'Link';
}

function annotated(entity: BackstageEntity, report: ImportReport): [Reference, Position][] {
  const annotations = fieldOf(entity.root, 'metadata', 'annotations');
  const read = (known: Readonly<Record<string, Annotation>>): [Reference, Position][] =>
    Object.entries(known).flatMap(([name, { kind, label, url }]): [Reference, Position][] => {
      const located = fieldOf(annotations, name);
      const value = textOf(located)?.trim() ?? '';
      const target = url(value);
      return located === undefined || target === undefined
        ? []
        : [[{ kind, label: labelOf(label(value), target), url: target }, located.position]];
    });
  const references = [...read(SOURCE_CODE).slice(0, 1), ...read(DOCUMENTATION)];
  const names: readonly string[] = [...Object.keys({ ...SOURCE_CODE, ...DOCUMENTATION }), ...Object.values(ANNOTATIONS)];
  const isAllRead = fieldsOf(annotations).every(([name]) => names.includes(name));
  if (annotations !== undefined && annotations.value !== null && !isAllRead)
    report.ignored(annotations.keyPosition, 'metadata.annotations');
  return references;
}

/** Reads the pages that a Backstage entity points to: its links, and the annotations that hold the URL of something. */
import type { Reference } from '@/domain/references';
import { referencesFrom, type FoundLink } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';
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
export function referencesOf(entity: BackstageEntity, report: ImportReport): Reference[] | undefined {
  const links = itemsOf(fieldOf(entity.root, 'metadata', 'links')).map(linkIn);
  return referencesFrom([...links, ...annotated(entity, report)], entity.name, report);
}

function linkIn(link: Located): FoundLink {
  const [url = '', title, type, icon] = ['url', 'title', 'type', 'icon'].map((field) => textOf(fieldOf(link, field))?.trim());
  return { url, title, words: [type, icon], position: link.position };
}

function annotated(entity: BackstageEntity, report: ImportReport): FoundLink[] {
  const annotations = fieldOf(entity.root, 'metadata', 'annotations');
  const read = (known: Readonly<Record<string, Annotation>>): FoundLink[] =>
    Object.entries(known).flatMap(([name, { kind, label, url }]): FoundLink[] => {
      const located = fieldOf(annotations, name);
      const value = textOf(located)?.trim() ?? '';
      const target = url(value);
      return located === undefined || target === undefined ? [] : [{ kind, title: label(value), url: target, position: located.position }];
    });
  const references = [...read(SOURCE_CODE).slice(0, 1), ...read(DOCUMENTATION)];
  const names: readonly string[] = [...Object.keys({ ...SOURCE_CODE, ...DOCUMENTATION }), ...Object.values(ANNOTATIONS)];
  const isAllRead = fieldsOf(annotations).every(([name]) => names.includes(name));
  if (annotations !== undefined && annotations.value !== null && !isAllRead)
    report.ignored(annotations.keyPosition, 'metadata.annotations');
  return references;
}

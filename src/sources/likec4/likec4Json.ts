/** Reads what `likec4 export json` writes. */
import { fieldOf, fieldsOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';
import { freeFieldsIn, helpIn, type FoundLink } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { RawModel, RawTexts } from './likec4Raw';

/** Whether a JSON document is a LikeC4 model. */
export function isLikec4Json(root: Located | undefined): boolean {
  const [elements, relations] = [fieldOf(root, 'elements'), fieldOf(root, 'relations')];
  const [[, first] = []] = fieldsOf(elements);
  return relations?.value instanceof Map && elements?.value instanceof Map && (first === undefined || fieldOf(first, 'kind') !== undefined);
}

/** Adds what a document says to `model`. */
export function readLikec4Json(root: Located, model: RawModel, report: ImportReport): void {
  for (const [list, field] of [
    [model.kinds, 'elements'],
    [model.relationKinds, 'relationships'],
    [model.nodeKinds, 'deployments'],
  ] as const)
    for (const [kind, located] of fieldsOf(fieldOf(root, 'specification', field)))
      list.set(kind, { ...textsOf(located, report), notation: textOf(fieldOf(located, 'notation')) });
  for (const [id, located] of fieldsOf(fieldOf(root, 'elements')))
    model.elements.push({
      ...textsOf(located, report, true),
      id,
      kind: textOf(fieldOf(located, 'kind')) ?? '',
      position: located.keyPosition,
    });
  for (const [, located] of fieldsOf(fieldOf(root, 'relations')))
    model.relations.push({
      ...textsOf(located, report),
      source: endOf(fieldOf(located, 'source')),
      target: endOf(fieldOf(located, 'target')),
      scope: '',
      kind: textOf(fieldOf(located, 'kind')) || undefined,
      position: located.keyPosition,
    });
  for (const [id, located] of fieldsOf(fieldOf(root, 'deployments', 'elements')))
    model.nodes.push({
      ...textsOf(located, report),
      id,
      kind: textOf(fieldOf(located, 'kind')) ?? '',
      element: textOf(fieldOf(located, 'element')) || undefined,
      position: located.keyPosition,
    });
  for (const [, { keyPosition }] of fieldsOf(fieldOf(root, 'deployments', 'relations')))
    report.notMapped(keyPosition, 'a relation between parts of the deployment has no equivalent here', 'relations within the deployment');
  const views = fieldOf(root, 'views');
  if (views !== undefined) report.ignored(views.keyPosition, 'views');
}

/** Older versions write the id alone. */
function endOf(located: Located | undefined): string {
  return textOf(located) ?? textOf(fieldOf(located, 'model')) ?? '';
}

/** Pages elsewhere and contacts are those of elements. */
function textsOf(located: Located, report: ImportReport, isElement = false): RawTexts {
  const rich = (field: string): string | undefined => {
    const found = fieldOf(located, field);
    return textOf(found) ?? textOf(fieldOf(found, 'txt')) ?? textOf(fieldOf(found, 'md'));
  };
  const help = isElement ? helpOf(located) : { links: [], contact: undefined, read: [] };
  for (const field of ['links', 'metadata']) {
    const found = fieldOf(located, field);
    if (found !== undefined && !help.read.includes(field) && (fieldsOf(found).length > 0 || itemsOf(found).length > 0))
      report.ignored(found.keyPosition, field);
  }
  return {
    links: help.links,
    contact: help.contact,
    title: textOf(fieldOf(located, 'title')),
    description: rich('description') ?? rich('summary'),
    technology: textOf(fieldOf(located, 'technology')),
    tags: itemsOf(fieldOf(located, 'tags')).flatMap((tag) => textOf(tag) ?? []),
    shape: textOf(fieldOf(located, 'style', 'shape')) ?? textOf(fieldOf(located, 'shape')),
  };
}

function helpOf(located: Located): { links: FoundLink[]; contact: string | undefined; read: string[] } {
  const links = itemsOf(fieldOf(located, 'links')).map((link): FoundLink => ({
    url: textOf(link) ?? textOf(fieldOf(link, 'url')) ?? '',
    title: textOf(fieldOf(link, 'title')),
    position: link.position,
  }));
  const metadata = fieldOf(located, 'metadata');
  const found = helpIn(freeFieldsIn(metadata));
  const isWhole = found.rest.length === 0 && found.links.length + (found.contact === undefined ? 0 : 1) === fieldsOf(metadata).length;
  return { links: [...links, ...found.links], contact: found.contact, read: ['links', ...(isWhole ? ['metadata'] : [])] };
}

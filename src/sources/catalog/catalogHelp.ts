/** Pages elsewhere and contacts in catalog files. */
import type { ReferenceKind } from '@/domain/vocabulary';
import { contactFrom, type FoundLink } from '@/sources/proposal/foundLinks';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';

/** Words for kinds that mean something else in these catalogs than in general. */
const KINDS: ReadonlyMap<string, ReferenceKind> = new Map([
  ['DOCUMENT', 'Documentation'],
  ['ON_CALL', 'Other'],
  ['OTHER_LINK', 'Other'],
]);
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['github', 'https://github.com/'],
  ['gitlab', 'https://gitlab.com/'],
  ['bitbucket', 'https://bitbucket.org/'],
]);

const text = (root: Located | undefined, field: string): string | undefined => textOf(fieldOf(root, field)) || undefined;

/** A list of `{name, type, url}`. `kind` is that of all of them. */
export function linksIn(list: Located | undefined, kind?: ReferenceKind): FoundLink[] {
  return itemsOf(list).flatMap((item): FoundLink[] => {
    const url = text(item, 'url');
    if (url === undefined) return [];
    const type = text(item, 'type') ?? text(item, 'category');
    const own = kind ?? KINDS.get(type ?? '');
    return [
      {
        ...{ url, title: text(item, 'display_name') ?? text(item, 'name'), words: [type], position: item.position },
        ...(own === undefined ? {} : { kind: own }),
      },
    ];
  });
}

/** `cart` of the company `acme` at a host of code: its address, if the host is known. */
export function repositoryAt(host: string | undefined, located: Located | undefined): FoundLink[] {
  const base = HOSTS.get((host ?? '').toLowerCase());
  const name = textOf(located);
  if (located === undefined || base === undefined || name === undefined || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(name)) return [];
  return [{ url: `${base}${name}`, title: name, kind: 'Repository', position: located.position }];
}

/** `{github: {repository}, gitlab: …}`. */
export function repositoriesByHost(located: Located | undefined): FoundLink[] {
  return fieldsOf(located).flatMap(([host, one]) => repositoryAt(host, fieldOf(one, 'repository')));
}

/** All of a list of `{contact}` or `{name}`, in one line. */
export function contactIn(list: Located | undefined, field: 'contact' | 'name'): string | undefined {
  const all = itemsOf(list).flatMap((item) => text(item, field) ?? []);
  return contactFrom([...new Set(all)].join(', '));
}

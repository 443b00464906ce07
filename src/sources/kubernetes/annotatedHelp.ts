/** Links and contacts in annotations: our own, and those of the convention a8r.io, which stand on Services. */
import type { ManifestComponent } from '@/contract/manifest/schema';
import type { ReferenceKind } from '@/domain/vocabulary';
import { contactFrom, referencesFrom, type FoundLink } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf } from '@/sources/proposal/locatedYaml';
import { capitalised } from '@/plain/capitalised';
import type { Resource } from './resources';

/** What people need first comes first. */
const KINDS: readonly [name: string, kind: ReferenceKind][] = [
  ['runbook', 'Runbook'],
  ['dashboard', 'Dashboard'],
  ['logs', 'Dashboard'],
  ['performance', 'Dashboard'],
  ['uptime', 'Dashboard'],
  ['repository', 'Repository'],
  ['chat', 'Chat'],
  ['documentation', 'Documentation'],
  ['support', 'Other'],
  ['incidents', 'Other'],
  ['bugs', 'Other'],
];
/** What these say is a contact if it is no address. */
const CONTACTS = ['contact', 'chat', 'support'];
const PREFIXES = ['faultline.io/', 'a8r.io/'];

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]{1,30}:\S/i.test(text);

/** Of a workload and the Services that select it. */
export function annotatedHelp(all: readonly Resource[], report: ImportReport): Pick<ManifestComponent, 'contact' | 'references'> {
  const resources = all.filter(({ annotations }) => annotations.size > 0);
  if (resources.length === 0) return {};
  const valueOf = (resource: Resource, name: string): string | undefined => resource.annotations.get(name)?.trim() || undefined;
  const names = (field: string): string[] => PREFIXES.map((prefix) => `${prefix}${field}`);
  const links = KINDS.flatMap(([field, kind]) =>
    resources.flatMap((resource) =>
      names(field).flatMap((name): FoundLink[] => {
        const url = valueOf(resource, name);
        if (url === undefined || !isAddress(url)) return [];
        const position = fieldOf(resource.root, 'metadata', 'annotations', name)?.keyPosition ?? resource.position;
        return [{ url, kind, title: TITLES.get(field) ?? field, position }];
      }),
    ),
  );
  const contact = CONTACTS.flatMap((field) => resources.flatMap((one) => names(field).flatMap((name) => valueOf(one, name) ?? []))).find(
    (text) => !isAddress(text) && !/^none$/i.test(text),
  );
  return { contact: contactFrom(contact), references: referencesFrom(links, all[0]?.name ?? '', report) };
}

/** As people write them. */
const TITLES: ReadonlyMap<string, string> = new Map(KINDS.map(([field]) => [field, capitalised(field)]));

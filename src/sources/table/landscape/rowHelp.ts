/** Links and contacts that the rows of a table state. */
import type { ManifestComponent } from '@/contract/manifest/schema';
import { contactFrom, referencesFrom, type FoundLink } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { LINK_FIELDS } from '@/sources/table/mapping/mappingFields';
import { capitalised } from '@/plain/capitalised';
import type { Item } from './items';

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]{1,30}:\S/i.test(text);

/** A cell may hold several addresses. A chat that is no address, such as a channel, is a contact if nothing else is. */
export function helpOfRow({ name, fields, position }: Item, report: ImportReport): Pick<ManifestComponent, 'contact' | 'references'> {
  let contact = fields.contact as string | undefined;
  const links: FoundLink[] = [];
  for (const [field, kind] of Object.entries(LINK_FIELDS)) {
    const text = fields[field] as string | undefined;
    if (text === undefined) continue;
    const parts = text.split(/[\s;|]+/);
    if (field === 'chat' && !isAddress(text)) contact ??= text;
    else
      for (const url of parts.every(isAddress) ? parts : [text])
        links.push({ url, kind, position: position ?? { file: '', line: 1, column: 1 }, title: titleOf(field, parts.length) });
  }
  return { contact: contactFrom(contact), references: referencesFrom(links, name, report) };
}

/** Several of one kind are told apart by their hosts. */
function titleOf(field: string, count: number): string | undefined {
  return field === 'link' || count > 1 ? undefined : capitalised(field);
}

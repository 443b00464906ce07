/** Links and contacts that a source states, and what of them a landscape takes. What it cannot take is reported, without its address. */
import { LONGEST_CONTACT, LONGEST_LABEL, LONGEST_URL, MOST_REFERENCES } from '@/contract/values/references';
import { hostOf, referenceUrlFault, type Reference } from '@/domain/references';
import type { ReferenceKind } from '@/domain/vocabulary';
import { referenceKindOf } from '@/sources/words/referenceWords';
import { importedText } from './importedText';
import type { ImportReport } from './importReport';
import { fieldsOf, textOf, type Located, type Position } from './locatedYaml';

export interface FoundLink {
  url: string;
  /** What the source calls it. */
  title?: string | undefined;
  /** Words that say what is behind it, the most telling first, before its title. */
  words?: readonly (string | undefined)[];
  /** If the source says exactly. */
  kind?: ReferenceKind;
  position: Position;
}

/** The links of `owner` as references, each URL once; undefined if there are none. */
export function referencesFrom(links: readonly FoundLink[], owner: string, report: ImportReport): Reference[] | undefined {
  const found = new Map<string, Reference>();
  for (const link of links) {
    const url = link.url.trim();
    const { title, words = [], kind = referenceKindOf([...words, title]), position } = link;
    const fault = faultOf(url);
    // Nothing of an address that cannot be kept is shown, so what it is for has to tell which one it is.
    const label = labelOf(title, fault === null ? hostOf(url) : kind === 'Other' ? 'Link' : kind);
    if (fault !== null) report.notMapped(position, `the link "${label}" of ${owner}: its URL ${fault}`, 'links that cannot be references');
    else if (!found.has(url)) found.set(url, { kind, label, url });
  }
  const references = [...found.values()];
  if (references.length > MOST_REFERENCES)
    report.notMapped(
      links[0]?.position,
      `${references.length - MOST_REFERENCES} of the ${references.length} links of ${owner}: there can be ${MOST_REFERENCES} references`,
      'lists of links that are too long',
    );
  return references.length === 0 ? undefined : references.slice(0, MOST_REFERENCES);
}

/** On one line; undefined if nothing is left. */
export function contactFrom(text: string | undefined): string | undefined {
  return importedText(text?.replace(/\s+/g, ' '), LONGEST_CONTACT);
}

function faultOf(url: string): string | null {
  if (url.length > LONGEST_URL) return `is longer than ${LONGEST_URL.toLocaleString('en')} characters`;
  return url.isWellFormed() ? referenceUrlFault(url) : 'contains broken Unicode';
}

function labelOf(title: string | undefined, otherwise: string): string {
  return importedText(title?.replace(/\s+/g, ' '), LONGEST_LABEL) ?? importedText(otherwise, LONGEST_LABEL) ?? 'Link';
}

/** A field of free names, as many tools have them. */
export interface FreeField {
  name: string;
  text: string;
  position: Position;
}

export interface FoundHelp {
  links: FoundLink[];
  contact: string | undefined;
  /** Fields that are neither. */
  rest: FreeField[];
}

const LINK_NAMES = /^(?:url|uri|link|links|homepage|home page|website|page)$/;
const CONTACT_NAMES = /^(?:contact|on ?call|support|support contact|e ?mail|pager|slack|slack channel|chat|channel)$/;
/** An address behind such a name lets whoever has it do something. */
const SECRET_NAMES = /\b(?:web ?hook|token|secret|password|passwd|credentials?|api ?key|hook)\b/;

/**
 * Of free fields, those whose names say that they are links or contacts: `runbook`, `Slack channel`. A link has to look like an address;
 * what does not is left alone, since it may be anything.
 */
export function helpIn(fields: readonly FreeField[]): FoundHelp {
  const help: FoundHelp = { links: [], contact: undefined, rest: [] };
  for (const field of fields) {
    const name = field.name
      .slice(0, 200)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
    const isAddress = /^[a-z][a-z0-9+.-]{1,30}:\S/i.test(field.text.trim());
    const isLink = LINK_NAMES.test(name) || referenceKindOf([name]) !== 'Other';
    if (SECRET_NAMES.test(name)) help.rest.push(field);
    else if (isAddress && isLink) help.links.push({ url: field.text, title: field.name, position: field.position });
    else if (!isAddress && CONTACT_NAMES.test(name) && help.contact === undefined) help.contact = contactFrom(field.text);
    else help.rest.push(field);
  }
  return help;
}

/** The fields of a map that are texts. */
export function freeFieldsIn(located: Located | undefined): FreeField[] {
  return fieldsOf(located).flatMap(([name, field]): FreeField[] => {
    const text = textOf(field);
    return text === undefined ? [] : [{ name, text, position: field.keyPosition }];
  });
}

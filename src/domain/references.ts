/** Where people go when something fails: references to pages elsewhere, and whom to contact. Nothing here is ever fetched. */
import type { ReferenceKind } from './vocabulary';

/** A page elsewhere. */
export interface Reference {
  kind: ReferenceKind;
  label: string;
  /** See `referenceUrlFault`. */
  url: string;
}

/** With its fields in one order, whatever the order in which they were stored. */
export function referenceOf({ kind, label, url }: Reference): Reference {
  return { kind, label, url };
}

/** The order counts: people put first what they need first. */
export function areSameReferences(left: readonly Reference[], right: readonly Reference[]): boolean {
  return left.length === right.length && left.every((reference, index) => isSameReference(reference, right[index]));
}

export function isSameReference({ kind, label, url }: Reference, other: Reference | undefined): boolean {
  return other !== undefined && kind === other.kind && label === other.label && url === other.url;
}

/** Whether something in a list is a reference, and no link or share. */
export function isReference(item: unknown): item is Reference {
  return typeof item === 'object' && item !== null && 'url' in item;
}

/** On one line, for changes. The label is quoted, because anybody may have written anything into it. */
export function referenceWords({ kind, label, url }: Reference): string {
  return `${kind} ${JSON.stringify(label)} ${url}`;
}

/** What an application or component states. */
export interface HelpFields {
  contact: string | null;
  references: readonly Reference[];
}

/** What is shown of one. `inherited` names the fields whose value is that of its application. */
export interface ShownHelp extends HelpFields {
  inherited: readonly (keyof HelpFields)[];
}

/** Whether there is something that an application could state for it. */
export function lacksHelp({ contact, references }: HelpFields): boolean {
  return isBlank(contact) || references.length === 0;
}

/** A component shows its application's value of what it does not state itself. `application` is null for an application. */
export function shownHelp(own: HelpFields, application: HelpFields | null): ShownHelp {
  const inherited: (keyof HelpFields)[] = [];
  if (isBlank(own.contact) && application !== null && !isBlank(application.contact)) inherited.push('contact');
  if (own.references.length === 0 && application !== null && application.references.length > 0) inherited.push('references');
  const holderOf = (field: keyof HelpFields): HelpFields => (application !== null && inherited.includes(field) ? application : own);
  const { contact } = holderOf('contact');
  return { contact: isBlank(contact) ? null : contact, references: holderOf('references').references, inherited };
}

function isBlank(contact: string | null): boolean {
  return contact === null || contact.trim() === '';
}

const WEB = /^https?:\/\/[^/\\?#]/i;
const MAIL = /^mailto:([^@?#]+@[^@?#]+)(?:\?[^#]*)?$/i;

/**
 * What is wrong with the URL of a reference, as the end of a sentence that starts with the field; null if it may be used. Other schemes can
 * run something or open a program, and whoever reads a link could take the name in `https://shop.example@evil.example` for its host.
 */
export function referenceUrlFault(url: string): string | null {
  if (/[\s\p{Cc}\p{Cf}]/u.test(url)) return 'must not contain spaces or invisible characters';
  if (MAIL.test(url)) return null;
  if (!WEB.test(url) || !URL.canParse(url))
    return 'must be a complete address that starts with https, http or mailto, such as https://wiki.example.com/runbook';
  const { username, password } = new URL(url);
  return username === '' && password === '' ? null : 'must not contain a user name or password';
}

/**
 * Where a URL leads, for people to judge: the host and port that a browser asks, or the address of a mailto. The whole URL if it cannot be
 * read.
 */
export function hostOf(url: string): string {
  const address = MAIL.exec(url)?.[1];
  if (address !== undefined) return address;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Says what the landscape does not record about who helps when a component fails, and what to record. */
import type { HelpFields } from './references';

const GAPS = ['team', 'contact', 'references'] as const;
export type OwnerGap = (typeof GAPS)[number];

const TO_RECORD: Readonly<Record<OwnerGap, string>> = {
  team: 'the owner team of the application',
  contact: 'whom to contact',
  references: 'a runbook, dashboard, repository or chat',
};

/** What is missing; a missing field counts as not recorded. */
export function ownerGaps({
  team = null,
  contact = null,
  references = [],
}: { team?: string | null | undefined } & Partial<HelpFields>): OwnerGap[] {
  const isMissing: Readonly<Record<OwnerGap, boolean>> = {
    team: team === null,
    contact: contact === null,
    references: references.length === 0,
  };
  return GAPS.filter((gap) => isMissing[gap]);
}

/** For example `Record the owner team of the application, and whom to contact`. */
export function recordOwnerWords(gaps: readonly OwnerGap[]): string {
  return `Record ${new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(gaps.map((gap) => TO_RECORD[gap]))}`;
}

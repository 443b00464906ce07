/** The form of the change log: versions with dates, and for each what is new and who has to do what. */

/** Who may have to do something, in the order in which a version says so. What stands before the first of them asks nothing of anybody. */
export const AUDIENCES = ['Operators have to', 'Admins have to', 'Integrators have to'] as const;

export interface VersionSection {
  /** `Unreleased` or a version such as `2.1.0`. */
  title: string;
  /** As in `2026-11-27`; null for what is unreleased. */
  date: string | null;
  /** The lines below the title. */
  lines: readonly string[];
}

const TITLE = /^## (Unreleased|\d+\.\d+\.\d+)(?:, (\d{4}-\d{2}-\d{2}))?$/;

/** The sections of the document, newest first as written. */
export function sectionsOf(text: string): VersionSection[] {
  const sections: { title: string; date: string | null; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, title, date = null] = TITLE.exec(line) ?? [];
    if (title !== undefined) sections.push({ title, date, lines: [] });
    else if (line.startsWith('## ')) sections.push({ title: line.slice(3), date: null, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** What is wrong with the form, a sentence each; empty if nothing is. */
export function faultsOfChangeLog(text: string): string[] {
  const sections = sectionsOf(text);
  const faults = sections.flatMap(faultsOfSection);
  const released = sections.filter(({ title }) => title !== 'Unreleased');
  if (sections.findIndex(({ title }) => title === 'Unreleased') > 0) faults.push('Unreleased is not the first section');
  for (const [index, { title, date }] of released.entries()) {
    const older = released[index + 1];
    if (older === undefined) continue;
    if (compareVersions(title, older.title) <= 0) faults.push(`${title} stands above ${older.title}`);
    if (date !== null && older.date !== null && date < older.date) faults.push(`${title} is older than ${older.title}`);
  }
  return faults;
}

function faultsOfSection({ title, date, lines }: VersionSection): string[] {
  const faults: string[] = [];
  if (!/^(Unreleased|\d+\.\d+\.\d+)$/.test(title))
    faults.push(`"${title}" is neither Unreleased nor a version with a date, as in 2.1.0, 2026-11-27`);
  else if (title !== 'Unreleased' && date === null) faults.push(`${title} has no date`);
  const headings = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4));
  const expected = AUDIENCES.filter((audience) => headings.includes(audience));
  if (headings.join() !== expected.join())
    faults.push(`${title} has the headings ${headings.join(', ')}: allowed are, once each and in this order, ${AUDIENCES.join(', ')}`);
  const loose = lines.find((line) => line !== '' && !/^(- |### |\s)/.test(line));
  if (loose !== undefined) faults.push(`${title} has text that is no entry: ${loose.slice(0, 60)}`);
  return faults;
}

/** Below 0 if `a` is older. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The document with what is unreleased as a version of that date. Throws an Error if nothing is unreleased. */
export function withRelease(text: string, version: string, date: string): string {
  const [first] = sectionsOf(text);
  if (first?.title !== 'Unreleased' || !first.lines.some((line) => line.startsWith('- ')))
    throw new Error('The change log has nothing unreleased.');
  return text.replace('## Unreleased\n', `## ${version}, ${date}\n`);
}

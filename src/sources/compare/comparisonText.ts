/** A comparison in lines of text: the same at the command line, in a browser and in a file. */
import { bareCountOf, countOf } from '@/plain/counts';
import type { SourceComparison } from './compareSources';
import { DISAGREEMENTS, type Difference, type Disagreement } from './difference';

export const DISAGREEMENT_TITLES: Readonly<Record<Disagreement, string>> = {
  direction: 'Dependencies that run the other way',
  dependency: 'Dependencies that some leave out',
  mode: 'Modes',
  required: 'Whether it is required',
  component: 'Components that some lack',
  isExternal: 'Who runs it',
  kind: 'Kinds',
  dependencyType: 'Types of dependencies',
  application: 'Applications',
  ownerTeam: 'Owner teams',
  runtime: 'Runtimes',
};

/** What a comparison looks at, so that nobody takes agreement for equality. */
export const WHAT_AGREES =
  'Compared: which components and dependencies there are, their kinds, types and modes, which dependencies are required, who runs the components, and their applications, owner teams and runtimes. Nothing else.';

/** How a terminal shows parts of it. */
export interface ComparisonStyle {
  title(text: string): string;
  agreed(text: string): string;
  /** Of text that comes from the sources. */
  foreign(text: string): string;
}

const PLAIN: ComparisonStyle = { title: (text) => text, agreed: (text) => text, foreign: (text) => text };

/** Ends with a line end. */
export function comparisonText(comparison: SourceComparison, style: ComparisonStyle = PLAIN): string {
  const { sources, shared, joined, ambiguous, silent, differences } = comparison;
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', style.title(`${title} (${lines.length})`), ...lines.map((line) => `  ${style.foreign(line)}`)];
  const widest = Math.max(...sources.map(({ source }) => source.length));
  const lines = [
    ...sources.map(({ source, components, dependencies }) =>
      style.foreign(
        `${source.padEnd(widest)}  ${countOf(components, 'component')}, ${countOf(dependencies, 'dependency', 'dependencies')}`,
      ),
    ),
    `${bareCountOf(shared, 'component is', 'components are')} in all of them`,
    ...silent.map((source) => style.foreign(`${source} states no dependency, so none is compared with it`)),
    ...part(
      'Names that fit several',
      ambiguous.map(({ source, name, fits }) => `${name}  of ${source} fits ${fits.join(' and ')}`),
    ),
    ...DISAGREEMENTS.flatMap((what) => part(DISAGREEMENT_TITLES[what], differences.filter((one) => one.what === what).map(lineOf))),
    ...(differences.length + ambiguous.length === 0 ? ['', style.agreed('They agree.'), WHAT_AGREES] : []),
    ...part(
      'Treated as the same though they are called differently',
      joined.filter(({ by }) => by === 'similarName').map(({ name, says }) => lineOf({ subject: name, says })),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function lineOf({ subject, says }: Pick<Difference, 'subject' | 'says'>): string {
  return `${subject}  ${says.map(({ source, value }) => `${source}: ${value ?? 'nothing'}`).join(' · ')}`;
}

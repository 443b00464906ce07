/** `observe … --against`: what was seen beside what the tenant declares. */
import { InvalidArgumentError } from 'commander';
import { parse } from 'yaml';
import { readManifestText } from '@/contract/manifest/text/readText';
import { compareObserved, type Comparison, type DeclaredDependency } from '@/domain/observe/compare';
import { ComponentNames } from '@/domain/observe/mapping';
import type { Observed } from '@/domain/observe/observed';
import { bareCountOf } from '@/plain/counts';
import { Failure } from '@/cli/failure';
import { readTextFile } from '@/cli/manifestFile';
import { listed } from '@/cli/render/snapshotText';
import type { Session } from '@/cli/session';
import { harmless } from '@/cli/terminal';

export const FAULTS = ['undeclared', 'hidden-outage'] as const;
export type Fault = (typeof FAULTS)[number];

/** Reads the option; repeated options add up. Throws InvalidArgumentError. */
export function faultsIn(text: string, before: readonly Fault[] = []): Fault[] {
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !FAULTS.includes(word as Fault));
  if (wrong !== undefined) throw new InvalidArgumentError(`It must be a list of ${FAULTS.join(', ')}, separated by commas.`);
  return [...new Set([...before, ...(words as Fault[])])];
}

/** A person's own names: what was seen, and the technicalName that it stands for. Throws Failure. */
export function namesIn(file: string | undefined, session: Session): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const refusal = (): Failure =>
    new Failure(`${file}: this is not a list of names`, {
      code: 'invalid_names',
      hint: 'write a line for each: the name that is seen, a colon, and the technicalName',
    });
  let names: unknown;
  try {
    names = parse(readTextFile(file, { cwd: session.world.cwd }), { maxAliasCount: 0 });
  } catch (error) {
    throw error instanceof Failure ? error : refusal();
  }
  if (typeof names !== 'object' || names === null || Array.isArray(names)) throw refusal();
  const pairs = Object.entries(names);
  if (pairs.some(([, component]) => typeof component !== 'string')) throw refusal();
  return new Map(pairs as [string, string][]);
}

/** Asks the server for the landscape. Throws Failure. */
export async function compareWithTenant(session: Session, observed: Observed, names: ReadonlyMap<string, string>): Promise<Comparison> {
  const { text } = await session.terminal.progress.during('asking the server for the landscape', 1, 1, () =>
    session.openApi().request({ method: 'GET', path: '/manifest', accept: 'application/yaml' }),
  );
  const { manifest } = readManifestText(text, 'yaml');
  if (manifest === null) throw new Failure('the server answered with something that is not a manifest', { code: 'not_the_api' });
  const components = (manifest.applications ?? []).flatMap(({ components: parts }) =>
    (parts ?? []).map(({ technicalName }) => technicalName),
  );
  const declared = (manifest.dependencies ?? []).map(
    ({ source, target, dependencyType, mode = 'Hard', required = true, transportEncryption = null }): DeclaredDependency => ({
      ...{ source, target, dependencyType, mode, required },
      isEncrypted: transportEncryption !== null && !/^none$/i.test(transportEncryption),
    }),
  );
  const seen = new Set(observed.nodes.map(({ name }) => name));
  const unseen = [...names.keys()].filter((name) => !seen.has(name)).map(harmless);
  if (unseen.length > 0) session.terminal.note(`your names also name what was not seen: ${listed(unseen)}`);
  return compareObserved(observed, declared, new ComponentNames(components, names));
}

export function comparisonLines(
  { atOdds, undeclared, unmapped, renamed, mapped, names, agreeing, measured }: Comparison,
  { terminal: { colours } }: Session,
): string[] {
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [colours.bold(`${title} (${lines.length})`), ...lines, ''];
  const pair = ({ source, target }: { source: string; target: string }): string => `${harmless(source)} → ${harmless(target)}`;
  return [
    ...part(
      'At odds',
      atOdds.map((one) => `  ${one.what === 'hidden-outage' ? colours.red(pair(one)) : pair(one)}  ${harmless(one.why)}`),
    ),
    ...part(
      'Not declared',
      undeclared.map((one) => `  ${pair(one)} (${one.dependencyType})  ${one.why}`),
    ),
    ...part(
      'Not mapped',
      unmapped.map(({ name, candidates, nearest, meant }) => {
        const hint =
          candidates.length > 0
            ? `fits ${candidates.join(' and ')}`
            : nearest.length > 0
              ? `nearest: ${nearest.join(', ')}`
              : 'nothing is near';
        const unknown = meant === undefined ? '' : `your names say ${meant}, which no component is called; `;
        return `  ${harmless(name)}  ${harmless(`${unknown}${hint}`)}`;
      }),
    ),
    ...part(
      'Mapped to another name',
      renamed.map(({ name, component, how }) => `  ${harmless(name)} is ${harmless(component)}  ${harmless(how)}`),
    ),
    ...(mapped === 0 ? ['No component has one of these names, so nothing was compared.'] : []),
    `maps ${mapped} of ${bareCountOf(names, 'name')}; ${bareCountOf(agreeing, 'dependency', 'dependencies')} seen as declared${agreeing === 0 ? '' : `, ${measured} of them with a measured mode`}`,
  ];
}

/** Whether something is there that must not be. */
export function isAtFault({ atOdds, undeclared }: Comparison, faults: readonly Fault[]): boolean {
  return (
    (faults.includes('undeclared') && undeclared.length > 0) ||
    (faults.includes('hidden-outage') && atOdds.some(({ what }) => what === 'hidden-outage'))
  );
}

/** The packages in the lock file: their licences, and whether each has an integrity digest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  name: string;
  version: string;
  /** An SPDX expression, or what the package has instead; null if it states none. */
  licence: string | null;
  /** Whether it is part of a running installation, and not only used to build and test. */
  isShipped: boolean;
  hasIntegrity: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  integrity?: string;
}

/** Can be distributed with a product under any licence, if the notice is included. */
const PERMISSIVE = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Other licences that we accept, each for certain packages, by the start of their names. */
const TAKEN: readonly { licence: string; names: readonly string[]; why: string }[] = [
  { licence: 'EPL-2.0', names: ['elkjs'], why: 'passed on unchanged; we take EPL-2.0 where GPL-3.0 is the other choice' },
  { licence: 'MPL-2.0', names: ['lightningcss'], why: 'builds the style sheets, is not part of what is built, and is unchanged' },
  { licence: 'LGPL-3.0-or-later', names: ['@img/sharp'], why: "an optional library of Next's image server, which we do not use" },
];

/** Licences of packages that do not state one in package.json: neverpanic in its later versions, the others in their LICENSE files. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  neverpanic: 'MIT',
  'seq-queue': 'MIT',
  'valid-url': 'MIT',
};

/** Every package of the lock file in `folder`, sorted by name. */
export function lockedPackages(folder: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && link !== true)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version: entry.version ?? '',
        licence: entry.license ?? SAID_ELSEWHERE[name] ?? statedLicence(join(folder, path)),
        isShipped: entry.dev !== true,
        hasIntegrity: entry.integrity !== undefined,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Older packages list their licences as objects with URLs, which the lock file leaves out. */
function statedLicence(path: string): string | null {
  try {
    const { license, licenses } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, unknown>;
    const types = [license, licenses]
      .flat()
      .flatMap((one) => (typeof one === 'object' && one !== null && 'type' in one ? [String(one.type)] : []));
    return types.length === 0 ? null : types.join(' OR ');
  } catch {
    return null;
  }
}

const INNERMOST = /\(([^()]*)\)/;
/** Stands for an inner expression that holds a choice that is good, or for one that holds none. */
const JUDGED = { true: '+', false: '-' };

/** Whether a licence expression contains a choice that `isGood` accepts. Understands brackets, AND and OR; AND binds closer. */
export function allows(expression: string, isGood: (licence: string) => boolean): boolean {
  const [brackets, inner] = INNERMOST.exec(expression) ?? [];
  if (brackets !== undefined && inner !== undefined)
    return allows(expression.replace(brackets, JUDGED[`${allows(inner, isGood)}`]), isGood);
  const isGoodOne = (one: string): boolean => one === JUDGED.true || (one !== JUDGED.false && isGood(one));
  return expression.split(/\sOR\s/i).some((choice) => choice.split(/\sAND\s/i).every((one) => isGoodOne(one.trim())));
}

/** `MIT License` and `mit` are MIT. */
const plain = (licence: string): string => (/^mit( license)?$/i.test(licence) ? 'MIT' : licence);

/** A sentence for each package that must not be distributed as it is, or that has no integrity digest. */
export function licenceFindings(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence, isShipped, hasIntegrity }) => {
    const findings: string[] = [];
    const isGood = (one: string): boolean =>
      PERMISSIVE.has(plain(one)) || TAKEN.some((taken) => taken.licence === one && taken.names.some((start) => name.startsWith(start)));
    if (isShipped && licence === null) findings.push(`${name} ${version} says nothing of its licence.`);
    else if (isShipped && licence !== null && !allows(licence, isGood))
      findings.push(`${name} ${version} is under ${licence}, which we may not ship or have not decided about.`);
    if (!hasIntegrity) findings.push(`${name} ${version} has no integrity in package-lock.json.`);
    return findings;
  });
}

/** The accepted licences that are not permissive, and why. */
export const takenLicences = (): string[] => TAKEN.map(({ licence, names, why }) => `${licence} (${names.join(', ')}): ${why}`);

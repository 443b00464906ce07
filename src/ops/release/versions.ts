/** Where the version of the product is written: the server, the command line, the image and the chart share one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Place {
  file: string;
  /** Its first group stands before each version, the second is the version. */
  pattern: RegExp;
  /** How often it is there. */
  count: number;
}

const PLACES: readonly Place[] = [
  { file: 'package.json', pattern: /^( {2}"version": ")(\d+\.\d+\.\d+)/gm, count: 1 },
  {
    file: 'package-lock.json',
    pattern: /(^\{\n {2}"name": "faultline",\n {2}"version": "|"": \{\n {6}"name": "faultline",\n {6}"version": ")(\d+\.\d+\.\d+)/g,
    count: 2,
  },
  { file: 'src/cli/package/package.json', pattern: /^( {2}"version": ")(\d+\.\d+\.\d+)/gm, count: 1 },
  { file: 'src/ops/deploy/helm/Chart.yaml', pattern: /^((?:version: |appVersion: "))(\d+\.\d+\.\d+)/gm, count: 2 },
  { file: 'src/ops/deploy/helm/values.yaml', pattern: /^( {2}tag: ")(\d+\.\d+\.\d+)/gm, count: 1 },
  { file: 'src/ops/deploy/kubernetes.yaml', pattern: /(image: faultline:)(\d+\.\d+\.\d+)/g, count: 2 },
  { file: 'src/ops/deploy/compose.yaml', pattern: /(image: faultline:)(\d+\.\d+\.\d+)/g, count: 2 },
  ...['default', 'everything', 'noMigrationJob', 'singleLogin'].map((name) => ({
    file: `src/ops/deploy/golden/${name}.yaml`,
    pattern: /(image: "faultline:)(\d+\.\d+\.\d+)/g,
    count: name === 'noMigrationJob' ? 1 : 2,
  })),
];

/** What differs from `version`, a sentence each. `root` is the repository's folder. */
export function otherVersions(root: string, version: string): string[] {
  return PLACES.flatMap(({ file, pattern, count }) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, , stated = '']) => stated);
    const others = found.filter((stated) => stated !== version);
    if (found.length !== count) return [`${file} states a version ${found.length} times, not ${count} times`];
    return others.length === 0 ? [] : [`${file} is of ${others.join(', ')}, not of ${version}`];
  });
}

/** Writes `version` everywhere. */
export function writeVersions(root: string, version: string): void {
  for (const { file, pattern } of PLACES) {
    const path = join(root, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(pattern, (_, before: string) => `${before}${version}`),
    );
  }
}

export function statedVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Positions of findings: file URIs relative to the repository's root, and the line that declares a dependency, component or deletion. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declarationsOf } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import type { ManifestPath } from '@/contract/manifest/issue';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { offsetsInManifest } from '@/contract/manifest/text/readText';
import type { ManifestFile } from './manifestFile';
import { findingsOf, type Finding } from './render/impactLines';
import { obstacles } from './render/planText';
import { resultOfFinding, type SarifOptions, type SarifResult } from './render/sarif';
import { kindNoun } from './render/values';
import type { RiskVerdict } from './riskGate';
import type { World } from './world';
import { finish } from '@/plain/steps';

/** Code hosts resolve paths from the repository's root, wherever the command was started. */
export function sarifOptions({ cwd }: World): SarifOptions {
  const root = repositoryRoot(cwd) ?? cwd;
  return { version: process.env.FAULTLINE_CLI_VERSION ?? '0.0.0', uriOf: (file) => uriOf(file, cwd, root) };
}

function uriOf(file: string, cwd: string, root: string): string {
  if (file === '<stdin>') return 'stdin';
  const path = resolve(cwd, file);
  const below = relative(root, path);
  if (below.startsWith('..') || isAbsolute(below)) return pathToFileURL(path).href;
  return below.split(sep).map(encodeURIComponent).join('/');
}

function repositoryRoot(from: string): string | null {
  for (let directory = from; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (dirname(directory) === directory) return null;
  }
}

/** Everything in a plan that a reviewer should see at its line. */
export function resultsOfPlan(
  plan: ManifestPlan,
  manifest: Manifest,
  { file, text, format }: ManifestFile,
  verdict: RiskVerdict | null = null,
): SarifResult[] {
  const refused = new Set(verdict?.refused.map((risk) => risk.finding?.text));
  const findings = plan.impact === null ? [] : findingsOf(plan.impact).added;
  const finder = new PathFinder(manifest);
  const places = offsetsInManifest(
    text,
    format,
    findings.map((finding) => finder.pathOf(finding)),
  );
  const start = { line: 1, column: 1 };
  return [
    ...obstacles(plan).map((sentence): SarifResult => ({ rule: 'cannot-be-applied', text: sentence, file, ...start })),
    ...findings.map((finding, index) => resultOfFinding(finding, refused.has(finding.text), file, places[index] ?? start)),
    ...plan.changes
      .filter(({ op }) => op === 'delete')
      .map(({ kind, technicalName }): SarifResult => ({
        rule: 'deletes-entity',
        text: `deletes the ${kindNoun(kind)} ${technicalName}`,
        file,
        ...start,
      })),
  ];
}

/** Finds the declaration that a finding is about. */
class PathFinder {
  private readonly dependencies = new Map<string, ManifestPath>();
  private readonly components = new Map<string, ManifestPath>();
  private readonly edges: { source: string; target: string; path: ManifestPath }[] = [];

  constructor(manifest: Manifest) {
    for (const { kind, technicalName, path, values } of finish(declarationsOf(manifest))) {
      if (kind === 'component') this.components.set(technicalName, path);
      if (kind !== 'dependency') continue;
      this.dependencies.set(technicalName, path);
      this.edges.push({ source: String(values.source), target: String(values.target), path });
    }
  }

  /** The dependency itself; otherwise one between the components, a component, a dependency of one of them, or the top of the file. */
  pathOf({ dependency, components }: Finding): ManifestPath {
    const own = dependency === undefined ? undefined : this.dependencies.get(dependency);
    const members = new Set(components);
    const within = (): ManifestPath | undefined =>
      this.edges.find(({ source, target }) => members.has(source) && members.has(target))?.path;
    const declared = (): ManifestPath | undefined => components.map((name) => this.components.get(name)).find((path) => path !== undefined);
    const touching = (): ManifestPath | undefined =>
      this.edges.find(({ source, target }) => members.has(source) || members.has(target))?.path;
    return own ?? within() ?? declared() ?? touching() ?? [];
  }
}

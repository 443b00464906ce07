/**
 * The thread that parses texts from users, so that a hostile text can only affect this thread. It is bundled into one file and started by
 * manifestWorker.ts. It handles one task at a time, and has no access to the database or the environment.
 */
import { parentPort } from 'node:worker_threads';
import type { ManifestPath } from '@/contract/manifest/issue';
import { offsetsInManifest, readManifestText, type ManifestFormat, type ManifestReading } from '@/contract/manifest/text/readText';
import { changeImpact } from '@/domain/manifest/changeImpact';
import { buildGraph, type ImpactInput } from '@/domain/manifest/impactLandscape';
import { toPortions } from './portions';
import { scenarioImpact, type ScenarioImpactInput } from '@/domain/manifest/scenarioImpact';

export type WorkerTask =
  | { type: 'read'; text: string | Uint8Array; format: ManifestFormat }
  | { type: 'places'; text: string | Uint8Array; format: ManifestFormat; paths: ManifestPath[] }
  /** The input is JSON of ImpactTask. */
  | { type: 'impact'; input: string };

/** `scenarios` is set only if there are any. */
export interface ImpactTask extends ImpactInput {
  scenarios?: ScenarioImpactInput;
}

/** The manifest is sent as JSON, which the receiver parses faster than it could copy a tree, and in portions, so that nobody waits for it. */
export interface ReadAnswer extends Omit<ManifestReading, 'manifest'> {
  manifest: string[] | null;
}

function decode(text: string | Uint8Array): string | null {
  if (typeof text === 'string') return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

function read(text: string | null, format: ManifestFormat): ReadAnswer {
  if (text === null)
    return {
      manifest: null,
      issues: [{ path: '', message: 'the text is not UTF-8', line: 1, column: 1 }],
      issuesOmitted: 0,
    };
  const { manifest, ...rest } = readManifestText(text, format);
  return { manifest: manifest === null ? null : toPortions(manifest), ...rest };
}

function perform(task: WorkerTask): unknown {
  if (task.type === 'impact') {
    const { before, after, changedComponents, scenarios } = JSON.parse(task.input) as ImpactTask;
    const graphs = { before: buildGraph(before), after: buildGraph(after) };
    return { ...changeImpact(graphs, changedComponents), ...(scenarios === undefined ? {} : scenarioImpact(graphs, scenarios)) };
  }
  const text = decode(task.text);
  return task.type === 'read' ? read(text, task.format) : offsetsInManifest(text ?? '', task.format, task.paths);
}

parentPort?.on('message', (task: WorkerTask) => {
  parentPort?.postMessage(perform(task));
});

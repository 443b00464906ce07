/** The reference in C: hands it the arrays of a graph in a file, compiles it and runs it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GROUPED_BELOW, GROUPED_FROM, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';

const run = promisify(execFile);

/** What one question found, and how long each round took in milliseconds. */
export interface KernelResult {
  count: number;
  beyond: number;
  stopped: number;
  /** FNV-1a over depth and severity of every node. */
  digest: number;
  times: number[];
}

export interface KernelResults {
  reach: KernelResult;
  states: KernelResult;
}

/** Asks for what is in reach of `origin` within `depthLimit` hops, as many times as `rounds` says. */
export type Reference = (graph: LandscapeGraph, origin: number, depthLimit: number, rounds: number) => Promise<KernelResults>;

/** Gives the work the compiled reference, or null where no C compiler is found. Throws if it does not compile. */
export async function withReference(work: (reference: Reference | null) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'faultline-kernel-'));
  try {
    const program = join(folder, 'kernelReference');
    const arrays = join(folder, 'arrays');
    if (!(await compile(program))) return await work(null);
    await work(async (graph, origin, depthLimit, rounds) => {
      await writeFile(arrays, arraysOf(graph, origin, depthLimit));
      const { stdout } = await run(program, [arrays, String(rounds)]);
      return JSON.parse(stdout) as KernelResults;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(program: string): Promise<boolean> {
  try {
    await run('cc', ['-O2', '-o', program, join('src', 'lab', 'bench', 'kernelReference.c')]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** In the order in which kernelReference.c reads them. */
function arraysOf({ edges }: LandscapeGraph, origin: number, depthLimit: number): Buffer {
  const { starts, lengths, values, companions } = edges.dependents;
  const { members } = edges.groups;
  const slotCount = edges.causes.length;
  const groupCount = members.lengths.length;
  const sizes = [starts.length, values.length, slotCount, groupCount, members.values.length];
  const numbers = [
    Int32Array.from([...sizes, origin, depthLimit, GROUPED_FROM, GROUPED_BELOW]),
    ...[starts, lengths, values, companions, edges.causes],
    Int32Array.from({ length: slotCount }, (_, slot) => edges.groups.of(slot) + 1),
    ...[members.starts, members.lengths, members.values],
    Int32Array.from({ length: groupCount }, (_, group) => edges.groups.minimumOf(group)),
  ];
  const bytes = [edges.attributes, UNFILTERED.verdicts, UNFILTERED.passes];
  return Buffer.concat([...numbers, ...bytes].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}

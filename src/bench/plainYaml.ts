/**
 * How long a large manifest takes to read as values: our reader of plain YAML, compared with js-yaml if that is installed
 * (`npm install --no-save js-yaml@5`). Decision 13 rests on these figures.
 */
import { offsetsInPlainYaml, readPlainYaml } from '@/contract/manifest/text/plainYaml';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import type { BenchmarkInput } from './benchmarkInput';
import { largeManifest } from './largeManifest';

const ROUNDS = 7;
/** It is not a dependency of ours, so its name is written so that no tool takes it for an import. */
const OTHER_READER: string = 'js-yaml';

/** The median of the processor times of `rounds` readings, in milliseconds. */
function medianOf(rounds: number, read: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function otherReader(): Promise<((text: string) => unknown) | null> {
  const { load } = (await import(OTHER_READER).catch(() => ({}))) as { load?: (text: string) => unknown };
  return load ?? null;
}

export async function run({ isTiny }: BenchmarkInput): Promise<void> {
  const text = writeManifestYaml(
    largeManifest(isTiny ? { components: 20, dependencies: 40 } : { components: 10_000, dependencies: 30_000 }),
  );
  const rounds = isTiny ? 1 : ROUNDS;
  const print = (what: string, read: () => unknown): void => {
    process.stdout.write(`  ${what}: ${medianOf(rounds, read).toFixed(0)} ms\n`);
  };
  process.stdout.write(`  ${(text.length / 1e6).toFixed(1)} million characters, median of ${rounds}, processor time\n`);
  print('values by our reader', () => readPlainYaml(text));
  print('offsets by our reader', () => offsetsInPlainYaml(text));
  const other = await otherReader();
  if (other !== null) print('values by js-yaml', () => other(text));
}

/** `npx tsx src/guides/prometheus/main.ts [--component NAME]`: what src/guides/prometheus.md tells, run against a Faultline that is running. */
import { parseArgs } from 'node:util';
import { findPrograms, runTrial, TrialProblem } from './trial';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

function required(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new TrialProblem(`${name} is not set: this needs FAULTLINE_URL, FAULTLINE_TENANT and FAULTLINE_KEY`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { component: { type: 'string', default: 'astronomy-db' } } });
  const programs = findPrograms(process.env.PATH ?? '');
  const began = performance.now();
  await runTrial({
    url: new URL(required('FAULTLINE_URL')).origin,
    tenantId: required('FAULTLINE_TENANT'),
    key: required('FAULTLINE_KEY'),
    component: values.component,
    programs,
    tell: (line) => process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`),
    signal: interrupted.signal,
  });
}

main().catch((error: unknown) => {
  if (interrupted.signal.aborted) process.exitCode = 130;
  else {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof TrialProblem ? error.message : String(error)}\n`);
  }
});

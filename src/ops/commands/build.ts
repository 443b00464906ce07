/** `node src/ops/boot/run.mjs build`: everything that the first start builds, ahead of it (container images, tests, a service user that may not write here). */
import { ensureCli } from '@/cli/bundle.mjs';
import { bundleCommand } from '@/ops/boot/prepare.mjs';
import { StepFailed } from '@/ops/boot/progress.mjs';
import { ensureWebBuild } from '@/ops/build/buildWeb';

/** What is run on an installation; tests bundle the other commands when they need them. */
const COMMANDS = ['start', 'admin', 'migrate'];

try {
  for (const name of COMMANDS) await bundleCommand(name);
  await ensureCli(process.cwd());
  console.log(`The browser side is built: ${await ensureWebBuild()}`);
} catch (error) {
  console.error(error instanceof StepFailed ? error.message : error);
  process.exitCode = 1;
}

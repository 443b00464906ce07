/** `node src/ops/boot/run.mjs build`: the browser side and the command line, built ahead of the first start (container images, tests). */
import { ensureCli } from '@/cli/bundle.mjs';
import { StepFailed } from '@/ops/boot/progress.mjs';
import { ensureWebBuild } from '@/ops/buildWeb';

try {
  await ensureCli(process.cwd());
  console.log(`The browser side is built: ${await ensureWebBuild()}`);
} catch (error) {
  console.error(error instanceof StepFailed ? error.message : error);
  process.exitCode = 1;
}

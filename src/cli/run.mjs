#!/usr/bin/env node
/** `npx --no-install faultline` in a clone: rebuilds the command line if its sources changed, and runs it. */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleOf, ensureCli } from './bundle.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
try {
  await ensureCli(ROOT);
} catch (error) {
  process.stderr.write(`faultline could not be built: ${error.message}\n`);
  process.exit(1);
}
await import(pathToFileURL(bundleOf(ROOT)).href);

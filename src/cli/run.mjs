#!/usr/bin/env node
/** `npx faultline` in a clone: bundles the command line where its sources have changed since the last time, and runs the bundle. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLE, buildCli, ROOT } from './build.mjs';

const INPUTS = `${BUNDLE}.inputs.json`;

function digestOf(path) {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex');
}

function isFresh() {
  if (!existsSync(BUNDLE) || !existsSync(INPUTS)) return false;
  const inputs = Object.entries(JSON.parse(readFileSync(INPUTS, 'utf8')));
  return inputs.every(([path, digest]) => existsSync(join(ROOT, path)) && digestOf(path) === digest);
}

async function bundle() {
  if (!existsSync(join(ROOT, 'node_modules', 'esbuild')))
    throw new Error(`its packages are not installed: run \`npm ci\` in ${ROOT} first`);
  const inputs = ['package.json', 'tsconfig.json', ...(await buildCli())];
  writeFileSync(INPUTS, JSON.stringify(Object.fromEntries(inputs.map((path) => [path, digestOf(path)]))));
}

if (!isFresh()) {
  try {
    await bundle();
  } catch (error) {
    process.stderr.write(`faultline could not be built: ${error.message}\n`);
    process.exit(1);
  }
}
await import(pathToFileURL(BUNDLE).href);

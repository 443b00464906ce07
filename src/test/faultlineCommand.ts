/** Runs the command line in tests: in this process to check what it prints, or bundled and started to check the process itself. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { buildCli } from '@/cli/bundle.mjs';
import { runFaultline } from '@/cli/program';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandCall {
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
  /** Whether standard input and standard error are a terminal, so that a person can be asked. Only in this process. */
  isTerminal?: boolean;
  /** Ctrl-C. Only in this process. */
  signal?: AbortSignal;
  /** Receives the address of each page that it opens; without it, no browser can be started. Only in this process. */
  onPage?: (url: string) => void;
  /** Hears each text that it writes to standard error. Only in this process. */
  onStderr?: (text: string) => void;
}

export type RunFaultline = (args: readonly string[], call?: CommandCall) => Promise<CommandResult>;

/** Runs it in this process, in `directory` unless the call says otherwise. Unexpected errors are thrown. */
export function faultlineIn(directory: string): RunFaultline {
  return async (args, call = {}) => {
    const { env = {}, stdin = '', cwd = directory, isTerminal = false, signal = new AbortController().signal, onStderr, onPage } = call;
    const result: CommandResult = { code: null, stdout: '', stderr: '' };
    result.code = await runFaultline(args, {
      env,
      cwd,
      stdin: Object.assign(Readable.from([stdin]), { isTTY: isTerminal }),
      stdout: { write: (text: string) => (result.stdout += text) },
      stderr: {
        write: (text: string) => {
          result.stderr += text;
          onStderr?.(text);
        },
        isTTY: isTerminal,
      },
      fetch,
      openPage: (url) => {
        onPage?.(url);
        return Promise.resolve(onPage !== undefined);
      },
      sleep: (milliseconds) => delay(milliseconds),
      now: () => performance.now(),
      signal,
    });
    return result;
  };
}

/** Call it at the top of a test file. The environment contains only what a call names. */
export function useFaultline(): { run: RunFaultline; directory: string; bundle: string } {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-cli-'));
  const bundle = join(directory, 'faultline.mjs');
  beforeAll(async () => void (await buildCli(process.cwd(), bundle)), 60_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const run: RunFaultline = (args, { env = {}, stdin = '', cwd = directory } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [bundle, ...args], {
        cwd,
        env: { PATH: process.env.PATH ?? '', ...env } as unknown as NodeJS.ProcessEnv,
      });
      const result: CommandResult = { code: null, stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...result, code }));
      // A command that needs no stdin may have exited before it is written.
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin);
    });
  return { run, directory, bundle };
}

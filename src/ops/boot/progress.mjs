/** Prints one line per step on stderr, so that stdout stays free for answers. */
import { spawn } from 'node:child_process';

const REMINDER_MS = 10_000;

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A step that failed; its message is printed without a stack. */
export class StepFailed extends Error {}

/** Runs a program quietly, prints a reminder every ten seconds, and shows its output only if it fails. */
export function runQuietly(title, program, args, env = {}) {
  say(`${title} …`);
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, windowsHide: true });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    const reminder = setInterval(() => say(`${title} … ${seconds()} s`), REMINDER_MS);
    const stop = (signal) => child.kill(signal);
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const settle = (error) => {
      clearInterval(reminder);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (error) reject(error);
      else resolve(seconds());
    };
    child.once('error', (error) => settle(new StepFailed(`${title}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) settle(null);
      else settle(new StepFailed(`${title}: failed (${signal ?? `exit code ${code}`})\n${Buffer.concat(said).toString('utf8').trim()}`));
    });
  });
}

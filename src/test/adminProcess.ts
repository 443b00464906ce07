/** Runs `npm run admin` as a separate process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/** As a person or a script calls it. */
export function runProcess(words: readonly string[], environment: Record<string, string>, stdin = ''): Promise<Answer> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: '', FAULTLINE_PASSWORD: '', ...environment };
    const child = execFile(
      process.execPath,
      [join('src', 'ops', 'boot', 'run.mjs'), 'admin', ...words],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
    child.stdin?.end(stdin);
  });
}

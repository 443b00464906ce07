/** Sessions for the journeys: each person signs in once per run, because sign-ins are rate-limited. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request, type BrowserContextOptions } from '@playwright/test';

export type SessionState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Browser state in which this person is signed in, shared by all workers of a run. */
export async function signedInAs({ email, password }: { email: string; password: string }): Promise<SessionState> {
  const file = join(process.env.FAULTLINE_E2E_DATA ?? '', `session-${createHash('sha256').update(email).digest('hex').slice(0, 16)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SessionState;
  const baseURL = process.env.FAULTLINE_E2E_ADDRESS ?? '';
  const context = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  try {
    const answer = await context.post('/api/auth/sign-in/email', { data: { email, password } });
    if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
    const state = await context.storageState();
    // It gets its name only when complete, because another worker may be waiting for it.
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, JSON.stringify(state));
    renameSync(draft, file);
    return state;
  } finally {
    await context.dispose();
  }
}

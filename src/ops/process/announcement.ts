/** Facts for programs on this machine that look for the running server; only its owner may read them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory, readJsonFile, writeOwnFile } from './dataDirectory';
import type { Lifetime } from './lifetime';
import { identifyProcess, isStillRunning } from '@/server/processIdentity';

function announcementFile(): string {
  return join(dataDirectory(), 'server.json');
}

/** Whether a living process has announced itself. This can happen with an external database, which locks no directory. */
function isAnotherAnnounced(): boolean {
  const announced = readJsonFile(announcementFile()) as { pid: number; startedAt?: string | null } | null;
  return announced !== null && announced.pid !== process.pid && isStillRunning({ startedAt: null, ...announced });
}

/** A killed server cannot remove its own announcement. */
export function clearDeadAnnouncement(): void {
  if (!isAnotherAnnounced()) rmSync(announcementFile(), { force: true });
}

/** If several servers run in one directory, the first stays announced. */
export async function announce(address: string, lifetime: Pick<Lifetime, 'onStop'>): Promise<void> {
  if (isAnotherAnnounced()) return;
  writeOwnFile(
    announcementFile(),
    JSON.stringify({ address, pid: process.pid, startedAt: identifyProcess(process.pid)?.startedAt ?? null }),
  );
  await lifetime.onStop('the announcement', clearDeadAnnouncement);
}

/** Processor time of whole database servers on this machine: all their processes, also those that have ended. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { connected } from '@/test/connected';

const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

function timesOf(pid: string | number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: user + system, ended: childUser + childSystem };
  } catch {
    return null;
  }
}

/** The first process of the server at each URL, which are superusers'. Null for one that is not on this machine. */
export async function serversAt(urls: readonly string[]): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  for (const url of urls) {
    const pid = await connected(url, async (client) => {
      const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
      return Number(rows[0]?.text.split('\n')[0]);
    });
    found.push(timesOf(pid) === null ? null : pid);
  }
  return found;
}

/** In milliseconds, of all these servers together; null if one of them cannot be seen from here. */
export function cpuOf(servers: readonly (number | null)[]): number | null {
  if (servers.includes(null)) return null;
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const times = timesOf(entry);
    if (times === null) continue;
    if (servers.includes(Number(entry))) ticks += times.own + times.ended;
    else if (servers.includes(times.parent)) ticks += times.own;
  }
  return ticks * MS_PER_TICK;
}

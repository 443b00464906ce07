/** Identifies processes across restarts. An operating system reuses pids, but never a pid with the same start time. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  pid: number;
  /** When the process started, in the operating system's own format; null if it is not available. */
  startedAt: string | null;
}

function linuxIdentity(pid: number): ProcessIdentity | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the name in parentheses, and may contain spaces. The state is the first field after it, the start time the
  // twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { pid, startedAt: `${bootId}/${fields[19] ?? ''}` };
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The living process with this pid; null if there is none. A zombie counts as none. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (!signalReaches(pid)) return null;
  if (process.platform === 'win32') return { pid, startedAt: null };
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started === '' ? null : { pid, startedAt: started };
  } catch {
    return null;
  }
}

/** Whether exactly the process that was recorded is still alive. */
export function isStillRunning(written: ProcessIdentity): boolean {
  const found = identifyProcess(written.pid);
  return found !== null && (written.startedAt === null || found.startedAt === null || found.startedAt === written.startedAt);
}

/** The command line of a process, arguments joined by spaces; empty if it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Names the running kernel: the same in all containers of a host, another one after a reboot. Elsewhere than on Linux, the host. */
export function kernelName(): string {
  try {
    return process.platform === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : hostname();
  } catch {
    return hostname();
  }
}

/** Identifies where pids are comparable: the machine and, on Linux, the boot and the pid namespace. */
export function pidSpace(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

interface Owner extends ProcessIdentity {
  space: string;
}

/** This process, as text that others can store. */
export function ownName(): string {
  const { pid, startedAt } = identifyProcess(process.pid) ?? { pid: process.pid, startedAt: null };
  return JSON.stringify({ space: pidSpace(), pid, startedAt } satisfies Owner);
}

/** Whether the process with this stored name is certainly gone. False if that cannot be determined from here. */
export function isCertainlyGone(name: string): boolean {
  let owner: Partial<Owner>;
  try {
    owner = JSON.parse(name) as Partial<Owner>;
  } catch {
    return false;
  }
  const { space, pid, startedAt } = owner;
  if (space !== pidSpace() || pid === undefined || startedAt === undefined || startedAt === null) return false;
  return !isStillRunning({ pid, startedAt });
}

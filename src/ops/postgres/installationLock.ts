/**
 * Decides who may use a data directory. Every holder listens on a socket of its own in it, which proves on this host that it lives, in
 * whatever namespaces; for other hosts its file tells when it last did. A pid alone proves nothing.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJsonFile } from '@/ops/process/dataDirectory';
import { askSocket, listenOn } from './localSocket';
import { kernelName, pidSpace } from '@/server/processIdentity';

export interface Holder {
  pid: number;
  /** What it does (`server`, `admin`), for the message to the next process. */
  purpose: string;
  host: string;
  /** The running kernel: the same for all containers of a host, another one after a reboot. */
  kernel: string;
  /** Where its pid means something. */
  pidSpace: string;
  /** False while it still looks whether anybody else holds the directory. */
  isHolding: boolean;
}

export interface Holding {
  /** Tells other hosts that this process lives. */
  beat(): void;
  /** Whether the directory is still held by this process. */
  isStillOurs(): boolean;
  release(): void;
}

export type Taken = { holding: Holding; busy: null } | { holding: null; busy: Holder };

/** A holder on another host that has not been heard of for this long is gone. */
export const EXPIRES_AFTER_MS = 60_000;
/** Two that come at the same time both step back, and try again after different times. */
const ATTEMPTS = 6;
const STEP_BACK_MS = 300;

/** Takes the directory, or says who holds it. `kernel` is that of this host. */
export async function takeDirectory(directory: string, purpose: string, kernel = kernelName()): Promise<Taken> {
  const holders = join(directory, 'holders');
  mkdirSync(holders, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    const self = { pid: process.pid, purpose, host: hostname(), kernel, pidSpace: pidSpace(), isHolding: false };
    const candidate = await Candidate.publish(holders, self);
    const other = await livingBeside(candidate, kernel);
    if (other === null) return { holding: candidate.hold(), busy: null };
    candidate.release();
    if (other.isHolding || attempt === ATTEMPTS) return { holding: null, busy: other };
    await delay(Math.random() * STEP_BACK_MS);
  }
}

class Candidate implements Holding {
  private constructor(
    readonly holders: string,
    readonly name: string,
    private readonly self: Holder,
    /** Null where there are no such sockets: then only the file tells that it lives. */
    private readonly server: Server | null,
  ) {}

  /** Others see it from here on. Its name is used once, so that nobody can mistake a later holder for a dead one. */
  static async publish(holders: string, self: Holder): Promise<Candidate> {
    const name = randomBytes(6).toString('hex');
    beatIn(holders, name);
    writeFileSync(join(holders, `${name}.json`), JSON.stringify(self), { mode: 0o600 });
    const draft = join(holders, `${name}.draft`);
    let server: Server | null = null;
    try {
      if (process.platform !== 'win32') {
        server = await listenOn(draft);
        // It appears listening, so that nobody finds it refusing.
        renameSync(draft, socketOf(holders, name));
      }
    } catch {
      server = null;
    }
    return new Candidate(holders, name, self, server);
  }

  private get file(): string {
    return join(this.holders, `${this.name}.json`);
  }

  hold(): this {
    writeFileSync(`${this.file}.new`, JSON.stringify({ ...this.self, isHolding: true }), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
    return this;
  }

  beat(): void {
    beatIn(this.holders, this.name);
  }

  isStillOurs(): boolean {
    return readHolder(this.file) !== null;
  }

  release(): void {
    forget(this.holders, this.name);
    this.server?.close();
  }
}

function socketOf(holders: string, name: string): string {
  return join(holders, `${name}.sock`);
}

function beatOf(holders: string, name: string): string {
  return join(holders, `${name}.beat`);
}

/** Written, not touched, so that its time is that of the file system, which all hosts share. */
function beatIn(holders: string, name: string): void {
  writeFileSync(beatOf(holders, name), '', { mode: 0o600 });
}

function forget(holders: string, name: string): void {
  rmSync(socketOf(holders, name), { force: true });
  rmSync(join(holders, `${name}.json`), { force: true });
  rmSync(beatOf(holders, name), { force: true });
}

function readHolder(file: string): Holder | null {
  return readJsonFile(file) as Holder | null;
}

/** Another holder that lives, or may live; null if there is none. Removes what dead ones left behind. */
async function livingBeside({ holders, name: own }: Candidate, kernel: string): Promise<Holder | null> {
  for (const entry of readdirSync(holders)) {
    const name = /^(\w+)\.json$/.exec(entry)?.[1];
    if (name === undefined || name === own) continue;
    const holder = readHolder(join(holders, entry));
    if (holder === null) continue;
    const state = await askSocket(socketOf(holders, name));
    if (state === 'living') return holder;
    // On its own host, a socket that refuses belongs to nobody. Elsewhere, and without a socket, only its last sign of life tells.
    const isCertain = state === 'refused' && holder.kernel === kernel;
    if (!isCertain && !hasExpired(holders, name, own)) return holder;
    forget(holders, name);
  }
  return null;
}

/** Compares times of the file system: its own beat is written at this moment. */
function hasExpired(holders: string, name: string, own: string): boolean {
  try {
    beatIn(holders, own);
    return statSync(beatOf(holders, own)).mtimeMs - statSync(beatOf(holders, name)).mtimeMs > EXPIRES_AFTER_MS;
  } catch {
    // Its file has just been removed.
    return true;
  }
}

const BEAT_MS = 5_000;

/**
 * Beats for the holder while it runs. `overdue` is called after a pause (the process was stopped or its host slept) in which another host may
 * have taken the directory, before the next beat; `lost` if one has. Returns how to end it.
 */
export function keepBeating(
  holding: Pick<Holding, 'beat' | 'isStillOurs'>,
  on: { overdue: () => void; lost: () => void },
  now = Date.now,
): () => void {
  let last = now();
  const look = (): void => {
    if (!holding.isStillOurs()) {
      end();
      on.lost();
      return;
    }
    if (now() - last > EXPIRES_AFTER_MS) on.overdue();
    holding.beat();
    last = now();
  };
  const timer = setInterval(look, BEAT_MS).unref();
  const end = (): void => clearInterval(timer);
  return end;
}

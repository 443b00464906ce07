/** What the words of `npm run admin` get from where they run: the database, the input, and where their answer goes. */
import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '@/domain/errors';
import { readSecretFile } from '@/ops/dataDirectory';
import type { InstallationAddresses } from '@/ops/installationAddresses';
import type { Database } from '@/server/db';

/** What a command found or did: one JSON document, and the same in words. */
export interface Outcome {
  document: unknown;
  words: string;
}

/** The database that a command works on, migrated to the present schema. */
export interface AdminInstallation {
  addresses: InstallationAddresses;
  /** It is the one that Faultline runs itself, with its secrets in the data directory. */
  isEmbedded: boolean;
  /** A server is known to run on it. */
  isServed: boolean;
  /** FAULTLINE_SECRET of the installation; null where it was not given. */
  secret: string | null;
}

export interface AdminSurroundings {
  /** Reached only once the arguments are known to be good, like the database. */
  installation(): Promise<AdminInstallation>;
  database(): Promise<Database>;
  /** Tells a person how far the work is. */
  say(line: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
  answer(outcome: Outcome): void;
  writeUsage(text: string): void;
}

/** The owner's address. Throws AppError where this command was not given it. */
export function ownerOf({ addresses: { owner } }: AdminInstallation): string {
  if (owner !== null) return owner;
  throw new AppError('invalid_input', 'This works as the owner of the tables: set DATABASE_OWNER_URL beside DATABASE_URL.');
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws commander's error for what is no GUID. */
export function parseGuid(text: string): string {
  if (!GUID.test(text)) throw new InvalidArgumentError('It must be a GUID; `npm run admin -- tenant list` and `key list` show them.');
  return text.toLowerCase();
}

/** Reads the secret, so that what it gives is that. */
export function oldSecretOption(): Option {
  return new Option('--old-secret-file <path>', 'file with the FAULTLINE_SECRET that was in use before').argParser((path) => {
    try {
      return readSecretFile(path);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  });
}

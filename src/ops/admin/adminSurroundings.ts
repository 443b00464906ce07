/** What a command of `npm run admin` gets from outside: the database, the input, and where its answer goes. */
import { InvalidArgumentError, Option } from 'commander';
import { isGuid } from '@/contract/values/guid';
import { AppError } from '@/domain/errors';
import { readSecretFile } from '@/ops/process/dataDirectory';
import type { InstallationAddresses } from '@/ops/postgres/installationAddresses';
import type { Database } from '@/server/db/database';

/** What a command found or did: as one JSON document, and in words. */
export interface Outcome {
  document: unknown;
  words: string;
  /** Whether the command ends with exit code 1, although it has an answer. */
  isFailure?: boolean;
}

/** The database that a command works on, migrated to the present schema. */
export interface AdminInstallation {
  addresses: InstallationAddresses;
  /** Whether it is the embedded database, with its secrets in the data directory. */
  isEmbedded: boolean;
  /** Whether a server is known to use it. */
  isServed: boolean;
  /** FAULTLINE_SECRET of the installation; null if it was not given. */
  secret: string | null;
}

export interface AdminSurroundings {
  /** Opened only once the arguments are known to be valid, like the database. */
  installation(): Promise<AdminInstallation>;
  database(): Promise<Database>;
  /** Reports progress to a person. */
  say(line: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
  answer(outcome: Outcome): void;
  writeUsage(text: string): void;
}

/** The owner's URL. Throws AppError if this command does not have it. */
export function ownerOf({ addresses: { owner } }: AdminInstallation): string {
  if (owner !== null) return owner;
  throw new AppError('invalid_input', 'This works as the owner of the tables: set DATABASE_OWNER_URL beside DATABASE_URL.');
}

/** Throws commander's error if the text is not a GUID. */
export function parseGuid(text: string): string {
  if (!isGuid(text)) throw new InvalidArgumentError('It must be a GUID; `npm run admin -- tenant list` and `key list` show them.');
  return text.toLowerCase();
}

export function tenantOption(): Option {
  return new Option('--tenant <id>', 'id of the tenant').argParser(parseGuid).makeOptionMandatory();
}

/** An option that names a file and whose value is the secret in it. */
export function oldSecretOption(): Option {
  return new Option('--old-secret-file <path>', 'file with the FAULTLINE_SECRET that was in use before').argParser((path) => {
    try {
      return readSecretFile(path);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  });
}

/** Reads and checks the environment, the only place that does. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { processState } from './processState';

/** What a process can do. */
const ROLES = ['web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const MOST_PROCESSES = 16;

const flag = z
  .enum(['0', '1'])
  .optional()
  .transform((value) => value === '1');

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// address')
  .optional();

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).catch('production'),
  /** The database address with the app's login. The next two name the same database with other logins. */
  DATABASE_URL: databaseAddress,
  DATABASE_SYSTEM_URL: databaseAddress,
  /** The owner's login, used only for migrations and backups. */
  DATABASE_OWNER_URL: databaseAddress,
  /** The login of DATABASE_URL owns the tables and switches to the other roles. */
  DATABASE_SINGLE_LOGIN: flag,
  /** Starts even if a newer version has migrated the database. */
  ALLOW_NEWER_SCHEMA: flag,
  /** `session` (faster) if a connection stays with one database session, `transaction` if a pooler may change it after each transaction. */
  DATABASE_POOLING: z.enum(['session', 'transaction']).default('transaction'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(20),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The address that people and integrators use; required for sign-in behind a proxy. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Further host names, comma-separated, under which agents reach the service besides PUBLIC_URL. */
  ALLOWED_HOSTS: z.string().default(''),
  /** Proxies whose X-Forwarded-* headers are trusted, as comma-separated addresses or CIDR blocks. */
  TRUST_PROXY: z.string().default(''),
  /** Signs sessions, digests and cursors, and encrypts stored secrets. Replicas must share it. */
  FAULTLINE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CRON_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Allows webhooks to this machine, also over http, for local trials. */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  /** The mail server for notifications by e-mail, as in `smtps://user:password@mail.example.com`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of notifications by e-mail. */
  SMTP_FROM: z.string().min(3).max(320).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO: flag,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** How long the outcomes of health signals are kept. Current reports and incidents are kept for good. */
  HEALTH_HISTORY_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  GRAPH_CACHE_MEGABYTES: z.coerce.number().int().min(16).default(1_024),
  /** How many processes answer people and programs; by default that follows from the number of cores. */
  FAULTLINE_PROCESSES: z.coerce.number().int().min(1).max(MOST_PROCESSES).optional(),
  /** What this installation does: `web` answers people and programs, `worker` does the background work. */
  FAULTLINE_ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, `must be ${ROLES.join(', ')}, or both separated by a comma`))),
  /** 0: people can only sign in by single sign-on. */
  PASSWORD_SIGN_IN: z
    .enum(['0', '1'])
    .optional()
    .transform((value) => value !== '0'),
  /** Identity providers by e-mail domain; see src/guides/single-sign-on.md. */
  SSO_PROVIDERS_FILE: z.string().min(1).optional(),
  OIDC_DISCOVERY_URL: z.url().optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
});
/** Their names. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);
export type Env = z.infer<typeof Environment> & { FAULTLINE_SECRET: string };

/** The checked environment. Throws with one line for each wrong variable. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable:\n${wrong.join('\n')}`);
  }
  if (parsed.data.DATABASE_URL !== undefined && parsed.data.FAULTLINE_SECRET === undefined && parsed.data.NODE_ENV === 'production')
    throw new Error(
      'The environment is not usable:\n  FAULTLINE_SECRET: is required with DATABASE_URL, the same for all replicas (openssl rand -base64 32)',
    );
  const { DATABASE_URL, FAULTLINE_ROLES } = parsed.data;
  if (DATABASE_URL === undefined && ROLES.some((role) => !FAULTLINE_ROLES.includes(role)))
    throw new Error(
      'The environment is not usable:\n  FAULTLINE_ROLES: one role alone requires DATABASE_URL, because the embedded database serves only the installation that starts it',
    );
  const { PASSWORD_SIGN_IN, SSO_PROVIDERS_FILE, OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = parsed.data;
  const ofProvider = Object.entries({ OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  const absent = ofProvider.filter(([, value]) => value === undefined).map(([name]) => name);
  if (absent.length > 0 && (absent.length < ofProvider.length || !(PASSWORD_SIGN_IN || SSO_PROVIDERS_FILE !== undefined))) {
    const why = PASSWORD_SIGN_IN
      ? 'because another OIDC_ setting of the provider is set'
      : 'with PASSWORD_SIGN_IN=0, or nobody could sign in';
    throw new Error(`The environment is not usable:\n${absent.map((name) => `  ${name}: is required ${why}`).join('\n')}`);
  }
  return { ...parsed.data, FAULTLINE_SECRET: parsed.data.FAULTLINE_SECRET ?? randomBytes(32).toString('base64') };
}

/** This process's environment. */
export function env(): Env {
  return processState('env', () => readEnv(process.env));
}

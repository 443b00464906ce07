/**
 * The identity providers of an installation, from its operator's file: which addresses each is responsible for, and which roles its people
 * get in which tenant. All tenants share accounts, so whoever can name a provider for a domain can sign in as anybody of that domain;
 * tenants cannot.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { ROLES, type Role } from '@/domain/vocabulary';
import { env } from '@/server/env';
import { processState } from '@/server/processState';

const Domain = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain in lower case, for example example.com');

const Oidc = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Requested in addition to openid, email and profile, for providers that need it to send groups. */
  scopes: z.array(z.string().min(1)).default([]),
  groupsClaim: z.string().min(1).default('groups'),
  /** For providers that send no email_verified because all their addresses are verified. */
  emailsAreVerified: z.boolean().default(false),
});

const Saml = z.strictObject({
  /** Path of the provider's metadata, relative to this file unless absolute. */
  metadataFile: z.string().min(1),
  emailAttribute: z.string().min(1).default('email'),
  nameAttribute: z.string().min(1).default('displayName'),
  groupsAttribute: z.string().min(1).default('groups'),
});

const Provider = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'must be lower-case letters, digits and hyphens')
      .refine((id) => id !== 'oidc' && id !== 'credential', 'is taken'),
    domains: z.array(Domain).min(1),
    tenant: z.guid().toLowerCase(),
    /** By group: the role of its members; the highest one counts. */
    roles: z.record(z.string().min(1), z.enum(ROLES)).default({}),
    /** For people in none of these groups; without it they are refused. */
    everybody: z.enum(ROLES).optional(),
    /** People of these domains can only sign in by this provider. */
    isRequired: z.boolean().default(false),
    /** Owners who may still use their password. */
    breakGlass: z.array(z.email().toLowerCase()).default([]),
    oidc: Oidc.optional(),
    saml: Saml.optional(),
  })
  .refine(({ oidc, saml }) => (oidc === undefined) !== (saml === undefined), { message: 'needs either oidc or saml' })
  .refine(({ roles, everybody }) => ![...Object.values(roles), everybody].includes('Owner'), {
    message: 'cannot make anybody an Owner: only Owners can',
  });

const File = z.array(Provider).superRefine((providers, { addIssue }) => {
  const seen = new Set<string>();
  for (const { id, domains } of providers)
    for (const name of [`id ${id}`, ...domains.map((domain) => `domain ${domain}`)]) {
      if (seen.has(name)) addIssue({ code: 'custom', message: `${name} is given twice` });
      seen.add(name);
    }
});

export type SsoProvider = z.infer<typeof Provider> & { samlMetadata: string | null };

/** Throws an Error with one line per mistake. */
export function readSsoProviders(file: string): SsoProvider[] {
  const fail = (reason: string): Error => new Error(`SSO_PROVIDERS_FILE (${file}) is not usable:\n  ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
  const parsed = File.safeParse(content);
  if (!parsed.success) throw fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n  '));
  return parsed.data.map((provider) => {
    if (provider.saml === undefined) return { ...provider, samlMetadata: null };
    const path = resolve(dirname(file), provider.saml.metadataFile);
    try {
      return { ...provider, samlMetadata: readFileSync(path, 'utf8') };
    } catch (error) {
      throw fail(`${provider.id}.saml.metadataFile: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

/** The providers of this process; empty if no file is configured. */
export function ssoProviders(): readonly SsoProvider[] {
  return processState('ssoProviders', () => {
    const { SSO_PROVIDERS_FILE } = env();
    return SSO_PROVIDERS_FILE === undefined ? [] : readSsoProviders(SSO_PROVIDERS_FILE);
  });
}

/** In lower case; '' if there is none. */
function domainOf(email: string): string {
  return email.trim().toLowerCase().split('@').at(-1) ?? '';
}

/** The provider responsible for an address. */
export function providerFor(email: string): SsoProvider | undefined {
  return ssoProviders().find(({ domains }) => domains.includes(domainOf(email)));
}

/** The role of somebody with these groups; null if they have no access. */
export function roleOf({ roles, everybody }: Pick<SsoProvider, 'roles' | 'everybody'>, groups: readonly string[]): Role | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : []));
  return ROLES.findLast((role) => given.includes(role)) ?? everybody ?? null;
}

/** A person's groups as the provider sends them: a list, or a single one. */
export function groupsIn({ oidc, saml }: Pick<SsoProvider, 'oidc' | 'saml'>, profile: Readonly<Record<string, unknown>>): string[] {
  const stated = profile[oidc?.groupsClaim ?? saml?.groupsAttribute ?? ''];
  return [stated].flat().filter((group) => typeof group === 'string');
}

/** The dependency security register on the wire: compliance evidence, its gaps, how complete it is, and the digest that proves it. */
import { z } from 'zod';
import { REGISTER_STATUSES, SECURITY_FIELDS } from '@/domain/register/registerEntry';
import { CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { entityReference, guidOut, timestampOut } from './fields';
import { anyOf, pageInput, pageOf, searchInput } from './lists';
import { pastInstant } from './pastInstant';

/** So many applications are listed with their completeness; `applicationId` names any of them. */
export const MOST_APPLICATIONS_LISTED = 1_000;
/** A file holds at most so many dependencies. */
export const MOST_ENTRIES_IN_FILE = 250_000;

const filters = {
  application: entityReference
    .optional()
    .meta({ description: 'GUID or technicalName: dependencies with this application at either end.', example: 'astronomy-shop' }),
  criticalityTier: anyOf(CRITICALITY_TIERS).meta({ description: 'Dependencies with an application of these tiers at either end.' }),
  status: z.enum(REGISTER_STATUSES).optional().meta({
    description:
      'registered: protocol, transportEncryption and endpointAuthMethod are all given. gap: something of that is missing or blank.',
  }),
  isExternal: z.boolean().optional().meta({ description: "Dependencies that leave the tenant's own estate, or those that do not." }),
  personalData: z.boolean().optional().meta({ description: 'Dependencies that may carry personal data, or those that do not.' }),
  unprotected: z.boolean().optional().meta({
    description: 'Dependencies that state that they are not protected, registered or not (see `isUnprotected`), or those that do not.',
  }),
  dependencyType: anyOf(DEPENDENCY_TYPES),
  search: searchInput.search.meta({
    description: 'Any part of name or technicalName of either component, in any case.',
    example: 'astronomy',
  }),
  at: pastInstant.optional(),
};

export const RegisterInput = z.strictObject({ ...pageInput, ...filters });
export type RegisterInput = z.infer<typeof RegisterInput>;

export const RegisterFileInput = z.strictObject(filters);
export type RegisterFileInput = z.infer<typeof RegisterFileInput>;

const application = { id: guidOut, technicalName: z.string(), name: z.string(), criticalityTier: z.enum(CRITICALITY_TIERS) };
const end = z.strictObject({
  componentId: guidOut,
  technicalName: z.string(),
  name: z.string(),
  isExternal: z.boolean(),
  application: z.strictObject(application),
});

const RegisterItem = z.strictObject({
  dependencyId: guidOut,
  status: z.enum(REGISTER_STATUSES),
  missing: z.array(z.enum(SECURITY_FIELDS)).meta({ description: 'What is missing or blank; empty when registered.' }),
  source: end,
  target: end,
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  protocol: z.string().nullable(),
  transportEncryption: z.string().nullable(),
  endpointAuthMethod: z.string().nullable(),
  isExternal: z.boolean().meta({ description: "Leaves the tenant's own estate: at least one end is a component marked as external." }),
  personalData: z.boolean().meta({ description: 'May carry personal data: at least one end uses a dataset that contains personal data.' }),
  isUnprotected: z.boolean().meta({
    description:
      'transportEncryption or endpointAuthMethod reads none, no, n/a, - or plaintext (without the blanks around it, in any case). It stays in the register: the fields are given.',
  }),
});

const completeness = {
  registered: z.int(),
  total: z.int(),
  unprotected: z.int().meta({ description: 'Of the total, registered or not: those that state that they are not protected.' }),
  percent: z
    .number()
    .nullable()
    .meta({ description: 'To one decimal, rounded down, so that 100 means all; null where there is no dependency.', example: 87.5 }),
};

export const registerDigest = z.string().meta({
  description:
    'SHA-256 of the CSV file with the same filters and `at`, byte for byte, whatever page this is: `sha256sum` of that file gives the same 64 hexadecimal digits. ' +
    'The file: UTF-8 with byte order mark; a line of column names, then one line for each dependency: those with isUnprotected first, then by technicalName of the source, of the target, then dependencyType, each by code unit; ' +
    'lines end with CR LF; fields are separated by commas, and quoted (RFC 4180) only where they are empty text or hold a comma, quote, semicolon, tab, CR, LF or blanks at an end; null is an empty field. ' +
    'Where a spreadsheet would start a formula (at the start of a value and behind a semicolon, tab, CR or LF in it; blanks, then one of = + - @ or their full-width forms, or an apostrophe; also a value that starts with a tab or line break) stands an apostrophe more.',
  example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
});

export const SecurityRegister = pageOf(RegisterItem).extend({
  completeness: z
    .strictObject({
      overall: z.strictObject(completeness),
      byApplication: z.array(z.strictObject({ ...application, ...completeness })),
      applicationsOmitted: z
        .int()
        .meta({ description: `byApplication lists ${MOST_APPLICATIONS_LISTED} applications at the most, the least complete first.` }),
      byCriticalityTier: z.array(z.strictObject({ criticalityTier: z.enum(CRITICALITY_TIERS), ...completeness })),
    })
    .meta({
      description:
        'Of the whole register at that moment, whatever the filters. A dependency between two applications (or tiers) counts for both, so that the parts add up to more than the whole.',
    }),
  at: timestampOut.nullable().meta({ description: 'The moment that was asked for; null for the present.' }),
  landscapeVersion: z.int(),
  digest: registerDigest,
});
export type SecurityRegister = z.infer<typeof SecurityRegister>;

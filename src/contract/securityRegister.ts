/** The dependency security register on the wire: compliance evidence, its gaps, how complete it is, and the digest that proves it. */
import { z } from 'zod';
import { REGISTER_STATUSES, SECURITY_FIELDS } from '@/domain/register/registerEntry';
import { REGISTER_VERDICTS } from '@/domain/register/registerShares';
import { CLASSIFICATIONS, CRITICALITY_TIERS, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { criticalityTierOut } from './blastRadius';
import { dependencyTypeOut, modeOut, securityOut } from './dependency';
import { countOut, entityReference, guidOut, landscapeVersionOut, namedOut, nameOut, technicalNameOut, timestampOut } from './fields';
import { anyOf, pageInput, pageOf, searchInput } from './lists';
import { pastInstant } from './pastInstant';

/** The largest number of applications listed with their completeness; `applicationId` can name any. */
export const MOST_APPLICATIONS_LISTED = 1_000;
/** The largest number of dependencies in a file. */
export const MOST_ENTRIES_IN_FILE = 250_000;

const filters = {
  application: entityReference
    .optional()
    .meta({ description: 'GUID or technicalName: dependencies with this application at either end.', example: 'astronomy-shop' }),
  criticalityTier: anyOf(CRITICALITY_TIERS).meta({ description: 'Dependencies with an application of these tiers at either end.' }),
  status: z.enum(REGISTER_STATUSES).optional().meta({
    description: 'registered: protocol, transportEncryption and endpointAuthMethod are all given. gap: at least one is missing or blank.',
  }),
  isExternal: z.boolean().optional().meta({ description: 'Only dependencies with a component of another company, or only the others.' }),
  personalData: z.boolean().optional().meta({ description: 'Only dependencies that may carry personal data, or only the others.' }),
  unprotected: z.boolean().optional().meta({
    description: 'Only dependencies that say they are unprotected, registered or not (see `isUnprotected`), or only the others.',
  }),
  verdict: anyOf(REGISTER_VERDICTS).meta({
    description:
      'What the dependencies prove. unprotected: see `isUnprotected`. gap: of the others, those with something missing. unclear: of the others, those with `unknownWords`. secured: the rest. Each dependency has one verdict.',
  }),
  dataClass: anyOf(CLASSIFICATIONS).meta({ description: 'Dependencies whose `dataClass` is one of these.' }),
  highestTier: anyOf(CRITICALITY_TIERS).meta({
    description: 'Dependencies whose more critical application has one of these tiers; each dependency has one such tier.',
  }),
  dependencyType: anyOf(DEPENDENCY_TYPES).meta({ description: 'Only dependencies of these types.' }),
  search: searchInput.search.meta({
    description: 'Any part of name or technicalName of either component, in any case.',
    example: 'astronomy',
  }),
  at: pastInstant.optional(),
};

export const RegisterInput = z.strictObject({
  ...pageInput,
  ...filters,
  sort: z.enum(['name', 'worst']).optional().meta({
    description:
      'name (default): as in the file. worst: by verdict (unprotected, gap, unclear, secured), then by the most sensitive data, the more critical application, how much is missing, and by names.',
  }),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const RegisterFileInput = z.strictObject(filters);
export type RegisterFileInput = z.infer<typeof RegisterFileInput>;

const application = {
  ...namedOut,
  criticalityTier: criticalityTierOut,
};
const end = z.strictObject({
  componentId: guidOut.meta({ description: 'Which component, by its id.' }),
  technicalName: technicalNameOut,
  name: nameOut,
  isExternal: z.boolean().meta({ description: 'Whether another company runs it.' }),
  application: z.strictObject(application).meta({ description: 'The application that it is part of.' }),
});

const RegisterItem = z.strictObject({
  dependencyId: guidOut.meta({ description: 'The edge of the graph that the entry is about.' }),
  status: z.enum(REGISTER_STATUSES).meta({ description: 'registered: nothing is missing. gap: something is.' }),
  missing: z.array(z.enum(SECURITY_FIELDS)).meta({ description: 'What is missing or blank; empty when registered.' }),
  source: end.meta({ description: 'The component that depends.' }),
  target: end.meta({ description: 'The component it depends on.' }),
  dependencyType: dependencyTypeOut,
  mode: modeOut,
  ...securityOut,
  isExternal: z.boolean().meta({ description: 'At least one end is a component marked as external.' }),
  personalData: z.boolean().meta({ description: 'May carry personal data: at least one end uses a dataset that contains personal data.' }),
  isUnprotected: z.boolean().meta({
    description:
      'transportEncryption or endpointAuthMethod is none, no, n/a, - or plaintext (ignoring case and surrounding spaces). It stays in the register, because the fields are given.',
  }),
  unknownWords: z.array(z.enum(SECURITY_FIELDS)).meta({
    description:
      'Fields that are given, but in which no word is known as a protocol, an encryption or an authentication, such as `x`. They count as registered; somebody should look at them.',
  }),
  dataClass: z
    .enum(CLASSIFICATIONS)
    .nullable()
    .meta({ description: 'How sensitive the data is: of the most sensitive dataset that either end uses; null if none is recorded.' }),
});

const completeness = {
  registered: countOut('Dependencies with nothing missing.'),
  total: countOut('All dependencies.'),
  unprotected: z.int().min(0).meta({ description: 'How many of the total, registered or not, say they are unprotected.' }),
  percent: z.number().min(0).max(100).nullable().meta({
    description:
      'The share that is registered, in percent. To one decimal, rounded down, so that 100 means all; null if there are no dependencies.',
    example: 87.5,
  }),
};

const shares = {
  unprotected: countOut('Dependencies that say they are unprotected.'),
  gap: countOut('Of the others, those with something missing.'),
  unclear: countOut('Of the others, those with unknown words.'),
  secured: countOut('The rest.'),
  total: countOut('All of them: the sum of the four.'),
};

export const registerDigest = z.string().meta({
  description:
    'SHA-256 of the CSV file with the same filters and `at`, byte for byte, whatever page this is: `sha256sum` of that file gives the same 64 hexadecimal digits. ' +
    'The file: UTF-8 with byte order mark; a line of column names, then one line for each dependency: those with isUnprotected first, then by technicalName of the source, of the target, then dependencyType, each by code unit; ' +
    'lines end with CR LF; fields are separated by commas, and quoted (RFC 4180) only where they are empty text or hold a comma, quote, semicolon, tab, CR, LF or blanks at an end; null is an empty field. ' +
    'An apostrophe is added wherever a spreadsheet could start a formula: at the start of a value, and after each semicolon, tab, CR or LF in it, if what follows is = + - @, one of their full-width forms or an apostrophe, with or without blanks before it; also in front of a value that starts with a tab or line break.',
  example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
});

export const SecurityRegister = pageOf(RegisterItem)
  .extend({
    completeness: z
      .strictObject({
        overall: z.strictObject(completeness).meta({ description: 'Of all dependencies.' }),
        byApplication: z.array(z.strictObject({ ...application, ...completeness })).meta({
          description: 'Of the dependencies of each application.',
          maxItems: MOST_APPLICATIONS_LISTED,
        }),
        applicationsOmitted: countOut(
          `Applications that are not listed: byApplication has at most ${MOST_APPLICATIONS_LISTED}, least complete first.`,
        ),
        byCriticalityTier: z
          .array(z.strictObject({ criticalityTier: criticalityTierOut, ...completeness }))
          .meta({ description: 'Of the dependencies of the applications of each tier.', maxItems: CRITICALITY_TIERS.length }),
        shares: z
          .strictObject({
            overall: z.strictObject(shares).meta({ description: 'Of all dependencies.' }),
            byCriticalityTier: z
              .array(z.strictObject({ criticalityTier: criticalityTierOut, ...shares }))
              .meta({ description: 'By the more critical of the two applications.', maxItems: CRITICALITY_TIERS.length }),
            byDataClass: z
              .array(
                z.strictObject({
                  dataClass: z.enum(CLASSIFICATIONS).nullable().meta({ description: 'Null: no dataset is recorded at either end.' }),
                  ...shares,
                }),
              )
              .meta({ description: 'By the most sensitive data that either end uses.', maxItems: CLASSIFICATIONS.length + 1 }),
          })
          .meta({ description: 'What the dependencies prove. Each counts once, so the parts add up to the whole.' }),
      })
      .meta({
        description:
          'Of the whole register at that time, whatever the filters. A dependency between two applications (or tiers) counts for both, so those parts add up to more than the whole; the parts of `shares` add up to exactly the whole.',
      }),
    at: timestampOut.nullable().meta({ description: 'The requested time; null for the present.' }),
    landscapeVersion: landscapeVersionOut,
    digest: registerDigest,
  })
  .meta({ description: 'How each dependency is protected, and what is missing.' });
export type SecurityRegister = z.infer<typeof SecurityRegister>;

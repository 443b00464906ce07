/** The schemas of references and contacts, which applications and components have. */
import { z } from 'zod';
import { referenceUrlFault } from '@/domain/references';
import { REFERENCE_KINDS } from '@/domain/vocabulary';
import { filledText, noneTwice, optionalText, requiredEnum, text } from './fields';
import { LONGEST_CONTACT, LONGEST_LABEL, LONGEST_URL, MOST_REFERENCES } from './values/references';

export const REFERENCES_WORDS =
  'Pages elsewhere that people need when it fails, such as its runbook: what they need first comes first. At most 20, each URL once. They are never fetched.';
export const CONTACT_WORDS = 'Whom to contact when it fails, such as a channel, an address or an on-call rota.';
export const FROM_APPLICATION = " A component that has none shows its application's.";

export const Reference = z
  .strictObject({
    kind: requiredEnum(REFERENCE_KINDS).meta({ title: 'Kind', description: 'What the page is. Other if nothing else fits.' }),
    label: filledText(0, LONGEST_LABEL).meta({ title: 'Label', description: 'What people call the page.', example: 'Checkout runbook' }),
    url: text(0, LONGEST_URL)
      .superRefine((url, context) => {
        const fault = referenceUrlFault(url);
        if (fault !== null) context.addIssue({ code: 'custom', message: fault });
      })
      .meta({
        title: 'URL',
        description: 'Where the page is: a complete https, http or mailto address without a user name or password.',
        example: 'https://wiki.example.com/runbooks/checkout',
      }),
  })
  .meta({ description: 'A page elsewhere.' });

/** A list of them, whose order counts. Null empties it. */
export function listOfReferences(reference: typeof Reference) {
  return z
    .array(reference)
    .max(MOST_REFERENCES)
    .superRefine(noneTwice(({ url }) => url, 'url'))
    .nullable()
    .optional();
}

export const contact = optionalText(LONGEST_CONTACT);

/** As the server answers them. */
export const referencesOut = z.array(
  z.strictObject({
    kind: z.enum(REFERENCE_KINDS).meta({ description: 'What the page is.' }),
    label: z.string().meta({ description: 'What people call the page.', maxLength: LONGEST_LABEL, example: 'Checkout runbook' }),
    url: z
      .string()
      .meta({ description: 'Where the page is.', maxLength: LONGEST_URL, example: 'https://wiki.example.com/runbooks/checkout' }),
  }),
);
export const contactOut = z.string().nullable();

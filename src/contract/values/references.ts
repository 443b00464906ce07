/** The limits of references and contacts. */
export const MOST_REFERENCES = 20;
export const LONGEST_LABEL = 100;
export const LONGEST_URL = 2_000;
export const LONGEST_CONTACT = 200;

/** How the refusal of files of no kind begins: a page may still open one of them as a text. */
export const NOTHING_KNOWN = 'Nothing in these files is a manifest';

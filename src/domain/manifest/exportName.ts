/** The name of an export that was given none. It owns nothing and conflicts with nobody, so only what changes nothing is applied. */
export const EXPORT_MANIFEST_NAME = 'export';

/** The value that YAML's core schema gives an unquoted text, if that is beyond doubt. */

const PLAIN_START = /^[A-Za-z0-9_./(+-]/;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Undefined if the complete YAML parser must decide. */
export function resolvePlainScalar(plain: string): string | number | boolean | null | undefined {
  if (!PLAIN_START.test(plain)) return undefined;
  if (/^[A-Za-z_(/]/.test(plain)) {
    if (plain === 'null') return null;
    if (plain === 'true' || plain === 'false') return plain === 'true';
    return /^(?:true|false|null)$/i.test(plain) ? undefined : plain;
  }
  if (NUMBER.test(plain)) return Number(plain);
  return DATE.test(plain) ? plain : undefined;
}

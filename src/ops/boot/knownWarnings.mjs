/** Warnings about the libraries' own code, which whoever starts the product can do nothing about. Every other warning is shown. */

/**
 * Prisma reads the relations of an `include`, and the parts of a long list, by asking the one connection of a transaction for all of them at
 * once (`join`, `concat` and `sum` in its query interpreter). pg 8 queues them itself and warns that pg 9 will not.
 */
const KNOWN = ['Calling client.query() when the client is already executing a query is deprecated'];

/** From now on this process says nothing of them. */
export function silenceKnownWarnings() {
  const emit = process.emitWarning;
  process.emitWarning = (warning, ...facts) => {
    const text = typeof warning === 'string' ? warning : warning.message;
    if (!KNOWN.some((known) => text.startsWith(known))) emit.call(process, warning, ...facts);
  };
}

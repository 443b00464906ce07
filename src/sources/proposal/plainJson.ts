/** Reads values out of parsed JSON without trusting its form. Only a value's own fields are ever found, whatever they are called. */

/** The value below `keys`; undefined if any of them is missing. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** Whether it is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for anything but a text. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

/** Empty for anything but a list. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The fields of an object; empty for anything else. */
export function entriesAt(value: unknown, ...keys: readonly string[]): [string, unknown][] {
  const found = valueAt(value, ...keys);
  return isRecord(found) ? Object.entries(found) : [];
}

/** Undefined for text that is no JSON. Says nothing about why, since messages of parsers quote the text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

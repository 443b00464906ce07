/** JSON with sorted keys, so that equal values give equal text. */
import { byCodeUnit } from '@/plain/order';
/** The JSON of `value` with the keys of every object in code-unit order; `null` for what JSON cannot express. */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => byCodeUnit(a, b)))
      : item,
  ) as string | undefined;
  return text ?? 'null';
}

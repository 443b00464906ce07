/** Bounded maps in order of use. */

/** Keeps `value` as what was used last, and drops what was used longest ago while there are more than `most`. */
export function keepLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

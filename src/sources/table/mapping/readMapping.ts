/** Reads a mapping file: YAML of a closed shape, with values that its fields can have. */
import { parseInput } from '@/contract/parseInput';
import type { Located, LocatedValue } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { impossibleValues } from './fixedValues';
import { Mapping } from './mappingSchema';

const MOST_MISTAKES = 20;

/** Throws UnreadableSource, with the mistakes, if the text is not a mapping. */
export function readMapping(file: string, text: string): Mapping {
  const { documents, mistakes } = readLocatedYaml(file, text);
  if (mistakes.length > 0) throw new UnreadableSource(`${file} is not valid YAML`, 'invalid_yaml', { mistakes });
  const [document] = documents;
  const read = parseInput(Mapping, document === undefined ? null : plainOf(document.value));
  const issues = read.success ? impossibleValues(read.data) : read.error.issues;
  if (read.success && issues.length === 0) return read.data;
  throw new UnreadableSource(`${file} is not a mapping`, 'invalid_mapping', {
    hint: 'a mapping has entities and dependencies: see the guide on importing tables',
    mistakes: issues.slice(0, MOST_MISTAKES).map(({ path, message }) => {
      const { position } = locatedAt(document, path) ?? { position: { file, line: 1, column: 1 } };
      return { ...position, message: `${path.join('.') || 'the file'}: ${message}` };
    }),
  });
}

function plainOf(value: LocatedValue): unknown {
  if (Array.isArray(value)) return value.map((item) => plainOf(item.value));
  // Without a prototype, so that no key means more than its name.
  if (value instanceof Map)
    return Object.assign(Object.create(null), Object.fromEntries([...value].map(([key, field]) => [key, plainOf(field.value)])));
  return value;
}

/** What stands at a path, or the nearest thing around it. */
function locatedAt(root: Located | undefined, path: readonly PropertyKey[]): Located | undefined {
  let current = root;
  for (const step of path) {
    const value = current?.value;
    const next = Array.isArray(value) ? value[Number(step)] : value instanceof Map ? value.get(String(step)) : undefined;
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

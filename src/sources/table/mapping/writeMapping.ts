/** Writes a mapping as a file that the command line reads back. */
import { stringify } from 'yaml';
import type { Mapping } from './mappingSchema';

export function writeMapping({ labels, entities, dependencies }: Mapping): string {
  const parts = { ...(labels === undefined ? {} : { labels }), entities, dependencies };
  return `# What tables become: faultline import table FILE --mapping map.yaml\n${stringify(parts, { aliasDuplicateObjects: false })}`;
}

/**
 * Thrown if the files of another tool cannot become a manifest. Has a sentence for people, a word for programs, and the mistakes with their
 * positions.
 */
import type { YamlMistake } from './locatedYaml';

export type UnreadableCode =
  | 'unreadable_file'
  | 'invalid_yaml'
  | 'not_compose'
  | 'not_table'
  | 'invalid_mapping'
  | 'too_many_files'
  | 'too_large'
  | 'nothing_found'
  | 'several_kinds'
  | 'unknown_kind'
  | 'nothing_mapped'
  | 'ambiguous_join'
  | 'same_manifest';

export class UnreadableSource extends Error {
  constructor(
    message: string,
    readonly code: UnreadableCode,
    readonly more: { hint?: string | undefined; mistakes?: readonly YamlMistake[] | undefined } = {},
  ) {
    super(message);
    this.name = 'UnreadableSource';
  }
}

/** For one mistake in a file. */
export function unreadableAt(mistake: YamlMistake, hint?: string): UnreadableSource {
  return new UnreadableSource(`${mistake.file} cannot be read`, 'unreadable_file', { hint, mistakes: [mistake] });
}

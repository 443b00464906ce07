/** What the command palette offers besides entities, and which commands match a text. */
import type { Icon } from '@tabler/icons-react';

export interface Command {
  id: string;
  group: string;
  label: string;
  /** Other words that people search for. */
  words: string;
  Icon: Icon;
  keys?: string;
  run(): void;
}

/** Each word of the query must begin a word of the command, in any order. */
export function commandsMeant<Item extends Pick<Command, 'label' | 'words'>>(commands: readonly Item[], query: string): Item[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return commands.filter(({ label, words }) => {
    const known = `${label} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => known.some((candidate) => candidate.startsWith(word)));
  });
}

/** What the command palette does beside finding entities, and which of it a text means. */
import type { Icon } from '@tabler/icons-react';

export interface Command {
  id: string;
  group: string;
  label: string;
  /** Other words by which people look for it. */
  words: string;
  Icon: Icon;
  keys?: string;
  run(): void;
}

/** Every word of the query begins a word of the command, in any order. */
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

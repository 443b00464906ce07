/** Archetypes: names that a workspace gives to elements and relations with texts and tags of their own. */
import type { ImportReport } from '@/sources/proposal/importReport';
import { keywordOf, readProperty, reportUnknown, type DslTexts } from './dslProperties';
import type { Statement } from './dslStatements';

interface Archetype extends DslTexts {
  /** The keyword of the DSL that it stands for, in lower case; `->` for relations. */
  keyword: string;
}

export class Archetypes {
  private readonly byName = new Map<string, Archetype>();

  constructor(private readonly report: ImportReport) {}

  /** Reads a block `archetypes`. Each may build on those before it. */
  read(block: readonly Statement[]): void {
    for (const statement of block) this.define(statement);
  }

  /** What a keyword means, with the texts and tags that it brings; itself if it is none. */
  meaningOf(keyword: string): Archetype {
    const own = this.byName.get(keyword);
    return own === undefined ? { keyword, tags: [] } : { ...own, tags: [...own.tags] };
  }

  /** Of `--https->`: what the relation `https` brings. Null if the word is no arrow. */
  arrow(word: string): Archetype | null {
    if (word === '->') return this.meaningOf('->');
    const [, name] = /^--([\w-]+)->$/.exec(word) ?? [];
    return name === undefined ? null : { ...this.meaningOf(name.toLowerCase()), keyword: '->' };
  }

  private define({ words, block }: Statement): void {
    const isNamed = words[1]?.text === '=' && words[2] !== undefined;
    const base = isNamed ? words[2]! : words[0]!;
    const meaning = this.arrow(base.text) ?? this.meaningOf(base.text.toLowerCase());
    for (const statement of block ?? []) if (!readProperty(statement, meaning, this.report)) reportUnknown(statement, this.report);
    this.byName.set(isNamed ? keywordOf({ words: [words[0]!] }) : keywordOf({ words: [base] }), meaning);
  }
}

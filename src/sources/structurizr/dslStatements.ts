/**
 * Makes statements of the words of Structurizr DSL files: each line with the block that it opens. Included files stand in the place of the line
 * that includes them, constants in the place of their names.
 */
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';
import { checkSize, ReadingBudget } from '@/sources/proposal/importLimits';
import { formatNumber } from '@/plain/counts';
import { dslWords, type Lexeme, type Word } from './dslWords';

export interface Statement {
  /** At least one. */
  words: readonly Word[];
  /** Null if it opens none. */
  block: Statement[] | null;
}

const MAXIMUM_DEPTH = 64;
/** In a row, and in all. */
const MOST_INCLUDES = 20;
const MOST_FILES = 1_000;
const LONGEST_SUBSTITUTED = 10_000;

export interface DslFiles {
  source: SourceFiles;
  /** The files that were named, by identity: they may be included from anywhere. */
  named: ReadonlySet<string>;
  /** Every file that was read. */
  read: Set<string>;
  /** The paths from which files are included. */
  included: Set<string>;
}

/** The statements of a file. Throws UnreadableSource if it, or a file that it includes, cannot be read. */
export function dslStatements(file: string, files: DslFiles): Statement[] {
  const reader = new StatementReader(files, file);
  return reader.readFile(file, 0);
}

const isBare = (word: Lexeme | undefined, text: string): boolean => word != null && !word.isQuoted && word.text === text;

class StatementReader {
  private readonly constants = new Map<string, string>();
  private readonly budget = new ReadingBudget();
  private filesRead = 0;
  private readonly root: string;

  constructor(
    private readonly files: DslFiles,
    first: string,
  ) {
    this.root = files.source.absolute(files.source.directoryOf(first));
  }

  readFile(file: string, includes: number): Statement[] {
    const text = this.files.source.read(file);
    this.filesRead += 1;
    if (this.filesRead > MOST_FILES)
      throw new UnreadableSource(`${file}: more than ${formatNumber(MOST_FILES)} files are included`, 'too_many_files');
    this.files.read.add(this.files.source.identity(file));
    checkSize(file, text);
    const lexemes = dslWords(file, text);
    this.budget.take(lexemes.length);
    return this.block({ lexemes, at: 0 }, 0, includes);
  }

  /** Up to the brace that closes it, or the end. */
  private block(cursor: { lexemes: Lexeme[]; at: number }, depth: number, includes: number): Statement[] {
    const statements: Statement[] = [];
    let words: Word[] = [];
    const end = (block: Statement[] | null): void => {
      const own = words.map((word) => this.substituted(word));
      words = [];
      if (own.length > 0) this.take(own, block, statements, includes);
      // A brace on a line of its own belongs to the line before.
      else if (block !== null) {
        const before = statements.at(-1);
        if (before !== undefined) before.block ??= block;
      }
    };
    for (; cursor.at < cursor.lexemes.length;) {
      const lexeme = cursor.lexemes[cursor.at]!;
      cursor.at += 1;
      if (lexeme === null) {
        if (words.length > 0) end(null);
      } else if (isBare(lexeme, '{')) {
        if (depth >= MAXIMUM_DEPTH) throw unreadableAt({ ...lexeme.position, message: 'is nested too deeply' });
        const isScript = words[0] !== undefined && /^!script$/i.test(words[0].text);
        end(isScript ? this.skipScript(cursor) : this.block(cursor, depth + 1, includes));
      } else if (isBare(lexeme, '}')) {
        if (words.length > 0) end(null);
        if (depth > 0) return statements;
      } else words.push(lexeme);
    }
    if (words.length > 0) end(null);
    return statements;
  }

  /** A script is in another language: it ends at the first line that is a brace. */
  private skipScript(cursor: { lexemes: Lexeme[]; at: number }): Statement[] {
    for (; cursor.at < cursor.lexemes.length; cursor.at += 1)
      if (isBare(cursor.lexemes[cursor.at], '}') && cursor.lexemes[cursor.at - 1] === null && cursor.lexemes[cursor.at + 1] == null) {
        cursor.at += 1;
        break;
      }
    return [];
  }

  private take(words: Word[], block: Statement[] | null, statements: Statement[], includes: number): void {
    const [keyword, first, second] = words;
    const name = keyword!.isQuoted ? '' : keyword!.text.toLowerCase();
    if (/^!(?:const|constant|var)$/.test(name) && first !== undefined && second !== undefined) this.constants.set(first.text, second.text);
    else if (name === '!include' && first !== undefined) for (const statement of this.included(first, includes)) statements.push(statement);
    else statements.push({ words, block });
  }

  private substituted(word: Word): Word {
    if (!word.text.includes('${')) return word;
    let length = word.text.length;
    const text = word.text.replace(/\$\{([\w.-]{1,100})\}/g, (whole, name: string) => {
      const value = this.constants.get(name);
      if (value === undefined || (length += value.length) > LONGEST_SUBSTITUTED) return whole;
      return value;
    });
    return { ...word, text };
  }

  private included({ text, position }: Word, includes: number): Statement[] {
    const { source } = this.files;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
      throw unreadableAt(
        { ...position, message: 'includes a file from an address, and an import downloads nothing' },
        'download it, put it beside this file, and include it by its name',
      );
    if (includes >= MOST_INCLUDES) throw unreadableAt({ ...position, message: `includes more than ${MOST_INCLUDES} files in a row` });
    const path = source.join(source.directoryOf(position.file), text);
    const kind = source.kind(path);
    if (kind === null || !this.isAllowed(path))
      throw unreadableAt(
        { ...position, message: 'includes a file that is not among those given' },
        'name it too, or the directory that both are in',
      );
    const paths =
      kind === 'file'
        ? [path]
        : source
            .list(path)
            .map((name) => source.join(path, name))
            .filter((one) => source.kind(one) === 'file');
    this.budget.take(paths.length);
    return paths.flatMap((one) => {
      this.files.included.add(source.identity(one));
      return this.readFile(one, includes + 1);
    });
  }

  /** Below the directory of the first file, or named. */
  private isAllowed(path: string): boolean {
    const { source, named } = this.files;
    const whole = source.absolute(path);
    const below = whole.slice(this.root.length);
    return named.has(source.identity(path)) || (whole.startsWith(this.root) && (/[/\\]$/.test(this.root) || /^[/\\]/.test(below)));
  }
}

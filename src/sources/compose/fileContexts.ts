/** The files of a compose project: an included file has its own variables, and its own directory for relative paths. */
import { textOf, type Located } from '@/sources/proposal/locatedYaml';
import { interpolate, type Variables } from './interpolation';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

interface Context {
  variables: Variables;
  /** Null for the directory of the file itself. */
  directory: string | null;
}

/** Contexts by file. A file that only a service extends has the variables of the project, and its own directory. */
export class FileContexts {
  private readonly known = new Map<string, Context>();

  constructor(
    private readonly source: SourceFiles,
    private readonly variables: Variables,
  ) {}

  note(file: string, context: Context): void {
    if (!this.known.has(file)) this.known.set(file, context);
  }

  variablesOf(file: string): Variables {
    return this.known.get(file)?.variables ?? this.variables;
  }

  directoryOf(file: string): string {
    return this.known.get(file)?.directory ?? this.source.directoryOf(file);
  }

  /** A text with the variables of its file. */
  textOf(located: Located | undefined): string | undefined {
    const text = textOf(located);
    return located === undefined || text === undefined ? undefined : interpolate(text, this.variablesOf(located.position.file)).trim();
  }
}

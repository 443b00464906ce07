/** Reads the files of another tool with its importer, for every command that does. */
import { Option } from 'commander';
import type { Importer, ImporterOption, ImporterOptions } from '@/sources/importer';
import type { Imported } from '@/sources/proposal/imported';
import type { ImportReport, ReportEntry } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import type { UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { Reading } from '@/sources/recognise';
import { countOf } from '@/plain/counts';
import { Failure } from './failure';
import type { GlobalOptions, Session } from './session';

/** The options of a command, by name in camelCase. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export const keyOf = ({ flags }: ImporterOption): string => new Option(flags).attributeName();

/** Throws UnreadableSource if the files cannot become a manifest. */
export function readWith(
  session: Session,
  importer: Importer,
  { paths, isFound }: Reading,
  files: SourceFiles,
  values: Values,
  report: ImportReport,
): Imported {
  const { progress } = session.terminal;
  const { name } = values;
  const options: ImporterOptions = {
    name: typeof name === 'string' ? name : undefined,
    isFound,
    saw: (count) => progress.update({ part: null, label: `reading ${countOf(count, 'file')}` }),
    own: Object.fromEntries(importer.options.map((option) => [keyOf(option), valueOf(option, values, session)])),
  };
  try {
    return importer.read(paths, files, options, report);
  } finally {
    progress.stop();
  }
}

/** Commander gives an option that the program has too, such as --profile, to the program, wherever it stands. */
function valueOf(option: ImporterOption, values: Values, { options, world }: Session): Values[string] {
  const key = keyOf(option);
  const given = values[key] ?? options[key as keyof GlobalOptions];
  const text = option.environment === undefined ? undefined : world.env[option.environment];
  return given ?? (option.isRepeatable === true ? text?.split(',') : text);
}

/** What the command says if files cannot become a manifest; `entries` is what was found until then. */
export function failureOf({ code, message, more }: UnreadableSource, entries: readonly ReportEntry[]): Failure {
  return new Failure(message, {
    code,
    hint: more.hint,
    issues: more.mistakes?.map((mistake) => ({ ...mistake, path: '' })),
    facts: entries.length === 0 ? undefined : { report: entries },
  });
}

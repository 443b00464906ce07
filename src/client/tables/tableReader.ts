/** What the worker does that reads tables, as messages: files come in, their heads and first rows go out; then mappings come in, and what they make goes out. */
import { droppedFiles } from '@/client/manifest/droppedFiles';
import { openBytes } from '@/client/manifest/openFile';
import { ImportReport, groupBySort, type ReportEntry } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { importOpened } from '@/sources/table/importOpened';
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import { detectPreset } from '@/sources/table/presets/presets';
import { openTables, stemOf, type OpenedTables } from '@/sources/table/read/openTables';
import { capitalised } from '@/plain/capitalised';
import type { OpenedDraft, Outcome, Refusal } from './tableDraft';

/** As many rows as show what a column holds. */
const SHOWN_ROWS = 20;
const SHOWN_THINGS = 8;

export type TableQuestion = { files: File[] } | { mapping: Mapping; name: string; question: number };
export type TableAnswer =
  | { read: number }
  | { draft: OpenedDraft }
  | { outcome: Outcome | Refusal; question: number }
  | { problem: string };

/** Returns what answers one message after the other through `send`. */
export function openTableReader(send: (answer: TableAnswer) => void): (question: TableQuestion) => Promise<void> {
  let opened: OpenedTables | null = null;
  let readings: readonly ReportEntry[] = [];
  return async (question) => {
    try {
      if ('files' in question) {
        const read = await openFiles(question.files, (count) => send({ read: count }));
        ({ opened, readings } = read);
        send({ draft: read.draft });
      } else if (opened !== null)
        send({ outcome: outcomeOf(opened, question.mapping, question.name, readings), question: question.question });
    } catch (error) {
      send({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Throws an Error whose message is shown to the person. */
async function openFiles(
  files: readonly File[],
  saw: (count: number) => void,
): Promise<{ opened: OpenedTables; readings: readonly ReportEntry[]; draft: OpenedDraft }> {
  const contents = new Map<string, Uint8Array>();
  for (const file of files) contents.set(file.webkitRelativePath || file.name, await openBytes(file));
  const report = new ImportReport();
  const opened = openTables([...contents.keys()], droppedFiles(contents), report, saw);
  if (opened.tables.length === 0) throw new Error('There is no row in these files.');
  const shown = opened.tables.map((table) => table.rows(new Set(table.header.keys()), SHOWN_ROWS));
  const [first = 'tables'] = contents.keys();
  const preset = detectPreset(opened.tables);
  const draft: OpenedDraft = {
    tables: opened.tables.map(({ file, sheet, header }) => ({ file, sheet, header })),
    shown,
    preset: preset?.name ?? null,
    name: contents.size > 1 && preset !== null ? preset.tool : stemOf(first),
  };
  return { opened, readings: report.all(), draft };
}

/** What the tables become, or why nothing does. */
function outcomeOf(opened: OpenedTables, mapping: Mapping, name: string, readings: readonly ReportEntry[]): Outcome | Refusal {
  if (mapping.entities.length === 0 && mapping.dependencies.length === 0)
    return { refusal: 'Choose which column is the name, or which two columns are the ends of a dependency.' };
  try {
    const { manifest, text, counts, report } = importOpened(opened, mapping, name.trim() || 'tables', new ImportReport());
    const applications = manifest.applications ?? [];
    return {
      text,
      counts,
      components: applications
        .flatMap(({ name: application, components }) =>
          (components ?? []).map((one) => `${one.name ?? ''}${one.kind === undefined ? '' : ` (${one.kind})`}, in ${application ?? ''}`),
        )
        .slice(0, SHOWN_THINGS),
      dependencies: (manifest.dependencies ?? [])
        .slice(0, SHOWN_THINGS)
        .map(({ source, target, mode }) => `${source} needs ${target} (${mode ?? 'Hard'})`),
      notes: notesOf([...readings, ...report]),
    };
  } catch (error) {
    if (error instanceof UnreadableSource) return { refusal: `${capitalised(error.message)}.` };
    throw error;
  }
}

function notesOf(entries: readonly ReportEntry[]): Outcome['notes'] {
  return groupBySort(entries).map(({ type, message, field, file, line }) => ({
    type,
    text:
      field === undefined
        ? `${file === undefined ? '' : `${file}:${line ?? 1}: `}${message}`
        : `column ${field} of ${file ?? ''} is not used`,
  }));
}

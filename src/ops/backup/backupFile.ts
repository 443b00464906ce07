/**
 * The file format of a backup: gzip over lines of UTF-8. The first line is JSON and describes the backup. Then each table follows: a line
 * of JSON with its columns, its rows as PostgreSQL's COPY writes them, and a line `\.`. The last line contains the number of rows and the
 * SHA-256 of everything before it. COPY doubles every backslash in the data, so no row can look like the end of a table.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { jsonOrNull } from '@/plain/jsonOrNull';

export const FORMAT_VERSION = 1;

export const BackupHeader = z.object({
  format: z.literal('faultline-backup'),
  formatVersion: z.number().int(),
  createdAt: z.iso.datetime(),
  productVersion: z.string(),
  /** Null if it contains all tenants. */
  tenantId: z.uuid().nullable(),
  /** The migrations behind the schema of these rows, oldest first. */
  migrations: z.array(z.string().regex(/^\w+$/)).min(1),
  /** A keyed digest that tells whether another installation has the same FAULTLINE_SECRET; null if the secret was unknown. */
  secretCheck: z.string().nullable(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const TableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const BackupFooter = z.object({
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** The last value of each sequence, by name; null if it was never used. The schemas of early versions have one, this one has none. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/).nullable()),
  sha256: z.string(),
});
export type BackupFooter = z.infer<typeof BackupFooter>;

export type BackupPart =
  | { type: 'header'; header: BackupHeader }
  | { type: 'table'; table: string; columns: string[] }
  /** Complete rows in the text format of COPY, some kilobytes at a time. */
  | { type: 'rows'; table: string; rows: Buffer }
  | { type: 'tableEnd'; table: string; count: number }
  | { type: 'footer'; footer: BackupFooter };

export const END_OF_ROWS = '\\.\n';
const NEWLINE = 10;
const END_LINE = Buffer.from(`\n${END_OF_ROWS}`);

export function countLines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function damaged(what: string): AppError {
  return new AppError('invalid_input', `The backup is damaged: ${what}. Nothing was changed. Use another copy of the file.`);
}

/** Opens and unpacks the file. Throws AppError if it cannot be read, is not gzip, or ends too early. */
async function* unpack(path: string): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  // Errors of either stream end the loop below.
  const plain = pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), unzip, () => undefined);
  try {
    for await (const chunk of plain) yield chunk as Buffer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('not_found', `There is no file ${path}.`);
    if (code === 'Z_DATA_ERROR') throw new AppError('invalid_input', `${path} is no backup of Faultline, or it is damaged (${message}).`);
    if (code === 'Z_BUF_ERROR') throw damaged('it is incomplete, the end is missing');
    throw error;
  }
}

/** Chunks cut at line ends: each block contains only complete lines. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...open, chunk.subarray(0, end)]);
      open = [];
    }
    if (end < chunk.length) open.push(chunk.subarray(end));
  }
  if (open.length > 0) throw damaged('it ends in the middle of a line');
}

/** Where the rows at the start of `block` end, and where the text after them begins; null if the whole block is rows. */
function findEndOfRows(block: Buffer): { rows: number; next: number } | null {
  if (block.subarray(0, END_OF_ROWS.length).equals(END_LINE.subarray(1))) return { rows: 0, next: END_OF_ROWS.length };
  const at = block.indexOf(END_LINE);
  return at === -1 ? null : { rows: at + 1, next: at + END_LINE.length };
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw damaged('a line between two tables is not JSON');
  }
}

function readHeader(line: Buffer): BackupHeader {
  const header = BackupHeader.safeParse(jsonOrNull(line.toString('utf8')));
  if (!header.success) throw new AppError('invalid_input', 'This file is no backup of Faultline.');
  if (header.data.formatVersion > FORMAT_VERSION)
    throw new AppError(
      'invalid_input',
      `The backup was written by a newer Faultline (${header.data.productVersion}). Restore it with that version or a later one.`,
    );
  return header.data;
}

/**
 * The parts of a backup in order: header, tables, footer. Throws AppError if the file is not a backup, is damaged or incomplete. Only once
 * the footer has been returned is the whole file known to be intact.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  let seen: 'nothing' | 'header' | 'footer' = 'nothing';
  let table: string | null = null;
  for await (const block of wholeLines(unpack(path))) {
    let at = 0;
    while (at < block.length) {
      const rest: Buffer = block.subarray(at);
      if (table !== null) {
        const end = findEndOfRows(rest);
        const rows = rest.subarray(0, end?.rows ?? rest.length);
        counts[table] = (counts[table] ?? 0) + countLines(rows);
        if (rows.length > 0) yield { type: 'rows', table, rows };
        digest.update(rest.subarray(0, end?.next ?? rest.length));
        at += end?.next ?? rest.length;
        if (end !== null) {
          yield { type: 'tableEnd', table, count: counts[table] ?? 0 };
          table = null;
        }
        continue;
      }
      const line: Buffer = rest.subarray(0, rest.indexOf(NEWLINE) + 1);
      at += line.length;
      if (seen === 'nothing') {
        yield { type: 'header', header: readHeader(line) };
        seen = 'header';
        digest.update(line);
        continue;
      }
      if (seen === 'footer') throw damaged('something stands behind its end');
      const content = parseLine(line);
      const start = TableStart.safeParse(content);
      if (start.success) {
        digest.update(line);
        table = start.data.table;
        counts[table] = 0;
        yield { type: 'table', ...start.data };
        continue;
      }
      const footer = BackupFooter.safeParse(content);
      if (!footer.success) throw damaged('a line between two tables is neither a table nor the end');
      checkFooter(footer.data, digest.digest('hex'), counts);
      seen = 'footer';
      yield { type: 'footer', footer: footer.data };
    }
  }
  if (seen === 'nothing') throw new AppError('invalid_input', 'This file is no backup of Faultline: it is empty.');
  if (seen !== 'footer') throw damaged('it is incomplete, the end is missing');
}

function checkFooter(footer: BackupFooter, sha256: string, counts: Readonly<Record<string, number>>): void {
  for (const table of new Set([...Object.keys(counts), ...Object.keys(footer.rows)])) {
    const [here, stated] = [counts[table] ?? 0, footer.rows[table] ?? 0];
    if (here !== stated) throw damaged(`${table} holds ${here} rows where ${stated} were written`);
  }
  if (footer.sha256 !== sha256) throw damaged('its content does not match its digest');
}

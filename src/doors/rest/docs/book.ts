/**
 * Which documents a server shows below `/docs/guides`, in the order in which a newcomer reads them. Any file in `src/guides` is one of them,
 * whether it is listed here or not.
 */
import { existsSync } from 'node:fs';
import { readdir, stat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { readDocument, type Document } from './markdown';

/** The last part of a document's address, for example `prometheus`. */
const NAME = /^[a-z0-9][a-z0-9-]*$/;
const FOLDER = 'src/guides';

/** Documents that are kept beside what they describe. `pack` copies them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'command-line': 'src/cli/README.md',
  'mcp-clients': 'src/doors/mcp/README.md',
  deployment: 'src/ops/deploy/README.md',
  changes: '.github/CHANGELOG.md',
};

export interface Part {
  title: string;
  names: readonly string[];
}

const PARTS: readonly Part[] = [
  { title: 'Start', names: ['first-hour', 'in-the-browser', 'connect-what-you-run'] },
  {
    title: 'Bring in what you have',
    names: [
      'importing',
      'importing-architecture',
      'importing-kubernetes',
      'importing-terraform',
      'importing-archimate',
      'importing-catalogs',
      'importing-tables',
      'backstage',
    ],
  },
  { title: 'Keep it current', names: ['landscape-as-code', 'manifest-reference', 'health-from-your-monitoring', 'prometheus'] },
  { title: 'Read the answers', names: ['weak-points', 'security-register', 'how-answers-are-computed', 'words'] },
  { title: 'Be told, and ask', names: ['notifications', 'webhooks', 'agents', 'mcp-clients', 'api-conventions', 'command-line'] },
  {
    title: 'Run it',
    names: ['running-it', 'deployment', 'growing', 'administration', 'single-sign-on', 'backup', 'what-holds', 'changes'],
  },
];

export interface Chapter extends Document {
  name: string;
  /** Where it is in the repository. */
  file: string;
  /** The part of the book that it belongs to. */
  part: string;
}

/** The address of a file of the repository on a server: of a document, of a picture, or null if no server shows it. */
function addressOf(file: string, names: ReadonlyMap<string, string>): string | null {
  if (file.startsWith('public/')) return file.slice('public'.length);
  if (file === 'README.md') return '/docs/guides';
  const name = names.get(file);
  return name === undefined ? null : `/docs/guides/${name}`;
}

/** Every document's name by its file. */
async function namesByFile(): Promise<Map<string, string>> {
  const files = (await readdir(join(process.cwd(), FOLDER))).filter((file) => file.endsWith('.md'));
  const own = files.map((file): [string, string] => [`${FOLDER}/${file}`, file.slice(0, -'.md'.length)]);
  // An image may leave out what the server does not run.
  const elsewhere = Object.entries(ELSEWHERE)
    .filter(([, file]) => existsSync(join(process.cwd(), file)))
    .map(([name, file]): [string, string] => [file, name]);
  return new Map([...own.filter(([, name]) => NAME.test(name)), ...elsewhere]);
}

interface Kept {
  changedMs: number;
  chapter: Chapter;
}

/** What was read before, by file: a page costs little more than a look at the times of the files. */
const kept = new Map<string, Kept>();

async function chapterOf(file: string, name: string, names: ReadonlyMap<string, string>): Promise<Chapter> {
  const path = join(process.cwd(), file);
  const { mtimeMs } = await stat(path);
  const known = kept.get(file);
  if (known?.changedMs === mtimeMs) return known.chapter;
  const addressFrom = (href: string): string | null => addressOf(posix.join(posix.dirname(file), href), names);
  const part = PARTS.find((each) => each.names.includes(name))?.title ?? 'More';
  const chapter = { name, file, part, ...readDocument(await readFile(path, 'utf8'), addressFrom) };
  kept.set(file, { changedMs: mtimeMs, chapter });
  return chapter;
}

/** All documents in reading order. The same array is given as long as no file changes. */
export async function readBook(): Promise<readonly Chapter[]> {
  const names = await namesByFile();
  const chapters = await Promise.all([...names].map(([file, name]) => chapterOf(file, name, names)));
  const order = PARTS.flatMap((part) => part.names);
  const rank = ({ name }: Chapter): number => (order.includes(name) ? order.indexOf(name) : order.length);
  chapters.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en'));
  const isSame = book.length === chapters.length && book.every((chapter, index) => chapter === chapters[index]);
  if (!isSame) book = chapters;
  return book;
}

let book: readonly Chapter[] = [];

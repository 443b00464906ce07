/** What a mistake in a manifest is about, by names instead of a path: people look for a name, and cannot count to the 41st entry. */
import { valueAt } from '@/contract/inputIssues';
import type { ManifestPath } from './issue';

/** By the field that lists them: what its entries are. */
const NOUNS: Readonly<Record<string, string>> = {
  applications: 'application',
  components: 'component',
  capabilities: 'capability',
  processes: 'process',
  segments: 'segment',
  hostingAreas: 'hosting area',
  zones: 'hosting zone',
  hostingZones: 'hosting zone',
  technologies: 'technology',
  datasets: 'dataset',
  dependencies: 'dependency',
  scenarios: 'scenario',
  references: 'reference',
};

/** For example `kind of component “Web shop” in application “Shop”`; undefined where the path names no entry of a list. */
export function subjectOf(root: unknown, path: ManifestPath): string | undefined {
  const entries: string[] = [];
  let fields: string[] = [];
  let value = root;
  for (const [index, step] of path.entries()) {
    value = valueAt(value, [step]);
    if (typeof step === 'string') fields.push(step);
    else {
      entries.unshift(entryWords(String(path[index - 1] ?? ''), step, value));
      fields = [];
    }
  }
  if (entries.length === 0) return undefined;
  return [...fields.reverse(), entries.join(' in ')].join(' of ');
}

function entryWords(list: string, index: number, entry: unknown): string {
  const noun = NOUNS[list] ?? `entry of ${list}`;
  const name = nameOf(entry);
  return name === null ? `${noun} number ${index + 1}` : `${noun} “${name}”`;
}

const MOST_CHARACTERS = 80;

/** The display name where there is one; of a link the name that it states; of a dependency both ends. */
function nameOf(entry: unknown): string | null {
  if (typeof entry === 'string') return shortened(entry);
  const [name, technicalName, linked] = ['name', 'technicalName', 'capability'].map((field) => valueAt(entry, [field]));
  const [source, target] = [valueAt(entry, ['source']), valueAt(entry, ['target'])];
  const found = [name, technicalName, linked].find((text) => typeof text === 'string' && text.trim() !== '');
  if (typeof found === 'string') return shortened(found);
  return typeof source === 'string' && typeof target === 'string' ? shortened(`${source} → ${target}`) : null;
}

function shortened(text: string): string | null {
  if (text.trim() === '') return null;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}

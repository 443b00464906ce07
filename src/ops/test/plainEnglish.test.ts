/** The documents, and everything that people read on screen, at the command line or in the API, avoid phrases that no native would say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INCIDENT_STATE_LABELS } from '@/domain/incidentWords';

/** Each phrase with what to say instead. */
const STIFF: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\banew\b/i, 'again, from scratch'],
  [/\b(hitherto|whence|thereof|whereof|wherein)\b/i, 'the usual word'],
  [/\bheld (against|to it)\b/i, 'compared with, checked against'],
  [/\bwhat (came|comes|became|becomes) of\b/i, 'the outcome of, what happened to'],
  [/\b(can|could|cannot|may not|might) be had\b/i, 'is available, can be loaded'],
  [/\btaken on by\b/i, 'acknowledged by'],
  [/\b(is|was|are|were) told of\b/i, 'hears of, is listed'],
  [/\bof then\b/i, 'of that time'],
  [/\bfrom (it|this|them) suffers?\b/i, 'subject first: “X is affected by it”'],
  [/\bhangs? on (its|the|a)\b/i, 'depends on'],
  [/\bnull where\b/i, 'null if'],
  [/\bstands? in the (address|file|header|log|path|url)\b/i, 'is in'],
  [/\bnothing (has|bears) this in its name\b/i, 'no matches'],
  [/\bload what holds\b/i, 'reload'],
  [/\bheaviest (joins|connections)\b/i, 'busiest connections'],
];

/** What the table in `src/guides/words.md` says in other words. */
const OTHER_WORDS: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\brevenue exposure\b/i, 'expected cost per hour'],
  [/[`'>] *exposure:/, 'expected cost per hour'],
  [/[`'>]nothing is impacted\b/i, 'nothing is affected'],
  [/[`'>](is|are) in Monitoring\b/, 'Recovered'],
];

/** Each stiff phrase in a text, with what to say instead. */
function stiffPhrases(text: string): string[] {
  return STIFF.flatMap(([phrase, say]) => {
    const found = phrase.exec(text);
    return found === null ? [] : [`“${found[0]}”: say “${say}”`];
  });
}

const below = (root: string, extension: RegExp): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => extension.test(path) && !/\.test\.tsx?$|node_modules/.test(path))
    .map((path) => join(root, path));

const DOCUMENTS = ['README.md', ...below('.github', /\.md$/), ...below('src', /\.md$/)];
const SHOWN = ['app', 'canvas', 'cli', 'client', 'contract', 'doors', 'features', 'ui'].flatMap((room) =>
  below(join('src', room), /\.tsx?$/),
);

describe('plain English', () => {
  it.each([
    ['documents', DOCUMENTS],
    ['what people read on screen, at the command line and in the API', SHOWN],
  ])('%s', (_what, paths) => {
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.flatMap((path) => stiffPhrases(readFileSync(path, 'utf8')).map((stiff) => `${path}: ${stiff}`))).toEqual([]);
  });

  it('says the words of the glossary on screen, at the command line and to agents', () => {
    const texts = SHOWN.filter((path) => !path.startsWith(join('src', 'contract')) && !path.includes('openapi'));
    const found = texts.flatMap((path) =>
      OTHER_WORDS.flatMap(([phrase, say]) => (phrase.test(readFileSync(path, 'utf8')) ? [`${path}: say “${say}”`] : [])),
    );
    expect(found).toEqual([]);
    const glossary = readFileSync('src/guides/words.md', 'utf8');
    for (const word of Object.values(INCIDENT_STATE_LABELS)) expect(glossary).toContain(`| incident ${word} |`);
  });

  it('finds a stiff phrase, whatever its case, and leaves plain ones alone', () => {
    expect(stiffPhrases('Arrange Anew')).toEqual(['“Anew”: say “again, from scratch”']);
    expect(stiffPhrases('Taken on by Ada. From it suffers a shop.')).toHaveLength(2);
    expect(stiffPhrases('`GET /health-signals` says what became of it.')).toHaveLength(1);
    expect(stiffPhrases('Acknowledged by Ada. The shop is affected. Then it was renewed.')).toEqual([]);
  });
});

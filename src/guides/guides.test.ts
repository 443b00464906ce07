/** Checks the guides without running them; the long tests run their commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '@/server/env';
import { PLAN_LIMITS } from '@/domain/access';
import { readManifestText } from '@/contract/manifest/text/readText';
import { COLLECTOR_CONFIGURATION } from '@/sources/collectorConfiguration';
import { readMapping } from '@/sources/table/mapping/readMapping';
import { readDocument } from '@/doors/rest/docs/markdown';
import { DEPENDENCY_MODES, HEALTH_STATES } from '@/domain/vocabulary';
import { encodeAttribute, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';

const FOLDER = 'src/guides';
const GUIDES = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
const read = (guide: string): string => readFileSync(join(FOLDER, guide), 'utf8');

/** Every document of the repository. */
/** A copy that packing makes, for readers elsewhere. */
const PACKED = join('src', 'cli', 'package', 'README.md');
const DOCUMENTS = ['.github', 'src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.md') && !file.includes('node_modules') && file !== PACKED)
  .concat('README.md');

/** Where links to a document can lead, as its pages on a server and on GitHub have it. */
function anchorsOf(file: string): readonly string[] {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const { body } = readDocument(readFileSync(file, 'utf8'), () => null);
  const found = [...body.matchAll(/<h\d id="([^"]+)"/g)].map(([, anchor = '']) => anchor);
  anchors.set(file, found);
  return found;
}

const anchors = new Map<string, readonly string[]>();

/** The links of a document to files, with those that code only shows left out. */
function linksOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^([a-z]+:|\/)/.test(link));
}

it('every link between documents leads to a file, and to a heading in it', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(100);
  const dead = DOCUMENTS.flatMap((file) =>
    linksOf(file)
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

describe.each(GUIDES)('%s', (guide) => {
  const text = read(guide);

  it('marks each code block with its language, or with the other system on which it runs', () => {
    const fences = [...text.matchAll(/^```(.*)$/gm)].map(([, info = '']) => info.split(' ')[0] ?? '');
    expect(fences.length % 2).toBe(0);
    const opening = fences.filter((_language, index) => index % 2 === 0);
    expect(opening.filter((language) => !['sh', 'console', 'yaml', 'json', 'js', 'ini', 'text', ''].includes(language))).toEqual([]);
  });

  it('calls the command line as a clone has it, since nothing installs faultline', () => {
    const blocks = [...text.matchAll(/^```(?:sh|console).*\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
    expect(blocks.flatMap((block) => block.match(/^.*(?:^|[|;&(] *)faultline .*$/gm) ?? [])).toEqual([]);
  });

  it('names the manifest of each export, since one that asks takes the next pasted line for its name', () => {
    const exports = text.match(/^.*faultline(?:\.mjs)? export .*$/gm) ?? [];
    expect(exports.filter((line) => !/ --(?:name|format|json)\b/.test(line))).toEqual([]);
  });
});

it.each([...GUIDES.map((guide) => join(FOLDER, guide)), 'README.md'])(
  '%s says that its commands run in a clone before the first of them',
  (path) => {
    const text = readFileSync(path, 'utf8');
    const first = text.indexOf('npx --no-install faultline');
    expect(first === -1 || /\bclone\b/.test(text.slice(0, first))).toBe(true);
  },
);

describe('what guides say about the product', () => {
  it('lists every variable of the environment', () => {
    const guide = read('running-it.md');
    expect(VARIABLES.filter((name) => name !== 'NODE_ENV' && !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('names tests and commands that exist', () => {
    const named = [...read('what-holds.md').matchAll(/`((?:src|e2e)\/[^`]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = [...read('what-holds.md').matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name]) => name ?? '');
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('sets the variables of GitLab for the pipeline, since a job that sets one hides the one of its pipeline', () => {
    const template = parse(readFileSync('.gitlab/faultline.gitlab-ci.yml', 'utf8')) as Record<string, { variables?: object }>;
    const { variables, ...jobs } = template;
    const named = [...read('landscape-as-code.md').matchAll(/variable `(FAULTLINE_(?:FAIL_ON|SHA256))`/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(['FAULTLINE_FAIL_ON', 'FAULTLINE_SHA256']);
    expect(Object.keys(variables ?? {})).toEqual(expect.arrayContaining(named));
    expect(Object.values(jobs).filter((job) => job.variables !== undefined)).toEqual([]);
  });

  it('shows mappings and manifests that are valid, and the settings of a collector as observe prints them', () => {
    const blocks = (guide: string): string[] => [...read(guide).matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block]) => block ?? '');
    const mappings = blocks('importing-tables.md').filter((block) => block.startsWith('entities:'));
    expect(mappings.map((mapping) => readMapping('map.yaml', mapping).entities.length)).toEqual([1]);
    const parts = blocks('landscape-as-code.md').filter((block) => block.startsWith('applications:'));
    expect(parts.map((part) => readManifestText(`version: 1\nname: guide\n${part}`, 'yaml').issues)).toEqual([[]]);
    expect(blocks('connect-what-you-run.md')).toContain(COLLECTOR_CONFIGURATION);
  });

  it('states the limits of the plans as they are', () => {
    const guide = read('api-conventions.md');
    const { Business, Enterprise } = PLAN_LIMITS;
    const row = (of: 'requestsPerMinute' | 'signalsPerMinute' | 'components'): string =>
      `| ${Business[of].toLocaleString('en')} | ${Enterprise[of].toLocaleString('en')} |`;
    for (const of of ['requestsPerMinute', 'signalsPerMinute', 'components'] as const) expect(guide).toContain(row(of));
  });

  it('shows for an Outage what each mode passes on', () => {
    const guide = read('how-answers-are-computed.md');
    const outage = HEALTH_STATES.indexOf('Outage');
    for (const mode of DEPENDENCY_MODES) {
      const passed = [true, false].map(
        (required) => HEALTH_STATES[UNFILTERED.passes[encodeAttribute('Calls', mode, required, 'alone') * 4 + outage] ?? 0],
      );
      expect(guide).toContain(`| ${mode} | ${passed.join(' | ')} |`);
    }
  });
});

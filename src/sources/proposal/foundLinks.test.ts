import { describe, expect, it } from 'vitest';
import { helpIn, referencesFrom, type FoundLink } from './foundLinks';
import { ImportReport } from './importReport';

const position = { file: 'a.yaml', line: 7, column: 3 };
function referenced(...links: Omit<FoundLink, 'position'>[]) {
  const report = new ImportReport();
  const references = referencesFrom(
    links.map((link) => ({ ...link, position })),
    'web',
    report,
  );
  return { references, says: report.all().map(({ line, message }) => `${line} ${message}`) };
}
const help = (fields: Record<string, string>) => {
  const { links, contact, rest } = helpIn(Object.entries(fields).map(([name, text]) => ({ name, text, position })));
  return [links.map(({ url }) => url), contact, rest.map(({ name }) => name)];
};

describe('links', () => {
  it('become references, each URL once, with a kind by their words and a label by their title or host', () => {
    const url = 'https://wiki.example.test/1';
    expect(referenced({ url, title: 'If it fails', words: ['runbook'] }, { url, title: 'Again' }, { url: 'http://x.test:8080/y' })).toEqual(
      {
        references: [
          { kind: 'Runbook', label: 'If it fails', url },
          { kind: 'Other', label: 'x.test:8080', url: 'http://x.test:8080/y' },
        ],
        says: [],
      },
    );
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '../docs/runbook.md',
    'https://ada:s3cr3t@example.test/',
    'https://a b.test',
    '',
    `https://x.test/${'y'.repeat(3_000)}`,
  ])('%s is reported with its line and without its address', (url) => {
    const { references, says } = referenced({ url });
    expect([references, says.length]).toEqual([undefined, 1]);
    expect(says[0]).toMatch(/^7 the link "Link" of web: its URL (?:must|is longer)/);
    if (url !== '') expect(says[0]).not.toContain(url);
  });

  it('without a title are reported by what they are for, so that they can be found', () => {
    expect(referenced({ url: 'see the wiki', kind: 'Runbook' }).says).toEqual([
      expect.stringMatching(/^7 the link "Runbook" of web: its URL must/),
    ]);
  });

  it('beyond twenty are reported', () => {
    const { references, says } = referenced(...Array.from({ length: 23 }, (_, at) => ({ url: `https://x.test/${at}` })));
    expect([references?.length, says]).toEqual([20, ['7 3 of the 23 links of web: there can be 20 references']]);
  });
});

describe('free fields', () => {
  it.each<[string, Record<string, string>, unknown]>([
    [
      'addresses by names that say what they are',
      { Runbook: 'https://x.test/1', repoUrl: 'https://x.test/2', docs: 'https://x.test/3', url: 'https://x.test/4' },
      [['https://x.test/1', 'https://x.test/2', 'https://x.test/3', 'https://x.test/4'], undefined, []],
    ],
    ['a contact', { contact: ' #web \n on call ' }, [[], '#web on call', []]],
    ['the first of two contacts', { 'slack-channel': '#web', contact: 'Ada' }, [[], '#web', ['contact']]],
    [
      'no address that lets somebody do something',
      { 'slack webhook': 'https://x.test/T0/B0', 'runbook-token': 'https://x.test/1' },
      [[], undefined, ['slack webhook', 'runbook-token']],
    ],
    [
      'no other field',
      { owner: 'Ada', endpoint: 'https://x.test', runbook: 'see the wiki' },
      [[], undefined, ['owner', 'endpoint', 'runbook']],
    ],
    ['an address of another scheme, which is reported later', { runbook: 'javascript:alert(1)' }, [['javascript:alert(1)'], undefined, []]],
  ])('give %s', (_, fields, expected) => {
    expect(help(fields)).toEqual(expected);
  });
});

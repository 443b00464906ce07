import { expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { readCatalog } from './backstageCatalog';
import { importBackstage } from './backstageImport';
import { writeImported } from '@/sources/proposal/importedManifest';
import { ImportReport } from '@/sources/proposal/importReport';

function run(text: string) {
  const report = new ImportReport();
  const manifest = importBackstage(readCatalog(['c.yaml'], memoryDisk({ 'c.yaml': text }), report), 'backstage', report);
  // Throws if the manifest is not valid.
  writeImported({ manifest, notes: new Map() }, []);
  return { applications: manifest.applications ?? [], told: report.all().map(({ message }) => message) };
}

const component = (metadata: string, spec = '{ type: service }'): string =>
  `---\napiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: web\n${metadata}spec: ${spec}\n`;
const links = (...items: string[]): string => `  links: [${items.join(', ')}]\n`;
const annotations = (...items: string[]): string => `  annotations: { ${items.join(', ')} }\n`;

/** Of the only component. */
const referencesIn = (metadata: string) => {
  const { applications, told } = run(component(metadata));
  return { references: applications[0]?.components?.[0]?.references?.map(({ kind, label, url }) => `${kind} ${label} ${url}`), told };
};

it.each([
  ['its type', '{ url: "https://a.example/1", title: Help, type: runbook }', 'Runbook Help https://a.example/1'],
  ['its type before its title', '{ url: "https://a.example/1", title: Runbook, type: dashboard }', 'Dashboard Runbook https://a.example/1'],
  ['its icon', '{ url: "https://a.example/1", title: Traffic, icon: dashboard }', 'Dashboard Traffic https://a.example/1'],
  ['its title', '{ url: "https://a.example/1", title: On-call RunBook }', 'Runbook On-call RunBook https://a.example/1'],
  ['its title', '{ url: "https://a.example/1", title: "#shop on Slack", icon: web }', 'Chat #shop on Slack https://a.example/1'],
  ['its title', '{ url: "https://a.example/1", title: Wiki }', 'Documentation Wiki https://a.example/1'],
  ['its title', '{ url: "https://a.example/1", title: GitHub }', 'Repository GitHub https://a.example/1'],
  ['nothing', '{ url: "https://a.example:81/1" }', 'Other a.example:81 https://a.example:81/1'],
  ['an address', '{ url: "mailto:shop@a.example", icon: email }', 'Chat shop@a.example mailto:shop@a.example'],
])('a link becomes a reference, its kind by %s', (_, link, reference) => {
  expect(referencesIn(links(link))).toEqual({ references: [reference], told: [] });
});

it.each([
  ['javascript:alert(1)', 'must be a complete address that starts with https, http or mailto, such as https://wiki.example.com/runbook'],
  ['', 'must be a complete address that starts with https, http or mailto, such as https://wiki.example.com/runbook'],
  ['/docs/web', 'must be a complete address that starts with https, http or mailto, such as https://wiki.example.com/runbook'],
  ['https://a:secret@a.example/', 'must not contain a user name or password'],
  ['https://a.example/a b', 'must not contain spaces or invisible characters'],
  [`https://a.example/${'x'.repeat(2_000)}`, 'is longer than 2,000 characters'],
])('a link to %s is reported without its URL, and the others are kept', (url, fault) => {
  const { references, told } = referencesIn(links(`{ url: "${url}", title: Bad }`, '{ url: "https://a.example/1", title: Good }'));
  expect(references).toEqual(['Other Good https://a.example/1']);
  expect(told).toEqual([`the link "Bad" of web: its URL ${fault}`]);
});

it('a link that is none of Backstage is reported, and a long or odd title is cut to a label', () => {
  const title = `${'x'.repeat(150)}\\u0007`;
  const { references, told } = referencesIn(links('null', '7', '{ title: [a] }', `{ url: "https://a.example/1", title: "${title}" }`));
  expect(references).toEqual([`Other ${'x'.repeat(99)}… https://a.example/1`]);
  expect(told).toHaveLength(3);
});

it('a URL counts once, and 20 are kept', () => {
  const twice = '{ url: "https://a.example/1", title: One }, { url: "https://a.example/1", title: Again }';
  expect(referencesIn(links(twice)).references).toEqual(['Other One https://a.example/1']);
  const { references, told } = referencesIn(links(...Array.from({ length: 23 }, (_, at) => `{ url: "https://a.example/${at}" }`)));
  expect(references).toHaveLength(20);
  expect(told).toEqual(['3 of the 23 links of web: there can be 20 references']);
});

it.each([
  [
    'where the code is',
    '"backstage.io/source-location": "url:https://git.example/shop/web/"',
    'Repository Source code https://git.example/shop/web/',
  ],
  ['a project of GitHub', '"github.com/project-slug": shop/web', 'Repository shop/web https://github.com/shop/web'],
  [
    'both, which are the same',
    '"github.com/project-slug": shop/web, "backstage.io/source-location": "url:https://github.com/shop/web/"',
    'Repository Source code https://github.com/shop/web/',
  ],
  [
    'documentation elsewhere',
    '"backstage.io/techdocs-ref": "url:https://docs.example/web"',
    'Documentation Documentation https://docs.example/web',
  ],
])('an annotation that says %s becomes a reference', (_, annotation, reference) => {
  expect(referencesIn(annotations(annotation))).toEqual({ references: [reference], told: [] });
});

it('an annotation without a URL becomes none, and is reported unless all are read', () => {
  const none = { references: undefined, told: [] };
  expect(referencesIn(annotations('"backstage.io/techdocs-ref": "dir:."'))).toEqual(none);
  expect(referencesIn(annotations('"github.com/project-slug": "../../evil"'))).toEqual(none);
  expect(referencesIn(annotations('"pagerduty.com/integration-key": secret', '"grafana/dashboard-selector": "tag"'))).toEqual({
    references: undefined,
    told: ['metadata.annotations has no equivalent in a landscape'],
  });
});

const group = (name: string, profile: string): string =>
  `---\napiVersion: backstage.io/v1alpha1\nkind: Group\nmetadata: { name: ${name} }\nspec: { type: team, profile: ${profile}, children: [] }\n`;
const system = (spec: string, metadata = ''): string =>
  `---\napiVersion: backstage.io/v1alpha1\nkind: System\nmetadata:\n  name: shop\n${metadata}spec: ${spec}\n`;

it("an application has the links of its system and the address of the owning group; a component only another group's", () => {
  const { applications, told } = run(
    group('web', '{ email: web@a.example }') +
      group('data', '{ email: data@a.example }') +
      system('{ owner: web }', links('{ url: "https://a.example/shop", title: Runbook }')) +
      component('', '{ type: service, owner: web, system: shop }') +
      component('', '{ type: database, owner: data, system: shop }').replace('name: web', 'name: db'),
  );
  expect(applications).toMatchObject([
    {
      ownerTeam: 'web',
      contact: 'web@a.example',
      references: [{ kind: 'Runbook', label: 'Runbook', url: 'https://a.example/shop' }],
      components: [{ technicalName: 'web' }, { technicalName: 'db', contact: 'data@a.example' }],
    },
  ]);
  expect(applications[0]?.components?.[0]).not.toHaveProperty('contact');
  expect(told).toEqual(['owner data of db: its application shop belongs to web, and only applications have an owner']);
});

it('the address of a person is not taken', () => {
  const ada =
    '---\napiVersion: backstage.io/v1alpha1\nkind: User\nmetadata: { name: ada }\nspec: { profile: { email: ada@a.example }, memberOf: [] }\n';
  const { applications } = run(ada + component('', '{ type: service, owner: "user:ada" }'));
  expect(applications[0]).toMatchObject({ ownerTeam: 'ada' });
  expect(applications[0]).not.toHaveProperty('contact');
});

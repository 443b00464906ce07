import { expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { manifestFrom } from './manifestFrom';

const file = (name: string, text: string): File => new File([text], name);

const CATALOG = `apiVersion: backstage.io/v1alpha1
kind: System
metadata: { name: shop }
spec: { owner: web }
---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: cart }
spec: { type: service, owner: web, lifecycle: production, system: shop, dependsOn: ['resource:cart-db'] }
`;
const RESOURCE = `apiVersion: backstage.io/v1alpha1
kind: Resource
metadata: { name: cart-db }
spec: { type: database, owner: web, system: shop }
`;
const COMPOSE = `name: shop
services:
  web: { image: "nginx:\${TAG}", depends_on: [db] }
  db: { image: "postgres:16" }
`;

async function read(files: File[]) {
  const { manifest, issues } = readManifestText(await manifestFrom(files), 'yaml');
  expect(issues).toEqual([]);
  return manifest;
}

it('a Backstage catalog in several files becomes one manifest', async () => {
  const manifest = await read([file('catalog-info.yaml', CATALOG), file('cart-db.yaml', RESOURCE)]);
  expect(
    manifest?.applications?.map(({ technicalName, components }) => [technicalName, components?.map((own) => own.technicalName)]),
  ).toEqual([['shop', ['cart', 'cart-db']]]);
  expect(manifest?.dependencies).toMatchObject([{ source: 'cart', target: 'cart-db' }]);
});

it('compose files are merged in the order that docker compose takes them, with the .env beside them', async () => {
  const override = file('compose.override.yaml', 'services:\n  db: { image: "mysql:8" }\n');
  const manifest = await read([override, file('.env', 'TAG=1.29\n'), file('compose.yaml', COMPOSE)]);
  expect(JSON.stringify(manifest)).toContain('nginx-1');
  expect(JSON.stringify(manifest)).toMatch(/mysql/i);
  expect(JSON.stringify(manifest)).not.toMatch(/postgres/i);
});

it('what to do next stands in the comments at the top', async () => {
  const text = await manifestFrom([file('compose.yaml', 'name: shop\nservices:\n  web: { image: nginx }\n')]);
  expect(text).toMatch(
    /^# Made by .*\n# Decided: every technicalName begins with shop, to avoid conflicts with other projects\n# Next: 1 component, but no dependency .*\n# Next: no capability .*\nversion: 1\n/,
  );
});

it('what was left out or decided stands there too, with its place', async () => {
  const text = await manifestFrom([
    file(
      'compose.yaml',
      'name: shop\nservices:\n  web:\n    image: example/web:1\n    labels: { a: b }\n  off: { image: nginx, scale: 0 }\n',
    ),
  ]);
  const top = text.slice(0, text.indexOf('\nversion: 1\n'));
  expect(top).toMatch(/^# Left out: compose\.yaml:6: .*\boff\b/m);
  expect(top).toMatch(/^# Left out: fields with no equivalent in a landscape: .*labels 1× from compose\.yaml:5/m);
  expect(top).toMatch(/^# Decided: every technicalName begins with shop/m);
  expect(top.split('\n').every((line) => line.startsWith('# '))).toBe(true);
});

it('proposes no option of the command line', async () => {
  const users = Array.from(
    { length: 80 },
    (_, at) => `---\napiVersion: backstage.io/v1alpha1\nkind: User\nmetadata: { name: u${at} }\n`,
  ).join('');
  const text = await manifestFrom([file('catalog-info.yaml', `${CATALOG}${users}`)]);
  expect(text).toMatch(/^# Left out: \d+ more entities of the kind User$/m);
  expect(text).not.toMatch(/^# (?:Left out|Decided).* --/m);
});

it('a long report leaves the manifest in sight', async () => {
  const services = Array.from({ length: 80 }, (_, at) => `  off${at}: { image: nginx, scale: 0 }\n`).join('');
  const text = await manifestFrom([file('compose.yaml', `name: shop\nservices:\n  web: { image: nginx }\n${services}`)]);
  const reported = text.split('\n').filter((line) => /^# (?:Left out|Decided|\d+ more)/.test(line));
  expect(reported).toHaveLength(51);
  expect(reported.at(-1)).toMatch(/^# \d+ more things left out or decided: faultline import lists them$/);
});

it('a manifest is used unchanged', async () => {
  const text = 'version: 1\nname: mine\n';
  expect(await manifestFrom([file('landscape.yaml', text)])).toBe(text);
});

it.each([
  ['a file that describes no landscape', [file('notes.yaml', 'a: 1\n')], 'Nothing in these files'],
  ['files of two tools', [file('a.yaml', CATALOG), file('compose.yaml', COMPOSE)], 'different tools'],
  ['two manifests', [file('a.yaml', 'version: 1\nname: a\n'), file('b.yaml', 'version: 1\nname: b\n')], 'one manifest at a time'],
])('%s is refused with a text that says what to do', async (_case, files, words) => {
  await expect(manifestFrom(files)).rejects.toThrow(words);
});

/** `faultline import … --join-on name --onto FILE`, run as a user runs it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { faultlineIn } from '@/test/faultlineCommand';

const directory = mkdtempSync(join(tmpdir(), 'faultline-join-'));
const run = faultlineIn(directory);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text);
  return name;
};
const COMPOSE = file(
  'compose.yaml',
  'name: till\nservices:\n  order-api:\n    build: .\n    depends_on: [order-db]\n  order-db: { image: "postgres:17" }\n  mailer: { image: "example/mailer:1" }\n',
);
const CATALOG = file(
  'catalog.yaml',
  'version: 1\nname: catalog\napplications:\n  - technicalName: orders\n    name: Orders\n    components:\n      - { technicalName: order-api, name: Order API, kind: WebApp }\n      - { technicalName: order-db, name: order-db, kind: Database }\n',
);
const JOIN = ['import', COMPOSE, '--join-on', 'name', '--onto'];

describe('import --join-on name --onto FILE', () => {
  it('writes a manifest of its own name that states only what the file leaves open, and says how many it joined', async () => {
    const { code, stdout, stderr } = await run([...JOIN, CATALOG]);
    expect([code, stdout]).toEqual([
      0,
      `# Made by \`faultline import compose\` from compose.yaml. To see what it would change: faultline push --preview FILE
# Joined by name onto catalog.yaml: of what is known there, it states only what was left open.
version: 1
name: till
technologies:
  - technicalName: postgresql-17
    name: PostgreSQL
    technologyVersion: "17"
applications:
  - technicalName: till
    name: till
    components:
      - technicalName: till-mailer
        name: mailer
  - technicalName: orders
    components:
      - technicalName: order-api
      - technicalName: order-db
        technologies: [postgresql-17]
dependencies:
  - source: order-api
    target: order-db
    dependencyType: ReadsWrites
    mode: Hard
`,
    ]);
    expect(stderr).toContain('joined 2 components onto catalog.yaml; 1 component stated as new\n');
    expect(stderr).toContain('decided: till-order-api is order-api of the landscape, by its name\n');
    expect(stderr).toContain('decided: the landscape has no component called till-mailer, so it is stated as new\n');
  });

  it('gives the numbers with --json, and takes the options before and after the kind', async () => {
    for (const words of [
      [...JOIN, CATALOG],
      ['import', '--join-on', 'name', 'compose', COMPOSE, '--onto', CATALOG],
    ]) {
      const { code, stdout } = await run([...words, '--json']);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { kind: 'compose', joined: { matched: 2, added: 1 }, manifest: { name: 'till' } },
      ]);
    }
  });

  it.each([
    [
      'one that fits two, and names both',
      [
        ...JOIN,
        file(
          'two.yaml',
          'version: 1\nname: two\napplications:\n  - technicalName: eu\n    components: [{ technicalName: a, name: Mailer }, { technicalName: b, name: mailer }]\n',
        ),
      ],
      'ambiguous_join',
      'till-mailer fits a (application eu) and b (application eu)',
    ],
    ['a manifest of the same name', [...JOIN, CATALOG, '--name', 'catalog'], 'same_manifest', 'both manifests are called catalog'],
    ['what is no manifest', [...JOIN, COMPOSE], 'invalid_input', 'compose.yaml is not a valid manifest'],
    ['--onto alone', ['import', COMPOSE, '--onto', CATALOG], 'usage', '--onto needs --join-on'],
    ['other things to join on', ['import', COMPOSE, '--join-on', 'owner'], 'usage', 'Allowed choices are name'],
  ])('refuses %s', async (_, words, code, message) => {
    const answer = await run([...words, '--json']);
    expect(answer.code).toBe(1);
    expect(JSON.parse(answer.stdout)).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
  });
});

/** `faultline compare`, run as a user runs it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { faultlineIn } from '@/test/faultlineCommand';

const directory = mkdtempSync(join(tmpdir(), 'faultline-compare-'));
const run = faultlineIn(directory);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text);
  return name;
};
const COMPOSE = file(
  'compose.yaml',
  'name: orders\nservices:\n  order-api:\n    build: .\n    depends_on: [order-db]\n  order-db: { image: "postgres:17" }\n',
);
const MANIFEST = file(
  'landscape.yaml',
  `version: 1
name: landscape
applications:
  - technicalName: orders
    components:
      - { technicalName: order-api, kind: WebAPI }
      - { technicalName: order-db, kind: Cache }
      - { technicalName: mailer, kind: Worker }
dependencies:
  - { source: order-api, target: order-db, dependencyType: ReadsWrites, mode: Soft }
  - { source: order-api, target: mailer, dependencyType: Calls, mode: Soft }
`,
);
mkdirSync(join(directory, 'catalog'));
file(
  join('catalog', 'api.yaml'),
  'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: order-api }\nspec: { type: service, system: orders }\n',
);

describe('compare', () => {
  it('says where a manifest and files of a tool disagree, the worst first, and how it knew what they are', async () => {
    const { code, stdout, stderr } = await run(['compare', MANIFEST, COMPOSE]);
    expect([code, stdout]).toEqual([
      0,
      `landscape.yaml  3 components, 2 dependencies
compose.yaml    2 components, 1 dependency
2 components are in all of them

Modes (1)
  order-api → order-db  landscape.yaml: Soft · compose.yaml: Hard

Components that some lack (1)
  mailer  landscape.yaml: mailer · compose.yaml: nothing

Kinds (1)
  order-db  landscape.yaml: Cache · compose.yaml: Database

Treated as the same though they are called differently (2)
  order-api  landscape.yaml: order-api · compose.yaml: orders-order-api
  order-db  landscape.yaml: order-db · compose.yaml: orders-order-db
`,
    ]);
    expect(stderr).toContain('compose.yaml is of kind compose: it has services at the outermost level\n');
  });

  it('exits with 2 if they disagree and --fail-on-differences is given, and with 0 if they agree', async () => {
    expect((await run(['compare', '--fail-on-differences', MANIFEST, COMPOSE])).code).toBe(2);
    const copy = file(
      'copy.json',
      JSON.stringify({
        version: 1,
        name: 'copy',
        applications: [{ technicalName: 'orders', components: [{ technicalName: 'Order_API' }] }],
      }),
    );
    const agreed = await run(['compare', '--fail-on-differences', 'catalog', copy]);
    expect([agreed.code, agreed.stdout]).toEqual([
      0,
      'catalog    1 component, 0 dependencies\ncopy.json  1 component, 0 dependencies\n1 component is in all of them\ncatalog states no dependency, so none is compared with it\ncopy.json states no dependency, so none is compared with it\n\nThey agree.\nCompared: which components and dependencies there are, their kinds, types and modes, which dependencies are required, who runs the components, and their applications, owner teams and runtimes. Nothing else.\n\nTreated as the same though they are called differently (1)\n  order-api  catalog: order-api · copy.json: Order_API\n',
    ]);
  });

  it('compares three as JSON, directories among them', async () => {
    const { code, stdout } = await run(['compare', '--json', MANIFEST, COMPOSE, 'catalog']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        sources: [{ source: 'landscape.yaml' }, { source: 'compose.yaml' }, { source: 'catalog', components: 1 }],
        shared: 1,
        joined: [
          { name: 'order-api', by: 'similarName', says: [{ value: 'order-api' }, { value: 'orders-order-api' }, { value: 'order-api' }] },
          { name: 'order-db', by: 'similarName' },
        ],
        silent: ['catalog'],
        differences: [
          { what: 'mode' },
          { what: 'component', subject: 'mailer' },
          { what: 'component', subject: 'order-db' },
          { what: 'kind' },
        ],
      },
    ]);
  });

  it.each([
    ['one document', [MANIFEST], 'usage', 'name at least two documents to compare'],
    ['the same document twice', [MANIFEST, './landscape.yaml'], 'usage', 'each once'],
    ['a file that does not exist', [MANIFEST, 'gone.yaml'], 'unreadable_file', 'gone.yaml: there is no such file'],
    ['a file of no kind', [MANIFEST, file('notes.yaml', 'hello: world\n')], 'unknown_kind', 'nothing says what kind this is'],
    [
      'a manifest with mistakes',
      [MANIFEST, file('wrong.yaml', 'version: 1\nname: w\ncomponents: []\n')],
      'invalid_input',
      'wrong.yaml is not a valid manifest',
    ],
  ])('refuses %s', async (_, paths, code, message) => {
    const answer = await run(['compare', ...paths, '--json']);
    expect(answer.code).toBe(1);
    expect(JSON.parse(answer.stdout)).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
  });
});

/** `faultline import`, run as a user runs it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { faultlineIn } from '@/test/faultlineCommand';

const directory = mkdtempSync(join(tmpdir(), 'faultline-import-'));
const run = faultlineIn(directory);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('import', () => {
  const WORDPRESS =
    'name: blog\nservices:\n  db: { image: "mysql:8" }\n  web:\n    image: wordpress:6\n    environment: { WORDPRESS_DB_HOST: db }\n';

  it('marks what it suggests, says what it decided, and names components as --prefix and --no-prefix say', async () => {
    writeFileSync(join(directory, 'compose.yaml'), WORDPRESS);
    const { code, stdout, stderr } = await run(['import', 'compose', 'compose.yaml']);
    expect(code).toBe(0);
    expect(stdout).toContain('  # suggested: WORDPRESS_DB_HOST names db, compose.yaml:6\n  - source: blog-web\n    target: blog-db\n');
    expect(stderr).toContain('compose.yaml:6:39: suggested: web depends on db, because WORDPRESS_DB_HOST mentions it\n');
    expect(stderr).toContain(
      'decided: every technicalName begins with blog, to avoid conflicts with other projects; use --prefix or --no-prefix to change that\n',
    );
    expect(stderr).toContain('1 dependency; 1 dependency suggested: check each; nothing was left out\n');
    for (const [option, expected] of [
      [['--prefix', 'eu'], 'eu-db'],
      [['--no-prefix'], 'db'],
      [['--name', 'site'], 'site-db'],
    ] as const) {
      const { manifest } = JSON.parse((await run(['import', 'compose', 'compose.yaml', '--json', ...option])).stdout) as {
        manifest: { applications: { components: { technicalName: string }[] }[] };
      };
      expect([option, manifest.applications[0]?.components[0]?.technicalName]).toEqual([option, expected]);
    }
  });

  it('of compose files maps the services of the profiles that --profile or COMPOSE_PROFILES choose, wherever the option stands', async () => {
    writeFileSync(
      join(directory, 'profiles.yaml'),
      'name: shop\nservices:\n  web: { image: nginx }\n  pg: { image: "postgres:16", profiles: [pg] }\n  my: { image: "mysql:8", profiles: [my] }\n',
    );
    const mapped = async (args: readonly string[], env: Record<string, string> = {}): Promise<string[]> => {
      const { manifest } = JSON.parse((await run([...args, '--no-prefix', '--json'], { env })).stdout) as {
        manifest: { applications: { components: { technicalName: string }[] }[] };
      };
      return (manifest.applications[0]?.components ?? []).map(({ technicalName }) => technicalName).sort();
    };
    const command = ['import', 'compose', 'profiles.yaml'];
    expect(await mapped(command)).toEqual(['my', 'pg', 'web']);
    expect(await mapped([...command, '--profile', 'pg'])).toEqual(['pg', 'web']);
    expect(await mapped(['--profile', 'pg', ...command, '--profile', 'my'])).toEqual(['my', 'pg', 'web']);
    expect(await mapped(command, { COMPOSE_PROFILES: 'my, none' })).toEqual(['my', 'web']);
    expect(await mapped([...command, '--profile', 'pg'], { COMPOSE_PROFILES: 'my' })).toEqual(['pg', 'web']);
    expect(await mapped(command, { COMPOSE_PROFILES: '' })).toEqual(['my', 'pg', 'web']);
  });

  it('of files with nothing to map exits with 1, writes no manifest, and says what it found', async () => {
    writeFileSync(join(directory, 'users.yaml'), 'apiVersion: backstage.io/v1alpha1\nkind: User\nmetadata: { name: ada }\nspec: {}\n');
    writeFileSync(join(directory, 'empty.yaml'), 'services: {}\n');
    const users = await run(['import', 'backstage', 'users.yaml', '-o', 'never.yaml']);
    expect(users).toMatchObject({ code: 1, stdout: '' });
    expect(users.stderr).toContain('users.yaml:2:1: not mapped: a landscape has no equivalent of the User ada\n');
    expect(users.stderr).toContain('nothing in these files can be mapped');
    expect(existsSync(join(directory, 'never.yaml'))).toBe(false);
    const empty = await run(['import', 'compose', 'empty.yaml', '--json']);
    expect(empty.code).toBe(1);
    expect(JSON.parse(empty.stdout)).toMatchObject({ error: { code: 'nothing_found', message: 'there is no service in empty.yaml' } });
  });
});

describe('import without a kind', () => {
  const SHOP = 'name: shop\nservices:\n  db: { image: "postgres:16" }\n';
  const ENTITY = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: cart }\nspec: { type: service }\n';
  const at = join(directory, 'recognised');
  mkdirSync(join(at, 'compose'), { recursive: true });
  writeFileSync(join(at, 'shop.yaml'), SHOP);
  writeFileSync(join(at, 'cart.yaml'), ENTITY);
  writeFileSync(join(at, 'compose', 'other.yaml'), ENTITY);

  it('says how it knew, on stderr and with --json', async () => {
    const sentence = 'shop.yaml is of kind compose: it has services at the outermost level';
    expect((await run(['import', 'shop.yaml'], { cwd: at })).stderr).toContain(`${sentence}\n`);
    const { stdout } = await run(['import', 'shop.yaml', '--json'], { cwd: at });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'compose', recognisedBy: sentence, manifest: { name: 'shop' } });
    const named = JSON.parse((await run(['import', 'compose', 'shop.yaml', '--json'], { cwd: at })).stdout) as object;
    expect(named).toMatchObject({ kind: 'compose' });
    expect(named).not.toHaveProperty('recognisedBy');
  });

  it('ends with the next steps that fit, on stderr and with --json', async () => {
    const step = '1 component, but no dependency is stated here: run `faultline observe` to find out what calls what';
    expect((await run(['import', 'shop.yaml'], { cwd: at })).stderr).toContain(`next: ${step}\n`);
    expect(JSON.parse((await run(['import', 'shop.yaml', '--json'], { cwd: at })).stdout)).toMatchObject({
      nextSteps: [step, expect.stringContaining('no capability')],
    });
  });

  it('takes ./compose for the folder, and compose for the kind', async () => {
    expect((await run(['import', './compose'], { cwd: at })).stderr).toContain('other.yaml is of kind backstage');
    expect((await run(['import', 'compose', 'cart.yaml'], { cwd: at })).stderr).toContain('cart.yaml is not a compose file');
  });

  it('refuses two kinds in one call, and names both', async () => {
    const { code, stdout } = await run(['import', 'shop.yaml', 'cart.yaml', '--json'], { cwd: at });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'several_kinds',
        message: 'these files are of two kinds: shop.yaml is of kind compose, cart.yaml of kind backstage',
      },
    });
  });

  it.each([
    [['import', 'shop.yaml', '--no-prefix', '-n', 'till'], 'technicalName: db\n'],
    [['import', '--prefix', 'eu', 'shop.yaml'], 'technicalName: eu-db\n'],
    [['import', '--name', 'till', 'compose', 'shop.yaml'], 'name: till\n'],
  ])('%j: options of the kind hold, wherever they stand', async (words, expected) => {
    expect((await run(words, { cwd: at })).stdout).toContain(expected);
  });

  it('refuses options of other kinds, and asks for files where there are none', async () => {
    expect((await run(['import', 'cart.yaml', '--prefix', 'x'], { cwd: at })).stderr).toContain('--prefix is not an option of backstage\n');
    expect((await run(['import'], { cwd: at })).stderr).toContain('name the files or directories to import\n');
  });
});

describe('import of bad input', () => {
  it('reads UTF-16 and Windows line ends, and explains why it refuses binary and missing files', async () => {
    const windows = 'services:\r\n  db: { image: redis }\r\n';
    writeFileSync(join(directory, 'utf16.yaml'), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(windows, 'utf16le')]));
    writeFileSync(join(directory, 'bytes.yaml'), Buffer.from([0, 159, 146, 150, 255, 254]));
    writeFileSync(join(directory, 'k8s.yaml'), 'apiVersion: v1\nkind: Service\n');
    const read = await run(['import', 'compose', 'utf16.yaml', '--name', 'shop']);
    expect([read.code, read.stdout.includes('technicalName: shop-db\n')]).toEqual([0, true]);
    for (const [file, sentence] of [
      ['bytes.yaml', 'bytes.yaml: is not UTF-8 text'],
      ['k8s.yaml', 'k8s.yaml is not a compose file: it has no services'],
      ['gone.yaml', 'gone.yaml: '],
    ] as const) {
      const { code, stdout, stderr } = await run(['import', 'compose', file]);
      expect([file, code, stdout]).toEqual([file, 1, '']);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain('    at ');
    }
  });

  it.skipIf(process.platform === 'win32')('never opens a device that a file names', async () => {
    writeFileSync(join(directory, 'device.yaml'), 'services:\n  a: { image: redis, env_file: /dev/zero }\ninclude: [/dev/zero]\n');
    const { code, stderr } = await run(['import', 'compose', 'device.yaml']);
    expect(code).toBe(0);
    expect(stderr).toContain('the env_file /dev/zero is not on this machine');
    expect(stderr).toContain('the included file /dev/zero is not on this machine');
  });

  it('of tables goes by their columns, by a preset or by a mapping, and says where a mapping is wrong', async () => {
    writeFileSync(join(directory, 'systems.csv'), 'Name,Needs,Tier\nweb,db,urgent\ndb,,Tier 1\n');
    writeFileSync(join(directory, 'map.yaml'), 'entities:\n  - { as: component, name: Name, fields: { colour: Tier } }\n');
    const { code, stdout, stderr } = await run(['import', 'systems.csv']);
    expect([code, stdout.includes('  - source: web\n    target: db\n')]).toEqual([0, true]);
    expect(stderr).toContain('systems.csv is of kind table: it is a .csv file\n');
    expect(stderr).toContain('systems.csv:2:3: not mapped: Tier “urgent” is not a known criticalityTier: 1 cell\n');
    const wrong = await run(['import', 'table', 'systems.csv', '--mapping', 'map.yaml']);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/map\.yaml:2:\d+.*entities\.0\.fields.*colour/s)]);
    const preset = await run(['import', 'table', 'systems.csv', '--preset', 'servicenow']);
    expect([preset.code, preset.stderr]).toEqual([1, expect.stringContaining('no entry of the mapping reads these rows: 2 rows')]);
  });

  it('of tables says which columns are not used, and not that a landscape has no equivalent of them', async () => {
    writeFileSync(join(directory, 'columns.csv'), 'Name,Business application,Sort\nledger,Finance suite,database\n');
    const { code, stderr } = await run(['import', 'table', 'columns.csv']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'not mapped: columns that are not used, until a mapping (--mapping) says what they become: Business application 1× from columns.csv:1, Sort 1× from columns.csv:1\n',
    );
    expect(stderr).not.toContain('no equivalent');
  });

  it('names a file that does not exist, or that cannot be reached, whatever kind it is read as', async () => {
    const kinds = 'backstage compose kubernetes structurizr likec4 terraform cloudformation calm catalog archimate table'.split(' ');
    const answers = await Promise.all(kinds.map((kind) => run(['import', kind, 'gone.csv'])));
    expect(answers.map(({ code, stderr }) => [code, stderr.split('\n')[0]])).toEqual(
      kinds.map(() => [1, expect.stringMatching(/^faultline: gone\.csv: there is no such file( or directory)?$/)]),
    );
    symlinkSync('circle', join(directory, 'circle'));
    const circle = await run(['import', 'table', 'circle']);
    expect([circle.code, circle.stderr]).toEqual([1, 'faultline: circle: its symbolic links lead in a circle\n']);
    mkdirSync(join(directory, 'with-circle'));
    symlinkSync('circle', join(directory, 'with-circle', 'circle'));
    writeFileSync(join(directory, 'with-circle', 'compose.yaml'), 'name: blog\nservices:\n  db: { image: "mysql:8" }\n');
    expect((await run(['import', 'with-circle'])).code).toBe(0);
    const traces = await run(['observe', 'otlp', 'circle']);
    expect([traces.code, traces.stderr]).toEqual([1, 'faultline: circle: its symbolic links lead in a circle\n']);
    const output = await run(['import', 'table', 'systems.csv', '-o', 'nowhere/made.yaml']);
    expect([output.code, output.stderr.split('\n').at(-2)]).toEqual([
      1,
      'faultline: nowhere/made.yaml cannot be written: its directory does not exist',
    ]);
    const previous = await run(['import', 'table', 'systems.csv', '--previous', 'gone.csv']);
    expect([previous.code, previous.stderr.split('\n').at(-2)]).toEqual([1, 'faultline: gone.csv: there is no such file']);
  });
});

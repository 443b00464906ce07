/** `npm run admin`: its two streams and its exit code; in a separate process where the process itself is tested. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looksLikeKey } from '@/domain/apiKeyFormat';
import { adminCommand } from './adminCommand';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { type Answer, runProcess } from '@/test/adminProcess';
import { createTestDatabase } from '@/test/database';

let environment: Record<string, string>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  const variables: NodeJS.ProcessEnv = { NODE_ENV: 'test' };
  stateAddresses(made.addresses, variables);
  environment = variables as Record<string, string>;
});
afterAll(() => drop());

/** Runs the command in this process, and returns its output and exit code. A separate process would spend a second loading. */
async function run(words: readonly string[], variables = environment, stdin = ''): Promise<Answer> {
  const answer: Answer = { code: -1, stdout: '', stderr: '' };
  const env = variables as NodeJS.ProcessEnv;
  const stdout = { write: (text: string) => (answer.stdout += text) };
  const stderr = { write: (text: string) => (answer.stderr += text) };
  answer.code = await adminCommand(words, { env: { ...env }, stdin: Readable.from([stdin]), stdout, stderr });
  return answer;
}

/** Exactly one JSON document on stdout, and nothing else anywhere. */
async function runJson<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...words, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^.+\n$/);
  return JSON.parse(stdout) as T;
}

async function refusal(...words: string[]): Promise<{ code: string; message: string }> {
  const { code, stdout } = await run([...words, '--json']);
  expect(code).toBe(1);
  return (JSON.parse(stdout) as { error: { code: string; message: string } }).error;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('tenants', () => {
  it('are created, listed and moved to another plan', async () => {
    const { tenantId, ...rest } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Acme', '--plan', 'Free');
    expect(tenantId).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({});
    expect(await runJson('tenant', 'set-plan', '--tenant', tenantId, '--plan', 'Business')).toEqual({ tenantId, plan: 'Business' });
    const listed = await runJson<{ tenantId: string; name: string; plan: string }[]>('tenant', 'list');
    expect(listed.find((tenant) => tenant.tenantId === tenantId)).toMatchObject({ name: 'Acme', plan: 'Business' });
  });

  it('on a plan that does not exist are refused, and the plans are named', async () => {
    const { code, message } = await refusal('tenant', 'create', '--name', 'Acme', '--plan', 'Gold');
    expect(code).toBe('usage');
    expect(message).toContain('Free, Team, Business, Enterprise');
  });

  it('can get a higher limit than their plan, and lose it again', async () => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Busy', '--plan', 'Business');
    const set = (...words: string[]) => runJson('tenant', 'set-limit', '--tenant', tenantId, ...words);
    const own = { tenantId, plan: 'Business', signalsPerMinute: 600, requestsPerMinute: 1_200 };
    expect(await set('--signals-per-minute', '90000')).toEqual({ ...own, signalsPerMinute: 90_000 });
    // A limit that is not named keeps its raised value.
    expect(await set('--requests-per-minute', '5000')).toEqual({ ...own, signalsPerMinute: 90_000, requestsPerMinute: 5_000 });
    // A larger plan with a lower limit than the raised one takes nothing away, and a plan without signals allows none.
    await runJson('tenant', 'set-plan', '--tenant', tenantId, '--plan', 'Enterprise');
    expect(await set('--signals-per-minute', '60000')).toEqual({
      ...own,
      plan: 'Enterprise',
      signalsPerMinute: 60_000,
      requestsPerMinute: 120_000,
    });
    expect(await set('--clear')).toEqual({ ...own, plan: 'Enterprise', signalsPerMinute: 60_000, requestsPerMinute: 120_000 });
    await runJson('tenant', 'set-plan', '--tenant', tenantId, '--plan', 'Business');
    expect(await set('--clear')).toEqual(own);
  });

  it.each([
    ['neither a limit nor --clear', [], 'invalid_input', '--clear'],
    ['both a limit and --clear', ['--clear', '--signals-per-minute', '700'], 'invalid_input', '--clear'],
    ['less than the plan allows', ['--signals-per-minute', '599'], 'invalid_input', 'can only be raised'],
    ['something that is not a number', ['--requests-per-minute', 'many'], 'usage', 'whole number'],
    ['an absurdly large number', ['--requests-per-minute', '10000001'], 'usage', '10000000'],
  ])('get no higher limit from %s', async (_, words, code, part) => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Busy', '--plan', 'Business');
    const refused = await refusal('tenant', 'set-limit', '--tenant', tenantId, ...words);
    expect([refused.code, refused.message]).toEqual([code, expect.stringContaining(part)]);
  });

  it('have no limit to raise on a plan without an API, or if they do not exist', async () => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Small', '--plan', 'Team');
    const refused = await refusal('tenant', 'set-limit', '--tenant', tenantId, '--signals-per-minute', '700');
    expect(refused).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('Business or Enterprise') as string });
    expect((await refusal('tenant', 'set-limit', '--tenant', NOBODY, '--clear')).code).toBe('not_found');
  });

  it('that do not exist cannot be put on a plan', async () => {
    expect(await refusal('tenant', 'set-plan', '--tenant', NOBODY, '--plan', 'Team')).toEqual({
      code: 'not_found',
      message: `There is no tenant ${NOBODY}.`,
    });
  });
});

describe('people', () => {
  it('get an account, and join a second tenant with the same account', async () => {
    const first = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'One', '--plan', 'Team');
    const second = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Two', '--plan', 'Team');
    const account = ['user', 'create', '--email', 'ada@acme.example', '--password', 'a long password'];
    const made = await runJson<{ userId: string }>(...account, '--tenant', first.tenantId, '--role', 'Owner');
    expect(made).toMatchObject({ email: 'ada@acme.example', tenantId: first.tenantId, role: 'Owner', isNew: true });
    const joined = await runJson<{ userId: string }>(...account, '--tenant', second.tenantId, '--role', 'Viewer');
    expect(joined).toMatchObject({ userId: made.userId, tenantId: second.tenantId, role: 'Viewer', isNew: false });
  });

  it('may get their password from stdin or the environment', async () => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Three', '--plan', 'Team');
    const words = (email: string): string[] => ['user', 'create', '--email', email, '--tenant', tenantId, '--role', 'Editor'];
    expect((await run([...words('stdin@acme.example'), '--password', '-'], environment, 'from standard input\n')).code).toBe(0);
    expect((await run(words('environment@acme.example'), { ...environment, FAULTLINE_PASSWORD: 'from the environment' })).code).toBe(0);
  });

  it.each([
    ['a short password', ['--email', 'bob@acme.example', '--password', 'short'], 'invalid_input', '8 to 128 characters'],
    ['an invalid e-mail address', ['--email', 'bob', '--password', 'a long password'], 'invalid_input', 'e-mail address'],
  ])('with %s are refused', async (_, words, code, part) => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Four', '--plan', 'Team');
    const refused = await refusal('user', 'create', ...words, '--tenant', tenantId, '--role', 'Viewer');
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(part);
  });

  it('with a role that does not exist are refused, and the roles are named', async () => {
    const refused = await refusal(
      'user',
      'create',
      '--email',
      'bob@acme.example',
      '--password',
      'a long password',
      '--tenant',
      NOBODY,
      '--role',
      'King',
    );
    expect(refused.message).toContain('Viewer, Editor, Admin, Owner');
  });
});

describe('keys', () => {
  it('are created, listed without the key, and revoked', async () => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Keys', '--plan', 'Business');
    const wish = ['--name', 'ci', '--scopes', 'read,write,health', '--can-see-revenue', '--expires-at', '2999-01-31'];
    const made = await runJson<{ id: string; key: string }>('key', 'create', '--tenant', tenantId, ...wish);
    expect(looksLikeKey(made.key)).toBe(true);
    expect(made).toMatchObject({
      name: 'ci',
      scopes: ['read', 'write', 'health'],
      canSeeRevenue: true,
      expiresAt: '2999-01-31T00:00:00.000Z',
      revokedAt: null,
    });
    const revoked = await runJson<{ revokedAt: string | null }>('key', 'revoke', '--tenant', tenantId, '--id', made.id);
    expect(revoked.revokedAt).not.toBeNull();
    const listed = await run(['key', 'list', '--tenant', tenantId, '--json']);
    expect((JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id)).toEqual([made.id]);
    expect(listed.stdout).not.toContain(made.key);
  });

  it.each([
    ['Team', ['--scopes', 'read'], 'plan_required'],
    ['Business', ['--scopes', 'read,admin'], 'invalid_input'],
    ['Business', ['--scopes', 'read,read'], 'invalid_input'],
    ['Business', ['--scopes', 'read', '--expires-at', '2001-01-01'], 'invalid_input'],
    ['Business', ['--scopes', 'read', '--expires-at', 'tomorrow'], 'usage'],
  ])('on the plan %s with %j are refused as %s', async (plan, words, code) => {
    const { tenantId } = await runJson<{ tenantId: string }>('tenant', 'create', '--name', 'Refused', '--plan', plan);
    expect((await refusal('key', 'create', '--tenant', tenantId, '--name', 'k', ...words)).code).toBe(code);
  });

  it('of a tenant that does not exist are refused', async () => {
    expect((await refusal('key', 'create', '--tenant', NOBODY, '--name', 'k', '--scopes', 'read')).code).toBe('not_found');
    expect((await refusal('key', 'create', '--tenant', 'acme', '--name', 'k', '--scopes', 'read')).code).toBe('usage');
  });
});

describe('as a process', () => {
  it('answers only on stdout, accepts a password from stdin and from the environment, and exits with 0', { tags: ['long'] }, async () => {
    const made = await runProcess(['tenant', 'create', '--name', 'Process', '--plan', 'Team', '--json'], environment);
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^.+\n$/);
    const { tenantId } = JSON.parse(made.stdout) as { tenantId: string };
    const words = (email: string): string[] => ['user', 'create', '--email', email, '--tenant', tenantId, '--role', 'Editor'];
    const byStdin = await runProcess([...words('process@acme.example'), '--password', '-'], environment, 'from standard input\n');
    expect(byStdin.code).toBe(0);
    const byEnvironment = { ...environment, FAULTLINE_PASSWORD: 'from the environment' };
    expect((await runProcess(words('process-environment@acme.example'), byEnvironment)).code).toBe(0);
  });

  it('exits with 1 and says why, for invalid arguments and for refusals', async () => {
    const usage = await runProcess(['tenant', 'create', '--plan', 'Gold'], environment);
    expect(usage.code).toBe(1);
    expect(usage.stderr).toContain('Free, Team, Business, Enterprise');
    const refused = await runProcess(['tenant', 'set-plan', '--tenant', NOBODY, '--plan', 'Team'], environment);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `There is no tenant ${NOBODY}.\n` });
  });
});

describe('where the database is', () => {
  it('gets one sentence if an external database does not answer', async () => {
    const { code, stderr } = await run(['tenant', 'list'], {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
      DATABASE_SINGLE_LOGIN: '1',
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The database of DATABASE_URL does not answer.\n' });
  });
});

describe('the distribution over several nodes', () => {
  it('is printed as statements on a plain PostgreSQL; carrying it out is refused with what it needs', async () => {
    const { code, stdout } = await run(['distribute', '--dry-run']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toContain(`select create_distributed_table('"tenant"', 'id');`);
    expect(lines.at(-1)).toMatch(/^\d+ tables would be moved, on a Citus; this is a plain PostgreSQL\.$/);
    expect(await refusal('distribute')).toEqual({ code: 'invalid_input', message: expect.stringContaining('Citus 12 or newer') });
    expect(await runJson('distribute', '--dry-run')).toMatchObject({ isDone: false, isCitus: false, tables: [] });
  });

  it('works as the owner of the tables, and says so if that login is not set', async () => {
    const { DATABASE_OWNER_URL: _owner, ...others } = environment;
    const { code, stderr } = await run(['distribute', '--dry-run'], others);
    expect([code, stderr]).toEqual([1, 'This works as the owner of the tables: set DATABASE_OWNER_URL beside DATABASE_URL.\n']);
  });
});

/**
 * Outside judges at the agents' door: the official conformance suite and the official inspector. Each call of a judge starts a process that takes a second, so
 * `npm test` checks only the current protocol, and `npm run test:long` the former one too.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLIES, DOES_NOT_APPLY, INAPPLICABLE_CHECKS, REVISIONS, WANT_OF_SAMPLE, type Revision } from '@/test/conformanceScope';
import { useTestDatabase } from '@/test/database';
import { addKey, ask, hasConformanceTools, type KeyProxy, type Verdict } from '@/test/conformanceTools';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createShopTenant, type RestTenant } from '@/test/restTenants';
import { TOOLS } from './tools';

const { database } = await useTestDatabase();
const isWhole = process.env.FAULTLINE_JUDGES === 'whole';
const ASKED_REVISIONS = isWhole ? REVISIONS : REVISIONS.slice(-1);
const ASKED_ERAS = isWhole ? ['legacy', 'modern'] : ['modern'];

const directory = mkdtempSync(join(tmpdir(), 'faultline-conformance-'));

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  errorMessage?: string;
}

/** By scenario; the suite writes a folder for each, with the time behind its name. */
function checksIn(folder: string): Map<string, Check[]> {
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ''),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    ]),
  );
}

describe.skipIf(!hasConformanceTools)('the conformance tools (npm test installs them)', () => {
  let server: Server;
  let port: number;
  let proxy: KeyProxy;
  let tenant: RestTenant;
  const address = (at: number): string => `http://127.0.0.1:${at}/api/${tenant.tenantId}/mcp`;

  beforeAll(async () => {
    ({ server, port } = await nodeServer());
    tenant = await createShopTenant(database, sendTo(port));
    // The suite has no way to send a key.
    proxy = await addKey(port, tenant.keys.all);
  });
  afterAll(async () => {
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  });

  describe.each(ASKED_REVISIONS)('the conformance suite, revision %s', (revision: Revision) => {
    let ran: Map<string, Check[]>;
    beforeAll(async () => {
      const output = join(directory, revision);
      await ask('conformance', ['server', '--url', address(proxy.port), '--requirements', revision, '--output-dir', output], directory);
      ran = checksIn(output);
    }, 120_000);

    it('runs exactly the scenarios that are listed here as applying or not', () => {
      expect([...ran.keys()].sort()).toEqual([...APPLIES[revision], ...Object.keys(DOES_NOT_APPLY[revision])].sort());
    });

    it.each(APPLIES[revision])('%s passes', (scenario) => {
      const checks = ran.get(scenario) ?? [];
      expect(
        checks
          .filter(({ status }) => status === 'FAILURE')
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...(INAPPLICABLE_CHECKS[revision][scenario] ?? [])].sort());
      expect(checks.filter(({ status }) => status === 'WARNING')).toEqual([]);
      expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
    });

    it('fails in the others only for features that this server need not have', () => {
      const failures = [...ran].flatMap(([scenario, checks]) =>
        checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`),
      );
      expect(failures.filter((line) => !WANT_OF_SAMPLE.test(line))).toEqual([]);
    });
  });

  describe.each(ASKED_ERAS)('the inspector, era %s', (era) => {
    const inspect = (...args: string[]): Promise<Verdict> =>
      ask(
        'inspector',
        [
          '--cli',
          '--server-url',
          address(port),
          '--transport',
          'http',
          '--header',
          `Authorization: Bearer ${tenant.keys.all}`,
          '--protocol-era',
          era,
          '--stored-auth-only',
          '--format',
          'json',
          ...args,
        ],
        directory,
      );
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- compared with exact values
    const answered = ({ code, stdout, stderr }: Verdict): any => {
      expect(code, stderr).toBe(0);
      return (JSON.parse(stdout) as { result: unknown }).result;
    };

    it('lists the tools, and finds their schemas portable', async () => {
      const verdict = await inspect('--method', 'tools/list', '--strict');
      expect((answered(verdict).tools as { name: string }[]).map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    });

    it('calls a tool', async () => {
      const answer = answered(
        await inspect('--method', 'tools/call', '--tool-name', 'blast_radius', '--tool-arg', 'entity=kafka', 'kind=component'),
      );
      expect(answer.structuredContent.entity.technicalName).toBe('kafka');
      expect(answer.isError).toBeUndefined();
    });

    it('reads a resource and gets a prompt', async () => {
      const { contents } = answered(await inspect('--method', 'resources/read', '--uri', 'faultline://landscape'));
      expect(JSON.parse(contents[0].text).entities.component).toBeGreaterThan(0);
      const { messages } = answered(
        await inspect('--method', 'prompts/get', '--prompt-name', 'who_do_i_call', '--prompt-args', 'entity=kafka'),
      );
      expect(messages[0].content.text).toContain('"kafka"');
    });

    it('says what to do without a key', async () => {
      const { code, stdout, stderr } = await ask(
        'inspector',
        [
          '--cli',
          '--server-url',
          address(port),
          '--transport',
          'http',
          '--protocol-era',
          era,
          '--stored-auth-only',
          '--method',
          'tools/list',
        ],
        directory,
      );
      expect(code).not.toBe(0);
      expect(`${stdout}${stderr}`).toMatch(/auth/i);
    });
  });
});

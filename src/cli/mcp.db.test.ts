/** `faultline mcp` as the official client starts it: both protocol eras over stdin and stdout, and every refusal as a message. */
import type { Server } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { useFaultline } from '@/test/faultlineCommand';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const faultline = useFaultline();

let server: Server;
let tenant: RestTenant;
let env: Record<string, string>;
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  tenant = await createRestTenant(database, sendTo(started.port));
  await tenant.call('POST', '/applications', { json: { name: 'Shop', technicalName: 'shop', ownerTeam: 'Storefront' } });
  const keyFile = join(faultline.directory, 'key.txt');
  writeFileSync(keyFile, `${tenant.keys.all}\n`);
  env = { FAULTLINE_URL: `http://127.0.0.1:${started.port}`, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY_FILE: keyFile };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each([
  ['2025', 'legacy' as const, '2025-11-25'],
  ['July 2026', { pin: '2026-07-28' }, '2026-07-28'],
])('the official client of %s', (_, mode, version) => {
  it('lists and calls tools, reads and prompts', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [faultline.bundle, 'mcp'],
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await client.connect(transport);
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('blast_radius');
      const { structuredContent } = await client.callTool({ name: 'get_entity', arguments: { entity: 'shop' } });
      expect(structuredContent).toMatchObject({ kind: 'application', entity: { technicalName: 'shop', ownerTeam: 'Storefront' } });
      const { contents } = await client.readResource({ uri: 'faultline://applications/shop' });
      expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
        application: { technicalName: 'shop' },
        componentCount: 0,
      });
      const { messages } = await client.getPrompt({ name: 'who_do_i_call', arguments: { entity: 'shop' } });
      expect(messages).toHaveLength(1);
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'faultline://applications/{technicalName}' },
        argument: { name: 'technicalName', value: 'sh' },
      });
      expect(completion.values).toEqual(['shop']);
    } finally {
      await client.close();
    }
    expect(said).toBe('');
  });
});

describe('a line', () => {
  const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const ping = line({ id: 1, method: 'ping' });

  it('after line is answered with one line each, and the end of input ends the command', async () => {
    const { code, stdout, stderr } = await faultline.run(['mcp'], {
      env,
      stdin: `${ping}\nnonsense\n${line({ method: 'notifications/initialized' })}${line({ id: 'b', method: 'nothing/of/this' })}`,
    });
    expect([code, stderr]).toEqual([0, '']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { id: unknown; result?: object; error?: { code: number } });
    expect(answers.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual(
      expect.arrayContaining([
        [1, {}],
        [null, -32700],
        ['b', -32601],
      ]),
    );
    expect(answers).toHaveLength(3);
  });

  it.each([
    ['with a key that is not valid', { FAULTLINE_KEY: `flt_${'0'.repeat(36)}` }, /not an API key/],
    ['without a tenant', { FAULTLINE_TENANT: '' }, /which tenant/],
  ])('%s is discarded unread', async (_, more, said) => {
    const { code, stdout, stderr } = await faultline.run(['mcp'], { env: { ...env, ...more }, stdin: ping });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(said);
  });

  it('for the address of another tenant gets an error that says why', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    const { code, stdout, stderr } = await faultline.run(['mcp'], { env: { ...env, FAULTLINE_TENANT: other }, stdin: ping });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32000, data: { code: 'tenant_mismatch', status: 403 } } });
    expect(stderr).toContain('another tenant');
  });

  it('for a server that is down gets an error that says why', async () => {
    const gone = await nodeServer();
    await new Promise((resolve) => gone.server.close(resolve));
    const address = `http://127.0.0.1:${gone.port}`;
    const { stdout } = await faultline.run(['mcp'], { env: { ...env, FAULTLINE_URL: address }, stdin: ping });
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      error: { code: -32000, message: `nothing listens at ${address}`, data: { code: 'no_answer' } },
    });
  });
});

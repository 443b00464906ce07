/** `npm run admin` without a running server: it starts and stops the embedded database itself. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProcess } from '@/test/adminProcess';

describe('where the database is', () => {
  it('is in its own embedded server when none runs: created, used, backed up, restored and stopped', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'faultline-admin-'));
    chmodSync(directory, 0o711);
    try {
      const environment = { FAULTLINE_DATA: directory };
      const made = await runProcess(['tenant', 'create', '--name', 'Kept', '--plan', 'Team', '--json'], environment);
      const { tenantId } = JSON.parse(made.stdout) as { tenantId: string };
      // Both at once: the second waits for the first.
      const [listed, again] = await Promise.all([
        runProcess(['tenant', 'list', '--json'], environment),
        runProcess(['tenant', 'list', '--json'], environment),
      ]);
      for (const { code, stdout } of [listed, again]) {
        expect(code).toBe(0);
        expect((JSON.parse(stdout) as { tenantId: string }[]).map((tenant) => tenant.tenantId)).toEqual([tenantId]);
      }
      // This database's login is no superuser, so row-level security would hide everything from a plain dump.
      const file = join(directory, 'kept.backup');
      const saved = await runProcess(['backup', file], environment);
      expect(saved.stdout).toContain('1 tenant, ');
      expect((await runProcess(['restore', file], environment)).stderr).toContain('--replace');
      expect((await runProcess(['rotate-secret'], environment)).code).toBe(0);
      const restored = await runProcess(['restore', file, '--replace', '--json'], environment);
      expect(JSON.parse(restored.stdout)).toMatchObject({ tenants: 1, sealedWithAnotherSecret: 0 });
      expect((await runProcess(['tenant', 'list'], environment)).stdout).toContain('Kept');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

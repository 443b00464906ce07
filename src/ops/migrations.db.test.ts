/** The migrations and the model say the same. */
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '@/ops/migrate';
import { differenceToModel, projectSchema, readMigrations } from '@/ops/schemaEngine';
import { createTestDatabase } from '@/test/database';

describe('the migrations', () => {
  it('make exactly what schema.prisma says', async () => {
    expect(readMigrations(projectSchema()).migrationDirectories.length).toBeGreaterThan(0);
    expect(await differenceToModel(inject('templateUrl'), projectSchema())).toBe('');
  });

  it('have nothing to do on a database that has them all', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await migrate({ url, log: () => undefined })).toEqual([]);
    } finally {
      await drop();
    }
  });
});

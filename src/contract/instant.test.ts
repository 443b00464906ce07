import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instant } from './fields';

describe('a date-time from outside', () => {
  it.each([
    ['0001-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['2026-11-20T09:30:00+14:00', true],
    // Years that leave 0001 to 9999 once they are converted to UTC.
    ['0001-01-01T00:00:00+14:00', false],
    ['9999-12-31T23:59:59-12:00', false],
    ['0000-06-01T00:00:00Z', false],
    ['2026-02-30T00:00:00Z', false],
    ['+010000-01-01T00:00:00Z', false],
  ])('%s is taken: %s', (value, isTaken) => {
    expect(instant.safeParse(value).success).toBe(isTaken);
  });

  it('is read by this one field wherever the contract takes one', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'fields.ts',
    );
    const others = files.filter((file) => /iso\s*\.datetime\(|\.datetime\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
    expect(others).toEqual([]);
  });
});

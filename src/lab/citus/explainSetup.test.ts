import { describe, expect, it } from 'vitest';
import { parseMessage } from '@/test/statements/parsedStatement';
import type { Explained } from './explain';
import { reportOn } from './explainSetup';

const line = (more: Partial<Explained>): Explained => ({
  sql: 'select\n 1',
  user: 'faultline_app',
  isAcrossTenants: false,
  shards: 1,
  refusal: null,
  ...more,
});

describe('the report on what a Citus would do with each statement', () => {
  it('finds no fault in statements of one shard, nor in those that are known to ask all', () => {
    const { lines, faults } = reportOn([
      line({}),
      line({ sql: 'select 2', shards: 32, isAcrossTenants: true }),
      line({ sql: 'select 3', shards: 0 }),
    ]);
    expect([lines, faults]).toEqual([
      ['3 statements: 0 refused, 0 ask more than one shard without being known for it, 1 are known to.'],
      0,
    ]);
  });

  it('names what would be refused, and what would ask many shards, once each', () => {
    const spread = line({ sql: 'select 4', shards: 4 });
    const { lines, faults } = reportOn([line({}), line({ refusal: 'no plan', isAcrossTenants: true }), spread, spread]);
    expect(lines).toEqual([
      'Refused: no plan\n  select 1',
      'Asks 4 shards:\n  select 4',
      '2 statements: 1 refused, 1 ask more than one shard without being known for it, 0 are known to.',
    ]);
    expect(faults).toBe(3);
  });

  it('is not content with nothing', () => {
    expect(reportOn([]).faults).toBe(1);
  });
});

describe('the statements of a message', () => {
  it('are separate, whatever letters and semicolons they contain', () => {
    expect(parseMessage(`begin; select 'é; ü' as x;update "a" set b = 'ß'; commit`)).toEqual([
      { kind: 'TransactionStmt', sql: 'begin' },
      { kind: 'SelectStmt', sql: `select 'é; ü' as x` },
      { kind: 'UpdateStmt', sql: `update "a" set b = 'ß'` },
      { kind: 'TransactionStmt', sql: 'commit' },
    ]);
    expect(parseMessage('select 1')).toEqual([{ kind: 'SelectStmt', sql: 'select 1' }]);
  });
});

/** The values that the database stores encrypted with FAULTLINE_SECRET, and how to re-encrypt them. */
import type { Client } from 'pg';
import { reseal } from '@/server/secrets';
import { WEBHOOK_SECRET } from '@/server/webhooks/endpointSecrets';
import { quoteName } from './catalog';

interface SealedColumn {
  table: string;
  keys: readonly string[];
  column: string;
  purpose: string;
  /** A SQL condition for the rows with an encrypted value. */
  where: string;
  /** Whether rows may be deleted if their secret is lost, because they are stored for at most a day. */
  isPassing: boolean;
}

/** All encrypted columns of the product. A new one must be listed here, or a change of the secret would lose it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoint', keys: ['tenantId', 'id'], column: 'secret', purpose: WEBHOOK_SECRET, where: 'true', isPassing: false },
  {
    table: 'webhook_endpoint',
    keys: ['tenantId', 'id'],
    column: 'previousSecret',
    purpose: WEBHOOK_SECRET,
    where: '"previousSecret" is not null',
    isPassing: false,
  },
  {
    table: 'idempotency_record',
    keys: ['tenantId', 'principal', 'method', 'path', 'key'],
    column: 'answer',
    purpose: 'idempotency',
    where: '"isSealed"',
    isPassing: true,
  },
];

export interface ResealResult {
  /** Values that can now be decrypted with the newest secret, and could not before. */
  changed: number;
  /** Values that none of the given secrets can decrypt. */
  lost: number;
}

/**
 * Re-encrypts with `newest` every value that one of `older` can decrypt. Values that none can decrypt are left and counted, except for
 * stored answers of requests, which are deleted. Runs in the transaction of `client`, which must see all tenants.
 */
export async function resealAll(client: Client, newest: string, older: readonly string[]): Promise<ResealResult> {
  const result: ResealResult = { changed: 0, lost: 0 };
  for (const { table, keys, column, purpose, where, isPassing } of SEALED_COLUMNS) {
    const key = keys.map(quoteName).join(', ');
    const match = keys.map((name, index) => `${quoteName(name)}::text = $${index + 1}`).join(' and ');
    const { rows } = await client.query<Record<string, string> & { sealed: Buffer }>(
      `select ${keys.map((name) => `${quoteName(name)}::text`).join(', ')}, ${quoteName(column)} as sealed from ${quoteName(table)} where ${where} order by ${key}`,
    );
    for (const row of rows) {
      const outcome = reseal(purpose, row.sealed, newest, older);
      const values = keys.map((name) => row[name]);
      if (outcome === null)
        if (isPassing) await client.query(`delete from ${quoteName(table)} where ${match}`, values);
        else result.lost += 1;
      else if (outcome.isChanged) {
        await client.query(`update ${quoteName(table)} set ${quoteName(column)} = $${keys.length + 1} where ${match}`, [
          ...values,
          outcome.sealed,
        ]);
        result.changed += 1;
      }
    }
  }
  return result;
}

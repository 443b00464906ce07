/** What an agent gets twice, as text and as structure, says the same: every list of entities in the structure is in the text as well. */
import { beforeAll, expect, it } from 'vitest';
import { callTool } from '@/test/agentClient';
import { useTestDatabase } from '@/test/database';
import type { Names } from '@/test/matrix/names';
import { populate } from '@/test/matrix/populatedTenant';
import { toolRows } from '@/test/matrix/toolRows';
import { sendToWeb } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
let tenant: RestTenant;
let own: Names;
const ROWS = toolRows(() => own);

beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  own = await populate(database, tenant, 'own');
});

/** The technical names of what the structure lists, with where they are. */
function namesIn(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    field === 'technicalName' && typeof inner === 'string' ? [[inner, path] as [string, string]] : namesIn(inner, `${path}.${field}`),
  );
}

it.each(Object.keys(ROWS).filter((name) => name !== 'apply_manifest'))('%s', async (name) => {
  const silent: string[] = [];
  for (const input of ROWS[name]?.(own) ?? [])
    for (const more of name === 'blast_radius' ? [{}, { direction: 'upstream' }] : [{}]) {
      const { text, structured, isError } = await callTool(tenant, name, { ...input, ...more });
      if (isError === true) continue;
      silent.push(
        ...namesIn(structured).flatMap(([named, path]) => (text.includes(named) ? [] : [`${path}: ${named} ${JSON.stringify(more)}`])),
      );
    }
  expect([...new Set(silent)]).toEqual([]);
});

/**
 * Prisma's schema engine as WebAssembly inside this process, for development: it writes the SQL that leads from one schema.prisma to
 * another. The command `prisma migrate diff` does the same, but needs a binary from outside the registry.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Pool } from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { DiffTarget } from '@prisma/schema-engine-wasm/schema_engine_bg';

let isInstantiated = false;

async function instantiate(): Promise<void> {
  if (isInstantiated) return;
  const fromRoot = createRequire(join(process.cwd(), 'package.json'));
  const path = fromRoot.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const imports = { './schema_engine_bg.js': engineModule as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(readFileSync(path), imports);
  engineModule.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') (start as () => void)();
  isInstantiated = true;
}

function model(content: string): DiffTarget {
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] };
}

/**
 * The SQL that leads from one model to the other, both as the text of a schema.prisma; null stands for an empty database. Empty if nothing
 * differs. The engine insists on a connection to `url`, but neither reads nor changes that database.
 */
export async function sqlBetween(url: string, from: string | null, to: string): Promise<string> {
  await instantiate();
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const engine = await engineModule.SchemaEngine.new({ datamodels: [['schema.prisma', to]] }, () => undefined, adapter);
    const { stdout } = await engine.diff({
      from: from === null ? { tag: 'empty' } : model(from),
      to: model(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const script = (stdout ?? '').trim();
    return script === '-- This is an empty migration.' ? '' : script;
  } finally {
    await pool.end();
  }
}

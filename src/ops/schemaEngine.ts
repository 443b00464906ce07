/**
 * Prisma's schema engine as WebAssembly inside this process: no binary needs to be downloaded, and the usual _prisma_migrations table is
 * written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createMigrationAdapter } from '@/ops/migrationAdapter';

const EVERYTHING: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The files in the repository: the model, and the migrations that lead to it. */
export interface SchemaSource {
  schemaPath: string;
  migrationsDirectory: string;
}

export function projectSchema(): SchemaSource {
  return { schemaPath: join(process.cwd(), 'prisma', 'schema.prisma'), migrationsDirectory: join(process.cwd(), 'prisma', 'migrations') };
}

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

/** Runs `work` with an engine connected to `url`. Its errors keep the words of the database. */
export async function withSchemaEngine<T>(url: string, source: SchemaSource, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await instantiate();
  const model = readFileSync(source.schemaPath, 'utf8');
  const adapter = createMigrationAdapter(url);
  try {
    const bound = bindMigrationAwareSqlAdapterFactory(adapter.factory);
    const engine = await engineModule.SchemaEngine.new({ datamodels: [[source.schemaPath, model]] }, () => undefined, bound);
    return await work(engine);
  } finally {
    await adapter.close();
  }
}

export function readMigrations(source: SchemaSource): MigrationList {
  const baseDir = source.migrationsDirectory;
  const lockPath = join(baseDir, 'migration_lock.toml');
  const names = existsSync(baseDir) ? readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockPath) ? readFileSync(lockPath, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names
      .map((entry) => entry.name)
      .sort()
      .map((path) => ({
        path,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8') } },
      })),
  };
}

/** Applies missing migrations and returns their names, oldest first. Takes no lock; migrate.ts does that. */
export async function applyMigrations(url: string, source: SchemaSource): Promise<string[]> {
  const migrationsList = readMigrations(source);
  return withSchemaEngine(
    url,
    source,
    async (engine) => (await engine.applyMigrations({ migrationsList, filters: EVERYTHING })).appliedMigrationNames,
  );
}

/** The SQL that would bring the database at `url` to schema.prisma; empty if they agree. */
export async function differenceToModel(url: string, source: SchemaSource): Promise<string> {
  return withSchemaEngine(url, source, async (engine) => {
    const model = { path: source.schemaPath, content: readFileSync(source.schemaPath, 'utf8') };
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [model], configDir: dirname(source.schemaPath) },
      to: { tag: 'schemaDatamodel', files: [model] },
      script: true,
      exitCode: null,
      filters: EVERYTHING,
    });
    const script = (stdout ?? '').trim();
    return script === '-- This is an empty migration.' ? '' : script;
  });
}

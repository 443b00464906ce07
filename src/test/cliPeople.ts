/** People with their own tenant and key, who use the command line against a server in this process. */
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '@/server/db/database';
import { faultlineIn, useFaultline, type CommandCall, type CommandResult } from './faultlineCommand';
import { nodeServer, sendTo } from './restMounts';
import { createRestTenant, type RestTenant } from './restTenants';

export interface CliPerson {
  tenant: RestTenant;
  /** The address of the server. */
  origin: string;
  /** In this process. */
  run: (args: readonly string[], call?: CommandCall) => Promise<CommandResult>;
  /** As a separate process. */
  start: (args: readonly string[], call?: CommandCall) => Promise<CommandResult>;
}

export interface CliPeople {
  /** The working directory of all commands. */
  directory: string;
  /** Creates a person with a new tenant and a key in the environment. */
  newPerson: (key?: keyof RestTenant['keys'], plan?: 'Business' | 'Enterprise') => Promise<CliPerson>;
  /** Writes a manifest with these lists into a file and returns its name. */
  manifestFile: (file: string, lists: string, name?: string) => string;
}

/** Call at the top of a test file. */
export function useCliPeople(database: Database): CliPeople {
  const faultline = useFaultline();
  const { directory } = faultline;
  const runHere = faultlineIn(directory);
  let server: Server;
  let port: number;
  beforeAll(async () => void ({ server, port } = await nodeServer()));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    directory,
    newPerson: async (key = 'all', plan = 'Enterprise') => {
      const tenant = await createRestTenant(database, sendTo(port), plan);
      const env = {
        FAULTLINE_URL: `http://127.0.0.1:${port}`,
        FAULTLINE_TENANT: tenant.tenantId,
        FAULTLINE_KEY: tenant.keys[key],
      };
      const withEnv = (call: CommandCall = {}): CommandCall => ({ ...call, env: { ...env, ...call.env } });
      return {
        tenant,
        origin: env.FAULTLINE_URL,
        run: (args, call) => runHere(args, withEnv(call)),
        start: (args, call) => faultline.run(args, withEnv(call)),
      };
    },
    manifestFile: (file, lists, name = 'shop') => {
      writeFileSync(join(directory, file), `version: 1\nname: ${name}\n${lists}`);
      return file;
    },
  };
}

/** One application named `shop` with these components. */
export const shopOf = (...components: string[]): string =>
  `applications:\n  - technicalName: shop\n    name: Shop\n    components: [${components.join(', ')}]\n`;
export const componentLine = (name: string, more = ''): string => `{ technicalName: ${name}, name: ${name}${more} }`;

import { RELEASE } from '@/server/observability/release';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVENT_DATA } from '@/contract/eventData';
import { EventEnvelope } from '@/contract/events';
import { appRouter } from '@/server/procedures/root';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { EVENT_TYPES } from '@/contract/values/events';
import { ROUTES } from '@/doors/rest/routes';
import type { Operation, Parameter } from './documentShape';
import { openapiDocument } from './openapiDocument';
import { examplesOf } from './operation';
import { refusalCodes } from './refusals';

const document = openapiDocument();

function operationOf(method: string, path: string): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

/** The agreed routes, which have existed since the first version. */
const INTERFACE: readonly [string, string, string, string][] = [
  ['POST', '/applications', 'write', '201'],
  ['GET', '/applications', 'read', '200'],
  ['POST', '/components', 'write', '201'],
  ['POST', '/dependencies', 'write', '201'],
  ['GET', '/blast-radius', 'read', '200'],
  ['POST', '/manifest/preview', 'write', '200'],
  ['POST', '/manifest/apply', 'write', '200'],
];

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, version 2, and redocly finds nothing wrong with it', { tags: ['long'] }, async () => {
    expect([document.openapi, (document.info as { version: string }).version]).toEqual(['3.1.0', RELEASE.version]);
    const folder = await mkdtemp(join(tmpdir(), 'faultline-openapi-'));
    try {
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
      const redocly = join(process.cwd(), 'node_modules/@redocly/cli/bin/cli.js');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [redocly, 'lint', 'openapi.json', '--extends=recommended', '--format=json'],
        {
          cwd: folder,
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          maxBuffer: 64 * 1024 * 1024,
        },
      ).catch((error: { stdout: string }) => error);
      const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: object; problems: { message: string }[] };
      expect(report.problems.map(({ message }) => message)).toEqual([]);
      expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('contains every procedure that REST reaches, and nothing else', () => {
    const procedures = Object.values(
      appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { openapi?: { method: string; path: string } } } }>,
    );
    const reached = procedures.flatMap(({ _def: { meta } }) =>
      meta?.openapi === undefined ? [] : [`${meta.openapi.method} ${meta.openapi.path}`],
    );
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // The agents' door is not a procedure.
    expect(documented.sort()).toEqual([...reached, 'POST /mcp'].sort());
  });

  it.each(INTERFACE)('has %s %s under the scope %s, answering %s', (method, path, scope, status) => {
    const operation = operationOf(method, path);
    expect(operation?.['x-required-scope']).toBe(scope);
    expect(operation?.security).toEqual([{ apiKey: [scope] }]);
    expect(Object.keys(operation?.responses ?? {})).toContain(status);
  });

  it('states every parameter of the blast radius as agreed', () => {
    const parameters = (operationOf('GET', '/blast-radius')?.parameters ?? []).filter(
      (parameter): parameter is Parameter => 'name' in parameter,
    );
    const said = Object.fromEntries(parameters.map(({ name, required, schema }) => [name, [required === true, schema?.type]]));
    expect(said).toMatchObject({
      entityId: [true, 'string'],
      entityType: [true, 'string'],
      direction: [true, 'string'],
      maxDepth: [false, 'integer'],
      modeFilter: [false, 'array'],
      typeFilter: [false, 'array'],
    });
    expect(parameters.find(({ name }) => name === 'modeFilter')).toMatchObject({ style: 'form', explode: false });
  });

  it.each(ROUTES.map((route) => [route.facts.operationId ?? route.name, route] as const))(
    'describes %s whole: statuses, examples, words',
    (_name, route) => {
      const operation = operationOf(route.facts.method, route.facts.path);
      const refused = refusalCodes(route).map((code) => String(ERROR_STATUS[code]));
      const statuses = Object.keys(operation?.responses ?? {});
      const success = statuses.filter((status) => status < '400');
      expect(new Set(statuses.filter((status) => status >= '400'))).toEqual(new Set(refused));
      expect(success).toEqual([
        String(route.facts.status ?? 200),
        ...(route.facts.hasETag === true && route.facts.method === 'GET' ? ['304'] : []),
      ]);
      expect(operation?.operationId).toBe(route.facts.operationId);
      expect(operation?.summary).toMatch(/^[A-Z]/);
      expect(operation?.tags).toHaveLength(1);
    },
  );

  it.each(ROUTES.map((route) => [route.facts.operationId ?? route.name, route] as const))(
    'has examples of %s that its schemas accept',
    (_name, route) => {
      const { request, response } = examplesOf(route);
      expect(response).toBeDefined();
      if (route.facts.answersFile === undefined && route.facts.answersFeed === undefined)
        expect(() => route.output.parse(response)).not.toThrow();
      if (route.body === 'json') {
        const inBody = Object.entries(route.input.shape as Record<string, z.ZodType>).filter(
          ([field]) => !route.pathParameters.includes(field),
        );
        expect(
          z.strictObject(Object.fromEntries(inBody)).safeParse(route.isBodyRequired ? request : (request ?? {})).error?.issues,
        ).toBeUndefined();
      }
    },
  );

  it('describes every event, each with a valid example', () => {
    const webhooks = document.webhooks as Record<string, { post: Operation }>;
    expect(Object.keys(webhooks)).toEqual([...EVENT_TYPES]);
    for (const type of EVENT_TYPES) {
      const { schema, example } = webhooks[type]?.post.requestBody?.content['application/json'] ?? {};
      expect(schema?.required).toEqual(['id', 'type', 'timestamp', 'tenantId', 'sequence', 'data']);
      const { data, ...envelope } = EventEnvelope.parse(example);
      expect(envelope.type).toBe(type);
      expect(EVENT_DATA[type].parse(data)).toEqual(data);
    }
  });

  it('has no example of an id that is no GUID', () => {
    const ids = [...JSON.stringify(document).matchAll(/"([0-9a-f]+(?:-[0-9a-f]{4}){3}-[0-9a-f]+)"/g)].map(([, found = '']) => found);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((found) => !z.guid().safeParse(found).success)).toEqual([]);
  });

  it('has no dangling references', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
      ([, section = '', name = '']) => [section, name] as const,
    );
    expect(refs.length).toBeGreaterThan(500);
    const held = document.components as Record<string, Record<string, unknown>>;
    expect(refs.filter(([section, name]) => held[section]?.[name] === undefined)).toEqual([]);
  });
});

/**
 * The route table, compiled once from the procedures' metadata: which path and method belongs to which procedure, and how its input is
 * written.
 */
import { addRoute, createRouter, findRoute } from 'rou3';
import { z } from 'zod';
import type { ProcedureMeta } from '@/server/procedures/init';
import { appRouter } from '@/server/procedures/root';
import { queryCodecs, type QueryCodecs } from './queryCodec';

export type RestFacts = NonNullable<ProcedureMeta['openapi']>;

export interface Route {
  /** For example `applications.create`. */
  name: string;
  type: 'query' | 'mutation';
  facts: RestFacts;
  meta: ProcedureMeta;
  input: z.ZodObject;
  output: z.ZodType;
  pathParameters: readonly string[];
  /** Query parameters: every field of a GET or DELETE that is not in the path, and those of a route whose body is one field. */
  codecs: QueryCodecs;
  body: 'none' | 'json' | 'manifest' | 'payload';
  /** False if an empty body means the same as `{}`. */
  isBodyRequired: boolean;
}

/** The methods of one path. */
export type Resource = ReadonlyMap<string, Route>;

/** The input field that takes the body as a whole: a manifest as text, or a JSON object in another system's format. */
export const BODY_FIELDS = { none: null, json: null, manifest: 'manifest', payload: 'payload' } as const;

interface Described {
  type: 'query' | 'mutation' | 'subscription';
  meta?: unknown;
  inputs: unknown[];
  output?: unknown;
}

function routeOf(name: string, definition: Described): Route | null {
  const meta = definition.meta as ProcedureMeta | undefined;
  const facts = meta?.openapi;
  if (meta === undefined || facts === undefined || definition.type === 'subscription') return null;
  const [input] = definition.inputs;
  if (!(input instanceof z.ZodObject) || definition.inputs.length !== 1) throw new Error(`${name} needs exactly one input, a zod object.`);
  if (!(definition.output instanceof z.ZodType)) throw new Error(`${name} needs an output schema.`);
  const pathParameters = [...facts.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? '');
  const shape = input.shape as Record<string, z.ZodType>;
  const body = bodyKindOf(facts);
  const inQuery = Object.entries(shape).filter(([field]) => !pathParameters.includes(field) && field !== BODY_FIELDS[body]);
  const codecs = queryCodecs(body === 'json' ? {} : Object.fromEntries(inQuery));
  const inBody = z.strictObject(Object.fromEntries(Object.entries(shape).filter(([field]) => !pathParameters.includes(field))));
  const isBodyRequired =
    body === 'manifest' || body === 'payload' || (body === 'json' && (facts.method === 'PATCH' || !inBody.safeParse({}).success));
  return { name, type: definition.type, facts, meta, input, output: definition.output, pathParameters, codecs, body, isBodyRequired };
}

function bodyKindOf({ takesManifest, takesPayload, method }: RestFacts): Route['body'] {
  if (takesManifest === true) return 'manifest';
  if (takesPayload === true) return 'payload';
  return method === 'GET' || method === 'DELETE' ? 'none' : 'json';
}

/** Every procedure that REST can reach. */
export const ROUTES: readonly Route[] = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Described }>)
  .map(([name, { _def }]) => routeOf(name, _def))
  .filter((route) => route !== null);

const table = createRouter<Map<string, Route>>();
const resources = new Map<string, Map<string, Route>>();
for (const route of ROUTES) {
  const pattern = route.facts.path.replaceAll(/\{(\w+)\}/g, ':$1');
  // Two names for one parameter position are the same path.
  const place = pattern.replaceAll(/:\w+/g, ':');
  let methods = resources.get(place);
  if (methods === undefined) {
    methods = new Map();
    resources.set(place, methods);
    addRoute(table, '', pattern, methods);
  }
  if (methods.has(route.facts.method)) throw new Error(`Two procedures answer ${route.facts.method} ${route.facts.path}.`);
  methods.set(route.facts.method, route);
}

/** The methods of a path below the tenant, with its undecoded parameter segments; null if there is none. */
export function findResource(path: string): Resource | null {
  // An empty segment (a double or trailing slash) matches nothing.
  if (path.includes('//') || path.endsWith('/')) return null;
  return findRoute(table, '', path)?.data ?? null;
}

/** The undecoded segments of the route's path parameters. */
export function pathSegments(route: Route, path: string): Record<string, string> {
  if (route.pathParameters.length === 0) return {};
  const given = path.split('/');
  const values: Record<string, string> = {};
  route.facts.path.split('/').forEach((segment, index) => {
    if (segment.startsWith('{')) values[segment.slice(1, -1)] = given[index] ?? '';
  });
  return values;
}

/** The value of an Allow header. */
export function allowedMethods(resource: Resource): string {
  const methods = [...resource.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}

/** The OpenAPI document of the REST interface: made by trpc-openapi from the procedures, completed with all that it leaves out. Built once. */
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-openapi';
import { ROUTES } from '../routes';
import { AGENT_PATH, agentOperation } from './agentOperation';
import type { Document, Json, Operation } from './documentShape';
import { documentedProcedures, takesBodyWhole } from './documentation';
import { eventWebhooks } from './eventWebhooks';
import { completeOperation, type Shared } from './operation';
import { HEADERS, HEADER_PARAMETERS, PROBLEM_SCHEMA } from './sharedParts';

const DESCRIPTION = `Keeps a technology landscape as a graph and tells what breaks when something fails.

**Authentication.** Every request carries \`Authorization: Bearer <API key>\`. A key belongs to one tenant, whose id stands in the path, and has scopes:
\`read\`, \`write\` (which does not imply read) and \`health\`. Keys are for servers; keep them out of browsers.

**Strictness.** Unknown fields and parameters, values of another type, and parameters of one value given twice are refused with 400 and named in \`issues\`. Nothing is converted, nothing dropped.
A parameter that is a list takes its values by commas (\`kind=A,B\`) or repeated (\`kind=A&kind=B\`).

**Version.** This is version 2; \`API-Version\` in a request may say so (\`2\` or \`2.x\`), any other is refused with 400 \`unsupported_version\`.

**Once only.** POST takes an \`Idempotency-Key\`: the same request with the same key gets the first answer again for 24 hours.

**Concurrency.** Entities carry an \`ETag\`; send it back as \`If-Match\` to be told (412) when somebody else was faster.

**Agents** that speak MCP get the same answers at \`POST /api/{tenantId}/mcp\`, with the same keys.

**Alerts** of Prometheus Alertmanager, Grafana and Datadog are taken as they are: [the configuration of each](/docs/alert-sources).

**Guides** take you through it step by step: [all of them](/docs/guides).

**Refusals** are \`application/problem+json\` (RFC 9457) with a \`code\` for programs. A method that an address does not offer is 405 with \`Allow\`.`;

const TAGS: Readonly<Record<string, string>> = {
  Applications: 'What people use, made of components.',
  Components: 'The parts of applications: the nodes of the graph.',
  Dependencies: 'Which component depends on which: the edges of the graph.',
  Capabilities: 'What the business is able to do. A tree.',
  Processes: 'How the business does it.',
  'Hosting areas': 'Where components run.',
  'Hosting zones': 'The parts of a hosting area that can fail on their own.',
  Technologies: 'What components are built on.',
  Segments: 'Groups of people: the audiences of a failure.',
  Datasets: 'The data that components hold or use.',
  'Many at once': 'The same change to many of one kind, in one transaction that can be undone as a whole.',
  Impact: 'What breaks, and what could break it.',
  'Weak points': 'What alone, or together, takes something down, and what to change.',
  Scenarios: 'What breaks if several things fail together, and what only breaks because they do.',
  Health: 'What monitoring reports of components.',
  Incidents: 'Failures that somebody should deal with: one for each cause.',
  'Maintenance windows': 'Planned work: while it lasts, trouble opens no incident and sends no event.',
  Events: 'What happens, as it happens.',
  Webhooks: 'Events sent to addresses of yours, signed as Standard Webhooks says, and the log of it.',
  Manifest: 'The whole landscape as one YAML document.',
  'Security register': 'How each dependency is protected: evidence, and the gaps in it.',
  Changes: 'The audit log.',
  Tenant: 'Settings, plan and limits.',
  Agents: 'The Model Context Protocol, for agents.',
};

/** The tags of all routes, in the order of the table above; one without a description there fails a test. */
function tagsInUse(): Json[] {
  const used = new Set([...ROUTES.flatMap(({ facts }) => facts.tags ?? []), 'Agents']);
  const names = [...Object.keys(TAGS).filter((name) => used.has(name)), ...[...used].filter((name) => TAGS[name] === undefined)];
  return names.map((name) => ({ name, ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }) }));
}

/** trpc-openapi makes a component of every answer, also of those that are sent as files. */
function withoutUnused(schemas: Record<string, Json>, paths: object): Record<string, Json> {
  let kept = schemas;
  for (;;) {
    const text = JSON.stringify([paths, kept]);
    const next = Object.fromEntries(
      Object.entries(kept).filter(([name]) => name === 'Problem' || text.includes(`"#/components/schemas/${name}"`)),
    );
    if (Object.keys(next).length === Object.keys(kept).length) return kept;
    kept = next;
  }
}

/** Whole numbers get their bounds from JavaScript; a document that says so tells nobody anything. */
function withoutIdleBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdleBounds);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, bound]) =>
      !((key === 'minimum' && bound === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && bound === Number.MAX_SAFE_INTEGER)),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, key === 'example' ? item : withoutIdleBounds(item)]));
}

function build(): Document {
  const generated = generateOpenApiDocument(documentedProcedures() as unknown as OpenApiRouter, {
    title: 'Faultline',
    version: '2.0.0',
    baseUrl: '/api/{tenantId}',
    openApiVersion: '3.1.0',
  }) as unknown as Document;
  const shared: Shared = { schemas: { ...generated.components.schemas, Problem: PROBLEM_SCHEMA }, responses: {} };
  const paths: Document['paths'] = {};
  for (const route of ROUTES) {
    const { path, method } = route.facts;
    const made: Operation | undefined = generated.paths[path]?.[takesBodyWhole(route) ? 'get' : method.toLowerCase()];
    if (made === undefined) throw new Error(`trpc-openapi left out ${route.name}.`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: completeOperation(route, made, shared) };
  }
  paths[AGENT_PATH] = { post: agentOperation(shared.schemas, shared.responses) };
  return withoutIdleBounds({
    openapi: '3.1.0',
    info: {
      title: 'Faultline',
      version: '2.0.0',
      summary: 'What breaks when something fails.',
      description: DESCRIPTION,
      contact: { name: 'Your Faultline administrator', url: '/docs' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '/api/{tenantId}',
        description: 'This installation.',
        variables: { tenantId: { default: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44', description: "The GUID of the key's tenant." } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: tagsInUse(),
    paths,
    webhooks: eventWebhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'flt_ and 36 characters',
          description: 'An API key with the scope that the operation names.',
        },
      },
      schemas: withoutUnused(shared.schemas, paths),
      responses: shared.responses,
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
    },
  }) as Document;
}

let document: Document | null = null;

export function openapiDocument(): Document {
  return (document ??= build());
}

/** The MCP endpoint as an operation of the document: it is no procedure, but readers of the document should find it. */
import type { Json, Operation } from './documentShape';
import { ref } from './documentShape';
import { refusalsOf } from './refusals';

/** Below the tenant. */
export const AGENT_PATH = '/mcp';

const MESSAGE: Json = {
  type: 'object',
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol.',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0', description: 'The version of JSON-RPC.' },
    id: {
      type: ['string', 'integer'],
      description: 'Joins the answer to its request; a notification has none.',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      maxLength: 1_000,
    },
    method: { type: 'string', description: 'What is asked for, such as `tools/list` or `tools/call`. Absent in answers.', maxLength: 200 },
    params: { type: 'object', additionalProperties: true, description: 'What the method takes, as the protocol defines it.' },
    result: { type: 'object', additionalProperties: true, description: 'What the method answers. Only in answers without an error.' },
    error: { type: 'object', additionalProperties: true, description: 'Why the method failed. Only in answers.' },
  },
};

const QUESTION = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'blast_radius', arguments: { entity: 'order-db', direction: 'downstream' } },
};
const ANSWER = {
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'order-db fails with Outage: 1 component is affected.' }] },
};

/** `POST /mcp`. Its schema goes to `schemas`, its refusals to `responses`. */
export function agentOperation(schemas: Record<string, Json>, responses: Record<string, Json>): Operation {
  schemas.AgentMessage = MESSAGE;
  const headers = Object.fromEntries(
    ['API-Version', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy'].map((name) => [name, ref('headers', name)]),
  );
  const parameter = (name: string): Json => ({ ...ref('parameters', name) });
  return {
    operationId: 'sendAgentMessage',
    summary: 'Use the Model Context Protocol',
    description:
      'The MCP endpoint for agents, streamable HTTP without sessions: one message per request, one answer. A notification is answered with 202 and no body. The scopes of the key decide which tools there are; a key with any scope may ask. `GET /docs/guides/agents` explains how to set up clients.',
    tags: ['Agents'],
    security: [{ apiKey: [] }],
    'x-required-scope': 'any',
    parameters: [parameter('RequestId'), parameter('ApiVersion')],
    requestBody: { required: true, content: { 'application/json': { schema: { ...ref('schemas', 'AgentMessage') }, example: QUESTION } } },
    responses: {
      '200': {
        description: 'The answer to a request: JSON, or the same as one server-sent event.',
        headers,
        content: {
          'application/json': { schema: { ...ref('schemas', 'AgentMessage') }, example: ANSWER },
          'text/event-stream': { schema: { type: 'string' }, example: `event: message\ndata: ${JSON.stringify(ANSWER)}\n\n` },
        },
      },
      '202': { description: 'The notification was accepted.', headers },
      ...refusalsOf(['payload_too_large', 'unsupported_media_type', 'origin_forbidden'], responses),
    },
  } as unknown as Operation;
}

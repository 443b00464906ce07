/** What many operations share in the document: headers, header parameters, the problem schema. */
import { ERROR_CODES } from '@/domain/errors';
import { problemType } from '@/doors/http/problem';
import type { Json } from './documentShape';

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

export const HEADERS: Readonly<Record<string, Json>> = {
  'API-Version': {
    description: 'The version of this interface. It is not part of the path.',
    schema: { type: 'string', const: '2' },
    example: '2',
  },
  'X-Request-Id': text(
    'The id of this request, in our logs too. Your own is taken over where you sent one.',
    '0190e3a4-7c1d-7a55-9d1f-3b2a8f6c5e10',
  ),
  RateLimit: text('What is left of the limit: `r` requests, the whole again in `t` seconds.', '"requests";r=1187;t=1'),
  'RateLimit-Policy': text('The limit: `q` requests in `w` seconds.', '"requests";q=1200;w=60'),
  ETag: text('The version of what is answered. Send it back as If-Match or If-None-Match.', '"3"'),
  Location: text(
    'Where the created thing is read.',
    '/api/3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44/applications/7d1c2b90-58a4-4c0e-8d57-2f9b1c6e4a33',
  ),
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 }, example: 2 },
  'WWW-Authenticate': text('How to authenticate.', 'Bearer error="invalid_token"'),
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

export const HEADER_PARAMETERS: Readonly<Record<string, Json>> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request, up to 128 letters, digits and `. _ : / + = -`. It comes back in the answer and stands in our logs.',
    required: false,
    schema: { type: 'string', maxLength: 128 },
    example: 'deploy-2026-11-20-17',
  },
  ApiVersion: {
    name: 'API-Version',
    in: 'header',
    description:
      'The version that you were written for: 2, or 2 with a minor version. Any other is refused with 400 `unsupported_version`.',
    required: false,
    schema: { type: 'string', pattern: '^2(\\.(\\d+|x))?$' },
    example: '2',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of your own, 1 to 255 visible ASCII characters. For 24 hours the same request with the same key gets the first answer again instead of a second effect; with another body it gets 422.',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'b3a9c1de-create-shop',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that you read. The change is refused with 412 when somebody else changed it since.',
    required: false,
    schema: { type: 'string' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that you hold. The answer is 304, without a body, when it is still the current one.',
    required: false,
    schema: { type: 'string' },
    example: '"3"',
  },
};

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  title: 'Problem',
  description: 'Every refusal (RFC 9457). Some carry facts of their own beside these members, such as `neededBy` or `requiredScope`.',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where this kind of refusal is explained.' },
    title: { type: 'string', description: 'The kind of refusal, in a few words.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What is wrong with this request, and what to do about it.' },
    code: { type: 'string', enum: [...ERROR_CODES], description: 'The kind of refusal, for programs.' },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      description: 'Each mistake of the input by itself.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'As in `capabilities[2].revenueShare`; empty for the whole.' },
          message: { type: 'string' },
        },
      },
    },
  },
  additionalProperties: true,
  example: {
    type: problemType('not_found'),
    title: 'Not found',
    status: 404,
    detail: 'There is no application "shop". Its id or technicalName is needed, in exactly its own case.',
    code: 'not_found',
    requestId: '0190e3a4-7c1d-7a55-9d1f-3b2a8f6c5e10',
  },
};

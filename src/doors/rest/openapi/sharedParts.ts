/** What many operations share in the document: headers, header parameters, the problem schema. */
import { ERROR_CODES } from '@/domain/errors';
import { problemType } from '@/doors/http/problem';
import type { Json } from './documentShape';

/** Node refuses requests with more headers than this, in bytes. */
const LONGEST_HEADER = 16_384;

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

export const HEADERS: Readonly<Record<string, Json>> = {
  'API-Version': {
    description: 'The version of the API. It is not part of the path.',
    schema: { type: 'string', const: '2' },
    example: '2',
  },
  'X-Request-Id': text(
    'The id of this request, also in our logs: your own if you sent one, otherwise the trace id of your `traceparent`.',
    '0190e3a4-7c1d-7a55-9d1f-3b2a8f6c5e10',
  ),
  RateLimit: text(
    'What is left of the limit: `r` requests. The full limit is available again in `t` seconds. Absent if the request was refused before it was counted.',
    '"requests";r=1187;t=1',
  ),
  'RateLimit-Policy': text(
    'The limit: `q` requests in `w` seconds. Absent if the request was refused before it was counted.',
    '"requests";q=1200;w=60',
  ),
  ETag: text('The version of the answer. Send it back as If-Match or If-None-Match.', '"3"'),
  Location: text(
    'Where to read what was created.',
    '/api/3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44/applications/7d1c2b90-58a4-4c0e-8d57-2f9b1c6e4a33',
  ),
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1, maximum: 86_400 },
    example: 2,
  },
  'WWW-Authenticate': text('How to authenticate.', 'Bearer error="invalid_token"'),
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

const parameter = (name: string, description: string, schema: Json, example: string): Json => ({
  name,
  in: 'header',
  description,
  required: false,
  schema,
  example,
});

export const HEADER_PARAMETERS: Readonly<Record<string, Json>> = {
  RequestId: parameter(
    'X-Request-Id',
    'Your own id for this request, up to 128 letters, digits and `. _ : / + = -`. The answer repeats it, and our logs contain it.',
    { type: 'string', maxLength: 128 },
    'deploy-2026-11-20-17',
  ),
  ApiVersion: parameter(
    'API-Version',
    'The version that your client was written for: 2, or 2 with a minor version. Any other is refused with 400 `unsupported_version`.',
    { type: 'string', pattern: '^2(\\.(\\d+|x))?$' },
    '2',
  ),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Any text of your own, 1 to 255 visible ASCII characters. For 24 hours, repeating the same request with the same key returns the first answer and has no second effect; another body with the same key is refused with 422.',
    { type: 'string', minLength: 1, maxLength: 255 },
    'b3a9c1de-create-shop',
  ),
  IfMatch: parameter(
    'If-Match',
    'The ETag that you read. The change is refused with 412 if somebody else has changed it since.',
    { type: 'string', maxLength: LONGEST_HEADER },
    '"3"',
  ),
  IfNoneMatch: parameter(
    'If-None-Match',
    'The ETag that you hold. If it is still current, the answer is 304 without a body.',
    { type: 'string', maxLength: LONGEST_HEADER },
    '"3"',
  ),
};

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  title: 'Problem',
  description: 'Every refusal (RFC 9457). Some add facts to these members, such as `neededBy` or `requiredScope`.',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The page that explains this kind of refusal.' },
    title: { type: 'string', description: 'The kind of refusal, in a few words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer, repeated.' },
    detail: { type: 'string', description: 'What is wrong with this request, and what to do about it.' },
    code: { type: 'string', enum: [...ERROR_CODES], description: 'The kind of refusal, for programs.' },
    requestId: { type: 'string', maxLength: 128, description: 'The id of the request, also in our logs: quote it when you ask for help.' },
    issues: {
      type: 'array',
      description: 'Each mistake of the input separately.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'For example `capabilities[2].revenueShare`; empty for the whole input.' },
          message: { type: 'string', description: 'What is wrong there.' },
        },
      },
    },
  },
  additionalProperties: true,
  example: {
    type: problemType('not_found'),
    title: 'Not found',
    status: 404,
    detail: 'There is no application "shop". Use its id or its exact technicalName, which is case-sensitive.',
    code: 'not_found',
    requestId: '0190e3a4-7c1d-7a55-9d1f-3b2a8f6c5e10',
  },
};

/**
 * Everything a caller sent to a route as one object: path, query and body, each parsed strictly. The procedure's schema gives it meaning.
 */
import { issuesOf } from '@/contract/inputIssues';
import { parseInput } from '@/contract/parseInput';
import { AppError, invalidInput, invalidInputs, type Issue } from '@/domain/errors';
import { assertUncompressed, type ApiRequest } from '@/doors/http/apiRequest';
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { decodedUri } from '@/plain/decodedUri';
import { readQuery } from './queryCodec';
import { BODY_FIELDS, pathSegments, type Route } from './routes';
import { decodeUtf8, parseJsonObject } from './strictJson';

export const MANIFEST_TYPES: readonly string[] = ['application/yaml', 'text/yaml', 'application/x-yaml', 'application/json'];

/** Reads the body, so call it only after the caller was admitted. Throws 400, 413 and 415. */
export async function readInput(route: Route, request: ApiRequest, path: string): Promise<Record<string, unknown>> {
  const inPath = decodePath(route, path);
  const { values: inQuery, issues } = readQuery(request.query, route.codecs);
  const inBody = await readBody(route, request);
  if (route.body === 'json') issues.push(...inBoth(inPath, inBody));
  const input = { ...inBody, ...inQuery, ...inPath };
  if (issues.length > 0) throw allMistakes(route, input, issues);
  return input;
}

async function readBody(route: Route, request: ApiRequest): Promise<Record<string, unknown>> {
  switch (route.body) {
    case 'none':
      await assertNoBody(request);
      return {};
    case 'manifest':
      return { [BODY_FIELDS.manifest]: await readManifest(request) };
    case 'payload':
      return { [BODY_FIELDS.payload]: await readJson(request, true) };
    case 'json':
      return readJson(request, route.isBodyRequired);
  }
}

/** At most this many mistakes of one request are listed. */
const MOST_ISSUES = 100;

/** The mistakes that were found while reading, and those that the schema finds in what could be read, so that one answer names them all. */
function allMistakes({ input: schema }: Route, input: Record<string, unknown>, found: readonly Issue[]): AppError {
  const parsed = parseInput(schema, input);
  const named = new Set(found.map(({ path }) => path));
  const others = parsed.success ? [] : issuesOf(parsed.error).filter(({ path }) => !named.has(path));
  return invalidInputs([...found, ...others].slice(0, MOST_ISSUES));
}

function decodePath(route: Route, path: string): Record<string, string> {
  const values = pathSegments(route, path);
  for (const [name, segment] of Object.entries(values)) {
    const value = decodedUri(segment);
    if (value === null) throw invalidInput(name, 'is not valid percent-encoded UTF-8');
    values[name] = value;
  }
  return values;
}

async function assertNoBody(request: ApiRequest): Promise<void> {
  const length = request.header('content-length');
  const isChunked = request.header('transfer-encoding') !== null;
  if ((length === null || length === '0') && !isChunked) return;
  const isEmpty = isChunked && (await request.readBody(MAXIMUM_JSON_BYTES)).byteLength === 0;
  if (!isEmpty) throw invalidInput('', `A ${request.method} request has no body; use query parameters.`);
}

/** In lower case, with the character set that it names. */
function mediaType(header: string): { type: string; charset: string } {
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.flatMap((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    return name.trim() === 'charset' ? [value.trim().replace(/^"(.*)"$/, '$1')] : [];
  });
  return { type, charset: charsets.at(-1) ?? 'utf-8' };
}

/** Throws 415 for a body with another format or character set, or a compressed one. */
function assertFormat(request: ApiRequest, types: readonly string[]): void {
  const [first] = types;
  assertUncompressed(request);
  const header = request.header('content-type');
  if (header === null) throw new AppError('unsupported_media_type', `Add the header Content-Type: ${first}.`);
  const { type, charset } = mediaType(header);
  if (!types.includes(type) || (charset !== 'utf-8' && charset !== 'utf8'))
    throw new AppError('unsupported_media_type', `Send the body as ${types.join(', ')}, in UTF-8.`);
}

/** An announced or chunked body has its format checked before it is read. */
function announcesBody(request: ApiRequest): boolean {
  const length = request.header('content-length');
  return request.header('transfer-encoding') !== null || (length !== null && length !== '0') || request.header('content-type') !== null;
}

async function readJson(request: ApiRequest, isRequired: boolean): Promise<Record<string, unknown>> {
  if (announcesBody(request)) assertFormat(request, ['application/json']);
  const bytes = await request.readBody(MAXIMUM_JSON_BYTES);
  if (bytes.byteLength === 0 && !isRequired) return {};
  if (bytes.byteLength === 0) throw invalidInput('', 'A body is required: a JSON object.');
  return parseJsonObject(decodeUtf8(bytes));
}

async function readManifest(request: ApiRequest): Promise<string> {
  if (announcesBody(request)) assertFormat(request, MANIFEST_TYPES);
  const bytes = await request.readBody(MAXIMUM_MANIFEST_BYTES);
  if (bytes.byteLength === 0) throw invalidInput('', 'A body is required: the manifest, as YAML or JSON.');
  // Windows editors begin a file with a byte order mark, and the body here may be a file.
  return decodeUtf8(bytes, { mayHaveMark: true });
}

/** A field of the path must not be repeated in the body. */
function inBoth(inPath: object, body: object): Issue[] {
  return Object.keys(inPath)
    .filter((name) => Object.hasOwn(body, name))
    .map((path) => ({ path, message: 'is not a known field' }));
}

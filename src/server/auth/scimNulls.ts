/** SCIM says that a null attribute is the same as one that is absent (RFC 7643, 2.5); identity providers send both. */

/** The same request, in whose JSON no attribute is null. A body that is not JSON is left to whoever reads it. */
export async function withoutNullAttributes(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const text = await request.text();
  const { url, method, headers } = request;
  return new Request(url, { method, headers: withoutLength(headers), body: text.includes('null') ? rewritten(text) : text });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}

function rewritten(text: string): string {
  try {
    return JSON.stringify(assigned(JSON.parse(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Without null attributes, at any depth. The null of a patch's operation stays: it says what an attribute is to become. */
function assigned(value: unknown, isOperation = false): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map((item) => assigned(item, isOperation));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => {
      if (held === null) return isOperation && name === 'value' ? [[name, held]] : [];
      return [[name, assigned(held, /^operations$/i.test(name))]];
    }),
  );
}

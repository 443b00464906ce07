/** Carries REST requests between the web's Request and Response and the handler, for platforms that run only Next. */
import { handleApi } from './apiHandler';
import { bodyCutOff, bodyTooLarge, type ApiRequest, type ApiResponse } from './http/apiRequest';
import { last } from './http/trustedProxy';
import { isLoopbackHost } from '@/plain/loopback';

export interface WebOptions {
  /** X-Forwarded-Proto is trusted, because every request passes a proxy that sets it. */
  isProxyTrusted: boolean;
}

export async function answerWebRequest(request: Request, options: WebOptions): Promise<Response> {
  return toResponse(request.method, await handleApi(toApiRequest(request, options)));
}

export function toApiRequest(request: Request, { isProxyTrusted }: WebOptions): ApiRequest {
  const url = new URL(request.url);
  const forwarded = last(request.headers.get('x-forwarded-proto'))?.toLowerCase();
  const asked = request.headers.get('host') ?? url.host;
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name),
    readBody: (limitBytes) => readBody(request, limitBytes),
    signal: request.signal,
    remoteAddress: null,
    host: (isProxyTrusted ? last(request.headers.get('x-forwarded-host'))?.toLowerCase() : undefined) ?? asked,
    isSecure: isProxyTrusted ? forwarded === 'https' : url.protocol === 'https:',
    isLoopback: !isProxyTrusted && isLoopbackHost(asked),
  };
}

async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw bodyCutOff();
    });
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel().catch(() => undefined);
      throw bodyTooLarge(limitBytes);
    }
    chunks.push(value);
  }
}

function toResponse(method: string, { status, headers, body }: ApiResponse): Response {
  if (body === null) return new Response(null, { status, headers });
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
  const length = { 'Content-Length': String(bytes.byteLength) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers: { ...headers, ...length } });
}

/** Gives each page the policy of what it may load, under a nonce of its own. It decides about pages alone, and never about who may see what. */
import { NextResponse, type NextRequest } from 'next/server';

function policyFor(nonce: string): string {
  // The development server explains errors by eval and swaps styles as they are written.
  const isDevelopment = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Positions and sizes are set as style attributes, also by the server.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = policyFor(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-asked-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: [
    '/((?!api/|trpc/|\\.well-known/|docs$|docs/|cli/|s/|badge/|_next/static|_next/image|schemas/|pictures/|icon|favicon|apple-icon|robots.txt).*)',
  ],
};

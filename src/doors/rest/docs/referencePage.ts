/** The API reference: a page that shows the OpenAPI document, with nothing loaded from other servers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileResponse, tagOf } from '@/doors/http/fileResponse';
import { openapiDocument } from '@/doors/rest/openapi/openapiDocument';
import { REPAIRED_LOOK, REPAIRS } from './referenceRepairs';
import { pageResponse } from './siteFrame';

/** The viewer writes its own style elements and draws icons as data; nothing may be loaded from or sent to other servers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function referencePage(): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Faultline</title>
</head>
<body>
<nav aria-label="Documentation" style="font:13px/1.5 system-ui,sans-serif;padding:8px 20px;display:flex;gap:16px"><a href="/" style="color:inherit">← Back to the app</a><a href="/docs/guides" style="color:inherit">Guides</a></nav>
<div id="reference" aria-busy="true"></div>
<noscript>The API reference needs JavaScript. Its content is in <a href="/api/openapi.json">/api/openapi.json</a>, which any OpenAPI viewer can show. The <a href="/docs/guides">guides</a> work without it.</noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
  return pageResponse(html, POLICY);
}

/** Turns off everything in the viewer that would contact another server. */
const SETTINGS = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
  documentDownloadType: 'json',
  customCss: REPAIRED_LOOK,
  metaData: { title: 'API reference · Faultline' },
};

/** Requests tried out on the page go to the host that it came from, however that is reached. */
export function startScript(): Response {
  const { servers } = openapiDocument();
  return new Response(`Scalar.createApiReference('#reference', ${JSON.stringify({ ...SETTINGS, servers })});\n${REPAIRS}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' },
  });
}

interface Script {
  text: Uint8Array<ArrayBuffer>;
  tag: string;
}

let script: Promise<Script> | null = null;

async function readScript(): Promise<Script> {
  const text = Uint8Array.from(await readFile(join(process.cwd(), 'node_modules/@scalar/api-reference/dist/browser/standalone.js')));
  return { text, tag: tagOf(text) };
}

/** The viewer's script as its package has it. Next compresses it; a compressed file would be compressed twice. */
export async function referenceScript(request: Request): Promise<Response> {
  const { text, tag } = await (script ??= readScript());
  return fileResponse(request, text, { type: 'text/javascript', cache: 'public, max-age=3600', tag });
}

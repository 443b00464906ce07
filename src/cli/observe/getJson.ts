/** Asks another tool's HTTP interface for JSON, and says plainly why there is no answer. */
import { Failure } from '@/cli/failure';
import { explainNetworkError } from '@/cli/networkError';
import type { World } from '@/cli/world';

const LONGEST_MS = 60_000;
const MOST_BYTES = 256 * 1_048_576;

/** `path` is below the address, with its query. Throws Failure. */
export async function getJson(world: World, base: string, path: string, bearer: string | null = null): Promise<unknown> {
  const url = addressOf(base, path);
  let response: Response;
  let text: string;
  try {
    response = await world.fetch(url, {
      headers: { accept: 'application/json', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
      signal: AbortSignal.any([world.signal, AbortSignal.timeout(LONGEST_MS)]),
    });
    text = await textOf(response);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw explainNetworkError(error, url.origin, 'the address');
  }
  if (!response.ok)
    throw new Failure(`${url.origin}${url.pathname} answered ${response.status}`, {
      code: 'refused',
      hint:
        response.status === 401 || response.status === 403
          ? 'give a token with --bearer-file'
          : 'check the address: use that of the user interface',
    });
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${url.origin}${url.pathname} answered with something that is not JSON`, {
      code: 'not_json',
      hint: 'check the address',
    });
  }
}

/** Throws Failure for what is no address of HTTP. */
function addressOf(base: string, path: string): URL {
  const url = URL.parse(`${base.replace(/\/+$/, '')}${path}`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`${base} is not an address`, { code: 'usage', hint: 'give one such as http://localhost:9090' });
  return url;
}

/** Stops reading where nobody could use the answer. Throws Failure. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new Failure('the answer is larger than 256 MiB', { code: 'too_large', hint: 'ask for less: use a shorter --window' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Explains why no answer came, in words that point to the wrong setting. */
import { Failure } from './failure';

const CERTIFICATE = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** `setting` says where the address was given. */
export function explainNetworkError(error: unknown, origin: string, setting = '--url (FAULTLINE_URL)'): Failure {
  const code = codeOf(error);
  const { message, hint } = explain(code, origin, error, `check ${setting}`);
  return new Failure(message, { code: 'no_answer', hint, facts: { cause: code } });
}

/** A connection that was open and broke: the only failure that an immediate retry may fix. */
export function isBrokenConnection(error: unknown): boolean {
  return BROKEN.has(codeOf(error));
}

/** fetch wraps the cause; the innermost one has the code. */
function codeOf(error: unknown): string {
  let code = '';
  for (
    let cause: unknown = error;
    cause instanceof Error;
    cause = cause instanceof AggregateError && cause.cause === undefined ? cause.errors[0] : cause.cause
  ) {
    const own = (cause as NodeJS.ErrnoException).code;
    if (typeof own === 'string') code = own;
  }
  return code;
}

function explain(code: string, origin: string, error: unknown, checkUrl: string): { message: string; hint: string } {
  const host = new URL(origin).host;
  if (code === 'ECONNREFUSED') return { message: `nothing listens at ${origin}`, hint: `${checkUrl}, and whether the server is running` };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { message: `there is no host ${host}`, hint: `${checkUrl}, and whether DNS works on this machine` };
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { message: `${host} cannot be reached from here`, hint: `${checkUrl}; a firewall or a proxy may be in between` };
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { message: `${host} took too long to answer`, hint: 'try again; the server may be overloaded' };
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return { message: `${origin} does not speak HTTPS`, hint: 'the port may serve plain HTTP' };
  if (CERTIFICATE.test(code))
    return {
      message: `the certificate of ${host} is not trusted (${code})`,
      hint: 'if you use your own certificate authority, set NODE_EXTRA_CA_CERTS to its file; never turn verification off',
    };
  if (BROKEN.has(code)) return { message: `the connection to ${host} broke before the answer arrived`, hint: 'try again' };
  if (code.startsWith('HPE_')) return { message: `what listens at ${origin} does not speak HTTP`, hint: checkUrl };
  return {
    message: `no answer from ${origin}: ${error instanceof Error ? error.message : String(error)}${code === '' ? '' : ` (${code})`}`,
    hint: checkUrl,
  };
}

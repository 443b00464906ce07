/** Why no answer came at all, in words that lead to the setting that is wrong. */
import { Failure } from './failure';

interface Explanation {
  message: string;
  hint: string;
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export function explainNetworkError(error: unknown, origin: string): Failure {
  const code = codeOf(error);
  const { message, hint } = explain(code, origin, error);
  return new Failure(message, { code: 'no_answer', hint, facts: { cause: code } });
}

/** The connection was there and broke: the one kind of failure that asking again may cure at once. */
export function isBrokenConnection(error: unknown): boolean {
  return BROKEN.has(codeOf(error));
}

/** fetch wraps what happened in causes; the innermost says it. */
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

function explain(code: string, origin: string, error: unknown): Explanation {
  const host = new URL(origin).host;
  const checkUrl = 'check --url (FAULTLINE_URL)';
  if (code === 'ECONNREFUSED') return { message: `nothing listens at ${origin}`, hint: `${checkUrl}, and whether the server runs` };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { message: `there is no host ${host}`, hint: `${checkUrl}, and whether this machine can look names up` };
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return { message: `${host} cannot be reached from here`, hint: `${checkUrl}; a firewall or a proxy may be in between` };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { message: `${host} took too long to answer`, hint: 'try again; the server may be overloaded' };
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return { message: `${origin} does not speak HTTPS`, hint: 'the port may be that of plain HTTP' };
  if (CERTIFICATE.test(code)) {
    return {
      message: `the certificate of ${host} is not trusted (${code})`,
      hint: 'with a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file; never switch checking off',
    };
  }
  if (BROKEN.has(code)) return { message: `the connection to ${host} broke before the answer was there`, hint: 'try again' };
  if (code.startsWith('HPE_')) return { message: `what listens at ${origin} does not speak HTTP`, hint: checkUrl };
  return {
    message: `no answer from ${origin}: ${error instanceof Error ? error.message : String(error)}${code === '' ? '' : ` (${code})`}`,
    hint: checkUrl,
  };
}

/** A browser that signs in: it keeps the cookies of an attempt, and returns with what the provider sends. */
import { answerAuth, findSession } from '@/server/auth/signIn';

export const ORIGIN = 'http://localhost:3000';

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

export function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, host: 'localhost:3000' };
  return answerAuth(new Request(`${ORIGIN}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

export interface Attempt {
  status: number;
  /** The provider's page; '' if there is none. */
  url: string;
  cookie: string;
}

export async function begin(path: string, body: object): Promise<Attempt> {
  const answer = await post(path, { callbackURL: '/t/1/home', errorCallbackURL: '/sign-in?next=x', ...body });
  const { url = '' } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { url?: string };
  return { status: answer.status, url, cookie: cookiesOf(answer) };
}

export interface Arrival {
  /** Where the browser ends up. */
  location: string;
  /** The e-mail address of the person who is signed in. */
  email: string | null;
  /** The cookies of their session. */
  cookie: string;
}

/** With a form as SAML sends it, otherwise through a link. */
export async function comeBack(address: string, cookie: string, form?: Readonly<Record<string, string>>): Promise<Arrival> {
  const headers = { cookie, host: 'localhost:3000' };
  const request =
    form === undefined
      ? new Request(address, { headers })
      : new Request(address, { method: 'POST', headers: { ...headers, origin: 'null' }, body: new URLSearchParams(form) });
  const answer = await answerAuth(request);
  const location = answer.headers.get('location') ?? `${answer.status} ${await answer.clone().text()}`;
  const kept = cookiesOf(answer);
  return { location, email: (await findSession(new Headers({ cookie: kept })))?.email ?? null, cookie: kept };
}

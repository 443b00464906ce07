import { describe, expect, it } from 'vitest';
import { refusePlainHttp } from './refusePlainHttp';

const asked = (url: string, headers: Record<string, string> = {}): Response | null =>
  refusePlainHttp(new Request(url, { method: 'POST', headers }));

describe('sign-in over plain HTTP', () => {
  it('is refused on a host that is not this machine, without a redirect', async () => {
    const refusal = asked('http://faultline.example/api/auth/sign-in/email', { host: 'faultline.example' });
    expect(refusal?.status).toBe(403);
    expect(await refusal?.json()).toMatchObject({ code: 'https_required', status: 403 });
    expect(
      asked('http://localhost/api/auth/sign-in/email', { 'x-forwarded-host': 'faultline.example', 'x-forwarded-proto': 'http' })?.status,
    ).toBe(403);
  });

  it('continues over HTTPS, and on this machine', () => {
    expect(asked('https://faultline.example/api/auth/get-session', { host: 'faultline.example' })).toBeNull();
    expect(
      asked('http://localhost/api/auth/get-session', { 'x-forwarded-host': 'faultline.example', 'x-forwarded-proto': 'https' }),
    ).toBeNull();
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(asked(`http://${host}/api/auth/get-session`, { host })).toBeNull();
  });
});

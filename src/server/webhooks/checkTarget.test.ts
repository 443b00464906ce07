import { describe, expect, it } from 'vitest';
import { assertTarget } from './checkTarget';

const to =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) })));
const refusal = { code: 'invalid_input', issues: [{ path: 'url', message: 'must resolve to a public address' }] };

describe('a target at registration', () => {
  it('is accepted when its name leads to public addresses', async () => {
    await expect(assertTarget('https://example.com/', false, to('8.8.8.8', '2606:4700:4700::1111'))).resolves.toBeUndefined();
  });

  it.each([
    ['ENOTFOUND', 'must name a host that can be found: the name does not exist'],
    ['ENODATA', 'must name a host that can be found: the name has no address'],
    ['ETIMEOUT', 'must name a host that can be found: its name servers took too long'],
    ['EREFUSED', 'must name a host that exists: the name could not be resolved'],
  ])('is refused with the reason when its name leads nowhere: %s', async (code, message) => {
    const nowhere = () => Promise.reject(Object.assign(new Error('query failed'), { code }));
    await expect(assertTarget('https://typo.example.com/', false, nowhere)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'url', message }],
    });
  });

  it.each([['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
    'is refused when any address of its name is closed: %s %s',
    async (...addresses) => {
      await expect(assertTarget('https://example.com/', false, to(...addresses))).rejects.toMatchObject(refusal);
    },
  );

  it('may be a name of this machine only if loopback is allowed', async () => {
    await expect(assertTarget('https://mine.example.com/', true, to('127.0.0.1'))).resolves.toBeUndefined();
    await expect(assertTarget('https://mine.example.com/', true, to('127.0.0.1', '10.0.0.1'))).rejects.toMatchObject(refusal);
  });

  it('is looked up only when it is a name', async () => {
    const never = () => Promise.reject(new Error('looked up'));
    await assertTarget('https://8.8.8.8/', false, never);
    await assertTarget('https://[2606:4700:4700::1111]/', false, never);
    await expect(assertTarget('https://10.0.0.1/', false, never)).rejects.toMatchObject(refusal);
  });
});

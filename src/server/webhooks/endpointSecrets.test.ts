/** Which secrets sign when the server's own secret was changed. */
import { expect, it } from 'vitest';
import { env } from '@/server/env';
import { reseal } from '@/server/secrets';
import { livingSecrets, newSecret, sealSecret, WEBHOOK_SECRET } from './endpointSecrets';

const now = new Date('2026-01-01T00:00:00Z');
const tomorrow = new Date('2026-01-02T00:00:00Z');

/** As stored by a server that was started with another secret. */
function sealedElsewhere(secret: string): Uint8Array {
  const again = reseal(WEBHOOK_SECRET, Buffer.from(sealSecret(secret)), 'another secret of at least 32 characters', [
    env().FAULTLINE_SECRET,
  ]);
  if (again === null) throw new Error('It was not sealed with the secret of this server.');
  return again.sealed;
}

it('signs with both secrets for a time', () => {
  const [newest, previous] = [newSecret(), newSecret()];
  const sealed = { secret: sealSecret(newest), previousSecret: sealSecret(previous), previousSecretUntil: tomorrow };
  expect(livingSecrets(sealed, now)).toEqual([newest, previous]);
  expect(livingSecrets(sealed, tomorrow)).toEqual([newest]);
});

it('says what to do about a secret that another FAULTLINE_SECRET encrypted', () => {
  const sealed = { secret: sealedElsewhere(newSecret()), previousSecret: null, previousSecretUntil: null };
  expect(() => livingSecrets(sealed, now)).toThrow('encrypted with another FAULTLINE_SECRET');
});

it('signs with a new secret at once, although the former one cannot be decrypted', () => {
  const newest = newSecret();
  const sealed = { secret: sealSecret(newest), previousSecret: sealedElsewhere(newSecret()), previousSecretUntil: tomorrow };
  expect(livingSecrets(sealed, now)).toEqual([newest]);
});

/** Each change that an administrator may make to the database, and each two of them: what can be tried can be restored. */
import { afterAll, beforeAll, it } from 'vitest';
import { change, smallInstallation, tryChanges } from '@/test/backupTrial';
import { type CreatedDatabase, createTestDatabase } from '@/test/database';
import { OPERATOR_CHANGES } from '@/test/operatorChanges';

const singles = OPERATOR_CHANGES.map((one) => [one]);
const pairs = OPERATOR_CHANGES.flatMap((one, at) => OPERATOR_CHANGES.slice(at + 1).map((two) => [one, two]));

let other: CreatedDatabase;
beforeAll(async () => {
  other = await createTestDatabase();
});
afterAll(() => other.drop());

it.each([...singles, ...pairs].map((changes) => ({ changes, names: changes.map(({ name }) => name).join(' and ') })))(
  'restores an installation with $names',
  async ({ changes }) => {
    const source = await smallInstallation();
    try {
      await change(source, changes);
      await tryChanges(source, other, changes);
    } finally {
      await source.drop();
    }
  },
);

import { expect, it } from 'vitest';
import { readManifest } from './readManifest';

const WRONG = {
  version: 1,
  name: 'shop',
  applications: [{ technicalName: 'shop', name: 'Shop', components: [{ technicalName: 'web', name: 'Web shop', kind: 'WebApq' }] }],
};

it.each([
  [
    'an entry of a list',
    WRONG,
    /^The manifest cannot be used\. kind of component “Web shop” in application “Shop”: must be one of WebAPI, /,
  ],
  ['a field of the whole document', { ...WRONG, version: 3, applications: [] }, /^The manifest cannot be used\. version /],
])('refuses %s by its name, not by its path', async (_, value, message) => {
  await expect(readManifest('tenant', { value })).rejects.toThrow(message);
});

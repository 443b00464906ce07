import { describe, expect, it } from 'vitest';
import { allows, licenceFindings, lockedPackages, type LockedPackage } from './licences';

const one: LockedPackage = { name: 'one', version: '1.0.0', licence: 'MIT', isShipped: true, hasIntegrity: true };

describe('what npm installs', () => {
  it('is all under licences that allow shipping it, and has a digest', () => {
    const packages = lockedPackages(process.cwd());
    expect(packages.length).toBeGreaterThan(500);
    expect(licenceFindings(packages)).toEqual([]);
  });

  it.each([
    'GPL-3.0-or-later',
    'AGPL-3.0-only',
    'MIT AND AGPL-3.0-only',
    'LGPL-3.0-or-later',
    'MPL-2.0',
    'BUSL-1.1',
    'SEE LICENSE IN LICENSE.md',
  ])('%s is reported, and only if it is shipped', (licence) => {
    expect(licenceFindings([{ ...one, licence }])).toEqual([
      `one 1.0.0 is under ${licence}, which we may not ship or have not decided about.`,
    ]);
    expect(licenceFindings([{ ...one, licence, isShipped: false }])).toEqual([]);
  });

  it('a package without a licence is reported, and so is one without a digest', () => {
    expect(licenceFindings([{ ...one, licence: null, hasIntegrity: false }])).toEqual([
      'one 1.0.0 says nothing of its licence.',
      'one 1.0.0 has no integrity in package-lock.json.',
    ]);
  });
});

describe('an expression of licences', () => {
  const isMit = (licence: string): boolean => licence === 'MIT';
  it.each([
    ['MIT', true],
    ['GPL-3.0', false],
    ['GPL-3.0 OR MIT', true],
    ['GPL-3.0 AND MIT', false],
    ['GPL-3.0 AND MIT OR MIT', true],
    ['(MIT OR GPL-3.0) AND MIT', true],
    ['(GPL-3.0 AND (MIT OR ISC))', false],
    ['MIT OR SEE LICENSE IN FEEL-FREE.md', true],
  ])('%s', (expression, expected) => {
    expect(allows(expression, isMit)).toBe(expected);
  });
});
